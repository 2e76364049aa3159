"""What the journal costs a durable move: the server with it and without, under the same load."""

import tempfile
from pathlib import Path

from bench.load import PLAYERS
from bench.measure import spread
from bench.process import Process
from bench.sides import Slice, run, server
from pantagruel_client.load.loop import most_files

RACES, RATE, MOVES = 250, 2_000, 600
WARM_S, SLICE_S, SLICES = 3.0, 4.0, 6
AIM = 0.12


def main() -> None:
    """Print the journal's share: (on - off) / on."""
    most_files()
    on: list[Slice] = []
    off: list[Slice] = []
    with (
        tempfile.TemporaryDirectory(dir=Path.cwd()) as folder,
        server(Path(folder) / "on") as (with_it, port),
        server(Path(folder) / "off", "bench.unjournalled") as (without, other),
        Process("bench.load") as load,
    ):
        for name, number, process in (("on", port, with_it), ("off", other, without)):
            load.ask(f"real {name} {number} {RACES} {MOVES}")
            run(load, name, process, RATE, WARM_S)
        for _ in range(SLICES):
            on.append(run(load, "on", with_it, RATE, SLICE_S))
            off.append(run(load, "off", without, RATE, SLICE_S))
    shares = [1 - b.us / a.us for a, b in zip(on, off, strict=True)]
    print(f"journal on and off: {RACES} races of {PLAYERS}, {RATE} moves/s, in turns")
    print(f"  on, CPU us per move                {spread([s.us for s in on], 0)}")
    print(f"  off, CPU us per move               {spread([s.us for s in off], 0)}")
    print(f"  the journal's share                {spread(shares)}   aim: {AIM} or less")


if __name__ == "__main__":
    main()
