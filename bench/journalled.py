"""What the journal costs a durable move: the server with it and without, under the same load."""

import tempfile
from pathlib import Path

from bench.load import PLAYERS
from bench.measure import spread
from bench.sides import Load, Slice, server
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
        Load() as load,
    ):
        for name, number, process in (("on", port, with_it), ("off", other, without)):
            load.open("real", name, number, RACES, MOVES)
            load.run(name, process, RATE, WARM_S)
        for _ in range(SLICES):
            on.append(load.run("on", with_it, RATE, SLICE_S))
            off.append(load.run("off", without, RATE, SLICE_S))
    shares = [1 - b.us / a.us for a, b in zip(on, off, strict=True)]
    print(f"journal on and off: {RACES} races of {PLAYERS}, {RATE} moves/s, in turns")
    print(f"  on, CPU us per move                {spread([s.us for s in on], 0)}")
    print(f"  off, CPU us per move               {spread([s.us for s in off], 0)}")
    print(f"  the journal's share                {spread(shares)}   aim: {AIM} or less")


if __name__ == "__main__":
    main()
