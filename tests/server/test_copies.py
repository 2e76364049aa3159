"""Copies of the store become stores again, if they are whole."""

import sqlite3
from pathlib import Path

import pytest

from pantagruel_server.clock import SystemClock
from pantagruel_server.errors import ServerError
from pantagruel_server.journal.copies import check, restore
from pantagruel_server.journal.migrations import STEPS
from pantagruel_server.journal.sqlite import SqliteJournal


@pytest.fixture
async def copy(tmp_path: Path) -> Path:
    """Copy a store, while it is open, with a race in it."""
    journal = await SqliteJournal.open(tmp_path / "here" / "a.db", SystemClock())
    lease = await journal.acquire("race", "node", 1_000)
    assert lease is not None
    await journal.append(lease, 1, b"opened")
    await journal.backup(tmp_path / "copy.db")
    await journal.append(lease, 2, b"later")
    await journal.close()
    return tmp_path / "copy.db"


async def test_a_copy_is_a_store_of_its_moment(copy: Path, tmp_path: Path) -> None:
    """What was on disk then is in it, what came later is not."""
    restore(copy, tmp_path / "there" / "b.db")
    journal = await SqliteJournal.open(tmp_path / "there" / "b.db", SystemClock())
    events = await journal.read("race")
    await journal.close()

    assert events == [(1, b"opened")]
    assert (tmp_path / "there" / "b.db").stat().st_mode & 0o777 == 0o600
    assert not list((tmp_path / "there").glob("*.part"))


@pytest.mark.parametrize("end", ["", "-wal", "-shm"])
def test_no_store_is_written_over(copy: Path, tmp_path: Path, end: str) -> None:
    """Nor one whose log alone is left."""
    (tmp_path / f"b.db{end}").write_bytes(b"precious")
    with pytest.raises(ServerError, match="has a store already"):
        restore(copy, tmp_path / "b.db")

    assert (tmp_path / f"b.db{end}").read_bytes() == b"precious"


def test_what_is_no_copy(copy: Path, tmp_path: Path) -> None:
    """A missing file, an empty one, another kind, a newer or a damaged one: refused in words."""
    with pytest.raises(ServerError, match="is not there"):
        check(tmp_path / "nowhere")
    (tmp_path / "empty").touch()
    with pytest.raises(ServerError, match="no Pantagruel store"):
        check(tmp_path / "empty")
    (tmp_path / "text").write_bytes(b"text " * 1_000)
    with pytest.raises(ServerError, match="no Pantagruel store"):
        check(tmp_path / "text")
    data = bytearray(copy.read_bytes())
    data[4096 * 2 : 4096 * 4] = b"\xff" * 8192
    (tmp_path / "damaged").write_bytes(data)
    with pytest.raises(ServerError, match=r"is damaged|no Pantagruel store"):
        check(tmp_path / "damaged")
    store = sqlite3.connect(copy)
    store.execute(f"PRAGMA user_version = {len(STEPS) + 1}")
    store.close()
    with pytest.raises(ServerError, match="newer Pantagruel"):
        check(copy)


async def test_a_copy_that_cannot_be_written(tmp_path: Path) -> None:
    """The journal says so and goes on."""
    journal = await SqliteJournal.open(tmp_path / "a.db", SystemClock())
    with pytest.raises(Exception, match="no copy can be written"):
        await journal.backup(tmp_path / "nowhere" / "copy.db")
    await journal.put("kind", "key", b"value")
    found = await journal.get("kind", "key")
    await journal.close()

    assert found == b"value"
