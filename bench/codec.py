"""What the two encodings cost, and what writing by msgspec saves over msgpack's own Packer."""

import msgpack
import msgspec

from bench.measure import Stopwatch, spread
from pantagruel_protocol.client_messages import Play
from pantagruel_protocol.codecs import CODECS, Codec
from pantagruel_protocol.server_messages import Ack, Deal, Progress, ServerMessage
from pantagruel_protocol.values import Column, Row, View

SLICES = 9
REPEATS = 5_000

PLAY = Play(57, "T2>T5:3")
ROWS = tuple(Row(seat, seat + 1, 17, 21, 340, 2, 96, True, None) for seat in range(4))
SAID: dict[str, ServerMessage] = {
    "ack": Ack(58, 57, 183_250, 340, 60, 17, 21, 60, 36, 1, ("TD", "AS", "4H"), "KC"),
    "progress": Progress(183_250, ROWS),
    "deal": Deal(
        1,
        0,
        View(
            columns=tuple(Column(down, ("TD",)) for down in range(9)),
            foundations=(0,) * 8,
            stock=(None,) * 59,
            waste=(),
            redeals=0,
            moves=0,
            draws=0,
            score=0,
            streak=0,
            time_bonus=0,
        ),
    ),
}
NAMES = ("msgpack", "json")
PAIRS = [CODECS[f"pantagruel.v1.{name}"] for name in NAMES]
PACKER = msgpack.Packer()


def encoded(codec: Codec, message: ServerMessage) -> float:
    """Answer the CPU microseconds of one writing."""
    watch = Stopwatch()
    for _ in range(REPEATS):
        codec.encode(message)
    return watch.cost().cpu / REPEATS * 1e6


def packed(message: ServerMessage) -> float:
    """Answer the same for plain values through msgpack's Packer."""
    watch = Stopwatch()
    for _ in range(REPEATS):
        PACKER.pack(msgspec.to_builtins(message))
    return watch.cost().cpu / REPEATS * 1e6


def decoded(codec: Codec, frame: bytes) -> float:
    """Answer the CPU microseconds of one reading, with every check."""
    watch = Stopwatch()
    for _ in range(REPEATS):
        codec.decode_client(frame)
    return watch.cost().cpu / REPEATS * 1e6


def main() -> None:
    """Print both encodings side by side, run in turns."""
    print(f"codec: CPU us each, {' against '.join(NAMES)}, {SLICES} slices in turns")
    for name, message in SAID.items():
        sides = [[encoded(codec, message) for codec in PAIRS] for _ in range(SLICES)]
        _print(f"write {name}", sides, [len(codec.encode(message)) for codec in PAIRS])
    frames = [codec.encode(PLAY) for codec in PAIRS]
    reads = [[decoded(*pair) for pair in zip(PAIRS, frames, strict=True)] for _ in range(SLICES)]
    _print("read play", reads, [len(frame) for frame in frames])
    ratios = [packed(SAID["ack"]) / encoded(PAIRS[0], SAID["ack"]) for _ in range(SLICES)]
    print(f"  {'msgpack.Packer/msgspec, write ack':<34} {spread(ratios)}")


def _print(what: str, sides: list[list[float]], sizes: list[int]) -> None:
    costs = " against ".join(spread(list(side)) for side in zip(*sides, strict=True))
    print(f"  {what:<34} {costs}; {sizes[0]} against {sizes[1]} bytes")


if __name__ == "__main__":
    main()
