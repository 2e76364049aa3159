"""What a frame costs in both encodings, beside msgpack's own Packer over plain values."""

from collections.abc import Callable
from functools import partial

import msgpack
from msgspec import to_builtins

from bench.measure import Stopwatch, spread
from pantagruel_protocol.client_messages import ClientMessage, Play
from pantagruel_protocol.codecs import CODECS, Codec
from pantagruel_protocol.frames import Message
from pantagruel_protocol.server_messages import Ack, Deal, Progress
from pantagruel_protocol.values import Column, Row, View

SLICES = 9
REPEATS = 5_000  # so that a slice of the cheapest operation takes a millisecond

# As they stand in the middle of a race of four.
MESSAGES: dict[str, Message] = {
    "play": Play(n=57, m="T2>T5:3"),
    "ack": Ack(
        s=58,
        n=57,
        ms=123_456,
        score=145,
        streak=2,
        home=7,
        hidden=21,
        moves=40,
        draws=17,
        redeals=0,
        flip="TD",
    ),
    "progress": Progress(
        ms=123_456,
        rows=tuple(Row(seat, seat + 1, 7, 21, 145, 1, 40, True, None) for seat in range(4)),
    ),
    "deal": Deal(
        s=1,
        ms=0,
        view=View(
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

Operation = Callable[[], object]


def decoding(codec: Codec, message: Message) -> Operation:
    """Answer the reading of *message*'s frame by the side that hears it."""
    reads = codec.decode_client if isinstance(message, ClientMessage) else codec.decode_server
    return partial(reads, codec.encode(message))


def packing(message: Message) -> Operation:
    """Answer the other way to the same MessagePack bytes: msgpack's Packer over plain values."""
    packer = msgpack.Packer()
    return lambda: packer.pack(to_builtins(message))


def operations() -> dict[str, Operation]:
    """Answer everything that is measured, by name."""
    chosen: dict[str, Operation] = {}
    for what, message in MESSAGES.items():
        for name, codec in CODECS.items():
            short = name.rsplit(".", 1)[1]
            size = len(codec.encode(message))
            chosen[f"{what:<9}{short:<8} encode, {size:>3} bytes"] = partial(codec.encode, message)
            chosen[f"{what:<9}{short:<8} decode"] = decoding(codec, message)
        chosen[f"{what:<9}msgpack  encode by Packer"] = packing(message)
    return chosen


def measured() -> dict[str, list[float]]:
    """Answer for each operation the CPU microseconds of one, slice by slice, in turns."""
    chosen = operations()
    results: dict[str, list[float]] = {name: [] for name in chosen}
    for _ in range(SLICES):
        for name, operation in chosen.items():
            watch = Stopwatch()
            for _ in range(REPEATS):
                operation()
            results[name].append(watch.cost().cpu / REPEATS * 1e6)
    return results


def main() -> None:
    """Print what each operation costs."""
    print("codecs: CPU us each; a client's frames are read with hard limits")
    for name, costs in measured().items():
        print(f"  {name:<34} {spread(costs)}")


if __name__ == "__main__":
    main()
