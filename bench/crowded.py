"""How much longer players wait for their acks when many watch: p99 with and without watchers."""

import tempfile
from pathlib import Path

from bench.measure import spread
from bench.sides import Load, Slice, server
from pantagruel_client.load.loop import most_files

RACES, RATE, WATCHERS, MOVES = 10, 80, 200, 1_000
WARM_S, SLICE_S, SLICES = 3.0, 6.0, 5
AIM = 1.5


def main() -> None:
    """Print both p99 and their ratio."""
    most_files()
    alone: list[Slice] = []
    watched: list[Slice] = []
    with (
        tempfile.TemporaryDirectory(dir=Path.cwd()) as folder,
        server(Path(folder) / "alone") as (quiet, port),
        server(Path(folder) / "watched") as (busy, other),
        Load() as load,
    ):
        for name, number, process in (("alone", port, quiet), ("watched", other, busy)):
            load.open("real", name, number, RACES, MOVES)
            load.watch(name, WATCHERS if name == "watched" else 0)
            load.run(name, process, RATE, WARM_S)
        for _ in range(SLICES):
            alone.append(load.run("alone", quiet, RATE, SLICE_S))
            watched.append(load.run("watched", busy, RATE, SLICE_S))
    pairs = zip(watched, alone, strict=True)
    ratios = [a.counts.p99_ms / b.counts.p99_ms for a, b in pairs]
    print(f"{RACES} races, {RATE} moves/s, {WATCHERS} watchers each or none, in turns")
    for what, slices in (("nobody watches", alone), (f"{WATCHERS} watch each", watched)):
        print(f"  ack p99 ms, {what:<22} {spread([s.counts.p99_ms for s in slices], 1)}")
    print(f"  ratio                              {spread(ratios)}   aim: {AIM} or less")


if __name__ == "__main__":
    main()
