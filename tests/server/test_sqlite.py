"""The SQLite journal, where it is more than the contract: threads and reading faults."""

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest

from pantagruel_server.errors import ServerError
from pantagruel_server.journal.port import Unavailable
from pantagruel_server.journal.sqlite import SqliteJournal
from pantagruel_server.journal.sqlite_file import SqliteFile
from tests.clocks import ManualClock


def journal_threads() -> int:
    return sum(thread.name.startswith("journal") for thread in threading.enumerate())


async def test_file_lives_on_one_thread_of_its_own(tmp_path: Path) -> None:
    """However many ask at once, one thread serves them; closing ends it."""
    journal = await SqliteJournal.open(tmp_path / "journal.db", ManualClock())
    await asyncio.gather(*(journal.get("kind", str(n)) for n in range(50)))
    during = journal_threads()
    await journal.close()

    assert during == 1
    assert journal_threads() == 0


async def test_failed_opening_leaves_no_thread(tmp_path: Path) -> None:
    """A store that cannot be opened says why and leaves nothing running."""
    (tmp_path / "data").write_text("a file where a folder should be")
    with pytest.raises(ServerError, match="cannot be written"):
        await SqliteJournal.open(tmp_path / "data" / "journal.db", ManualClock())

    assert journal_threads() == 0


async def test_second_opener_is_refused_in_words(tmp_path: Path) -> None:
    """Two servers on one file: the second is told at once what to do, the first goes on."""
    path = tmp_path / "journal.db"
    first = await SqliteJournal.open(path, ManualClock())
    with pytest.raises(ServerError, match=r"Another server has .*journal\.db open: stop it"):
        await SqliteJournal.open(path, ManualClock())
    await first.put("kind", "key", b"value")
    await first.close()
    second = await SqliteJournal.open(path, ManualClock())
    found = await second.get("kind", "key")
    await second.close()

    assert found == b"value"


async def test_unreadable_file_is_unavailable(tmp_path: Path) -> None:
    """A fault while reading is told as such, not as a fault of SQLite's."""

    class Torn(SqliteFile):
        def read(self, race: str, after: int) -> list[tuple[int, bytes]]:
            raise sqlite3.DatabaseError("disk image is malformed")

    clock = ManualClock()
    journal = await SqliteJournal.on(lambda: Torn(tmp_path / "journal.db", clock), clock)
    with pytest.raises(Unavailable, match="cannot be read: disk image is malformed"):
        await journal.read("race")
    await journal.close()
