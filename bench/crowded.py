"""How much longer players wait for their acks when many watch: p99 with and without watchers."""

import tempfile
from pathlib import Path

from bench.measure import spread
from bench.process import Process
from bench.sides import Slice, run, server
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
        Process("bench.load") as load,
    ):
        for name, number, process in (("alone", port, quiet), ("watched", other, busy)):
            load.ask(f"real {name} {number} {RACES} {MOVES}")
            load.ask(f"watch {name} {WATCHERS if name == 'watched' else 0}")
            run(load, name, process, RATE, WARM_S)
        for _ in range(SLICES):
            alone.append(run(load, "alone", quiet, RATE, SLICE_S))
            watched.append(run(load, "watched", busy, RATE, SLICE_S))
    pairs = zip(watched, alone, strict=True)
    ratios = [a.counts.p99_ms / b.counts.p99_ms for a, b in pairs]
    print(f"{RACES} races, {RATE} moves/s, {WATCHERS} watchers each or none, in turns")
    for what, slices in (("nobody watches", alone), (f"{WATCHERS} watch each", watched)):
        print(f"  ack p99 ms, {what:<22} {spread([s.counts.p99_ms for s in slices], 1)}")
    print(f"  ratio                              {spread(ratios)}   aim: {AIM} or less")


if __name__ == "__main__":
    main()
