"""Group commit against a commit for every event: 200 writers on one SQLite journal."""

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.measure import Cost, Stopwatch, spread
from pantagruel_server.clock import SystemClock
from pantagruel_server.journal.port import Lease
from pantagruel_server.journal.sqlite import SqliteJournal
from pantagruel_server.journal.sqlite_file import SqliteFile
from pantagruel_server.journal.writes import AnyWrite

WRITERS = 200
EVENTS = 5  # per writer and slice
SLICES = 8
EVENT = bytes(24)  # about what a move takes


class OneByOne(SqliteFile):
    """The same file, but every write has a transaction of its own."""

    def flush(self, writes: Sequence[AnyWrite]) -> None:
        for write in writes:
            super().flush([write])


class Side:
    """One journal and its writers, each of which awaits its event before it sends the next."""

    def __init__(self, journal: SqliteJournal, leases: Sequence[Lease]) -> None:
        self._journal = journal
        self._leases = leases
        self._last = 0

    @classmethod
    async def open(cls, kind: type[SqliteFile], path: Path) -> "Side":
        clock = SystemClock()
        journal = await SqliteJournal.on(lambda: kind(path, clock), clock)
        asked = [journal.acquire(f"race {n}", "bench", 60_000) for n in range(WRITERS)]
        leases = [lease for lease in await asyncio.gather(*asked) if lease is not None]
        return cls(journal, leases)

    async def slice(self) -> Cost:
        watch = Stopwatch()
        await asyncio.gather(*(self._write(lease) for lease in self._leases))
        self._last += EVENTS
        return watch.cost()

    async def close(self) -> None:
        await self._journal.close()

    async def _write(self, lease: Lease) -> None:
        for seq in range(self._last + 1, self._last + EVENTS + 1):
            await self._journal.append(lease, seq, EVENT)


async def compare(folder: Path) -> tuple[list[Cost], list[Cost]]:
    """Run both sides in turns."""
    grouped = await Side.open(SqliteFile, folder / "grouped.db")
    single = await Side.open(OneByOne, folder / "single.db")
    costs: tuple[list[Cost], list[Cost]] = ([], [])
    for _ in range(SLICES):
        costs[0].append(await grouped.slice())
        costs[1].append(await single.slice())
    await grouped.close()
    await single.close()
    return costs


def main() -> None:
    """Print what group commit saves."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:  # a disk, where /tmp may be memory
        grouped, single = asyncio.run(compare(Path(folder)))
    pairs = list(zip(grouped, single, strict=True))
    count = WRITERS * EVENTS
    print(f"journal: {WRITERS} writers, {count} events a slice, {SLICES} slices in turns")
    print(f"  grouped, events/s                  {spread([count / c.wall for c in grouped], 0)}")
    print(f"  one commit each, events/s          {spread([count / c.wall for c in single], 0)}")
    print(f"  grouped, CPU us per event          {spread([c.cpu / count * 1e6 for c in grouped])}")
    print(f"  single/grouped, CPU                {spread([b.cpu / a.cpu for a, b in pairs])}")
    print(f"  single/grouped, wall               {spread([b.wall / a.wall for a, b in pairs])}")


if __name__ == "__main__":
    main()
