"""What the server keeps in memory for a watcher and for a seat: resident bytes, by the kernel."""

import tempfile
from pathlib import Path

from bench.load import PLAYERS
from bench.sides import Load, server
from pantagruel_client.load.loop import most_files

WATCHERS = 1_000
RACES = 250
COMMANDS = 100  # of each seat
RATE = 2_000
AIMS = {"idle watcher": 16, "just-dealt seat": 20, f"seat after {COMMANDS} commands": 30}


def idle_watcher(folder: Path) -> float:
    """Answer the kB of one of many who watch a race in which nothing happens."""
    with server(folder) as (process, port), Load() as load:
        load.open("real", "quiet", port, 1, 1)
        load.watch("quiet", 50)  # so that what is imported late is there
        before = process.resident_kb()
        load.watch("quiet", WATCHERS)
        return (process.resident_kb() - before) / WATCHERS


def seats(folder: Path) -> tuple[float, float]:
    """Answer the kB of a seat when the cards are dealt, and after some commands."""
    number = RACES * PLAYERS
    with server(folder) as (process, port), Load() as load:
        load.open("real", "first", port, 5, COMMANDS)
        load.run("first", process, RATE / 4, 2)
        before = process.resident_kb()
        load.open("real", "all", port, RACES, COMMANDS + 50)
        dealt = process.resident_kb()
        load.run("all", process, RATE, number * COMMANDS / RATE)
        return (dealt - before) / number, (process.resident_kb() - before) / number


def main() -> None:
    """Print each with its aim."""
    most_files()
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        watcher = idle_watcher(Path(folder) / "watched")
        found = (watcher, *seats(Path(folder) / "played"))
    print("memory of the server, kB resident, sockets included")
    for (name, aim), size in zip(AIMS.items(), found, strict=True):
        print(f"  {name:<34} {size:6.1f}   aim: {aim} or less")


if __name__ == "__main__":
    main()
