"""The file itself: its settings, its lock, its refusals and a disk that is really full."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from pantagruel_server.errors import ServerError
from pantagruel_server.journal.port import Unavailable
from pantagruel_server.journal.sqlite_file import SqliteFile, connect
from pantagruel_server.journal.writes import Acquire, Append, Put
from tests.clocks import ManualClock


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "journal.db"


def setting(connection: sqlite3.Connection, name: str) -> object:
    """Answer one of SQLite's settings."""
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


def test_commits_are_durable(path: Path) -> None:
    """The log is synchronised at every commit, also on a Mac, and no other process gets in."""
    with closing(connect(path)) as connection:
        names = ("journal_mode", "synchronous", "fullfsync", "locking_mode")
        settings = [setting(connection, name) for name in names]

    assert settings == ["wal", 2, 1, "exclusive"]


@pytest.mark.skipif(os.name != "posix", reason="elsewhere folders have no mode")
def test_new_folder_is_private(path: Path) -> None:
    """The folder of the data is made for its owner alone."""
    connect(path).close()

    assert path.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(os.name != "posix", reason="elsewhere files have no such mode")
def test_new_store_is_private(path: Path) -> None:
    """Nobody else reads the seeds of races, even in a folder that was there and is open to all."""
    path.parent.mkdir(mode=0o755)
    with closing(connect(path)):
        modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}

    assert modes == {path.name: 0o600, f"{path.name}-wal": 0o600}


@pytest.mark.parametrize("openings", [1, 2])
def test_lock_is_held_against_other_processes(path: Path, openings: int) -> None:
    """Not even a reader of another process gets at an open store, new or old."""
    for _ in range(openings - 1):
        connect(path).close()
    read = "sqlite3.connect(sys.argv[1], timeout=0).execute('SELECT * FROM races')"
    script = f"import sqlite3, sys; {read}"
    with closing(connect(path)):
        other = subprocess.run(
            [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=False
        )

    assert other.returncode == 1
    assert "database is locked" in other.stderr


def test_newer_store_is_refused_in_words(path: Path) -> None:
    """A store from the future is refused and not even its journal mode is changed."""
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    with pytest.raises(ServerError, match="newer Pantagruel"):
        connect(path)

    assert path.read_bytes() == before


def test_other_file_is_refused_in_words(path: Path) -> None:
    """A file that is no database is named, not overwritten."""
    path.parent.mkdir()
    path.write_text("Dear diary, " * 1000)
    with pytest.raises(ServerError, match="is no Pantagruel store"):
        connect(path)

    assert path.read_text().startswith("Dear diary")


def test_folder_in_its_place_is_refused_in_words(path: Path) -> None:
    """What cannot be opened is refused with what to do."""
    path.mkdir(parents=True)
    with pytest.raises(ServerError, match="give this user the right to write there"):
        connect(path)


async def test_refusals_say_what_does_not_fit(path: Path) -> None:
    """A gap names the event before it, and a number that is taken is called so."""
    with closing(SqliteFile(path, ManualClock())) as file:
        acquire = Acquire("race", "node", 1_000)
        file.flush([acquire])
        acquire.settle()
        lease = acquire.done.result()
        assert lease is not None
        writes = [Append(lease, seq, event) for seq, event in ((1, b"a"), (3, b"c"), (1, b"b"))]
        file.flush(writes)
    for write in writes:
        write.settle()

    assert writes[0].done.result() == 1
    assert str(writes[1].done.exception()) == "event 3 of race race cannot follow event 1"
    assert str(writes[2].done.exception()) == "event 1 of race race is another one"


async def test_full_disk_fails_the_flush_whole(path: Path) -> None:
    """When SQLite finds no space, nothing of the flush is there, and a smaller one goes on."""
    with closing(connect(path)) as connection:
        pages = setting(connection, "page_count")

    class Small(SqliteFile):
        def __init__(self) -> None:
            super().__init__(path, ManualClock())
            self._connection.execute(f"PRAGMA max_page_count = {pages}")

    with closing(Small()) as file:
        writes = [Put("kind", "small", b"1"), Put("kind", "large", bytes(100_000))]
        with pytest.raises(Unavailable, match="cannot be written: database or disk is full"):
            file.flush(writes)
        lost = file.get("kind", "small")
        file.flush(writes[:1])
        kept = file.get("kind", "small")
    for write in writes:
        write.done.cancel()
    await asyncio.sleep(0)

    assert lost is None
    assert kept == b"1"
