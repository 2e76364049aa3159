"""Stores of every age: new, older, newer, foreign, and half copied."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pantagruel_server.errors import ServerError
from pantagruel_server.journal import migrations
from pantagruel_server.journal.migrations import STEPS, migrate, sync, version

OLD = (("CREATE TABLE moves (text TEXT)", "INSERT INTO moves VALUES ('D')"),)
NEW = (*OLD, ("ALTER TABLE moves ADD COLUMN ms INTEGER DEFAULT 0",), ("DELETE FROM moves",))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def connection(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as opened:
        yield opened


def test_new_store_is_of_todays_version(connection: sqlite3.Connection, path: Path) -> None:
    """An empty file gets every table; there is nothing to copy first."""
    migrate(connection, path)

    assert version(connection, path) == len(STEPS)
    assert list(path.parent.iterdir()) == [path]


def test_older_store_is_copied_then_migrated(connection: sqlite3.Connection, path: Path) -> None:
    """The copy is the store as it was, log included, and the store is as the steps leave it."""
    connection.execute("PRAGMA journal_mode = WAL")
    migrate(connection, path, OLD)
    migrate(connection, path, NEW)
    with closing(sqlite3.connect(path.with_name("journal.db.version-1"))) as copy:
        copied = copy.execute("SELECT * FROM moves").fetchall()
        copied_version = version(copy, path, 1)

    assert copied == [("D",)]
    assert copied_version == 1
    assert connection.execute("SELECT text, ms FROM moves").fetchall() == []
    assert version(connection, path, 3) == 3


def test_copy_is_on_disk_before_anything_changes(
    connection: sqlite3.Connection, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First the copy is synchronised, then it gets its name, then the folder is synchronised."""
    synced: list[tuple[str, bool]] = []
    copy = path.with_name("journal.db.version-1")

    def note(what: Path) -> None:
        assert version(connection, path, 3) == 1
        synced.append((what.name, copy.exists()))
        sync(what)

    monkeypatch.setattr(migrations, "sync", note)
    migrate(connection, path, OLD)
    migrate(connection, path, NEW)

    assert synced == [("journal.db.version-1.part", False), (path.parent.name, True)]


def test_store_of_today_is_left_alone(connection: sqlite3.Connection, path: Path) -> None:
    """Opening a store that is up to date copies and changes nothing."""
    migrate(connection, path, OLD)
    migrate(connection, path, OLD)

    assert connection.execute("SELECT count(*) FROM moves").fetchone() == (1,)
    assert list(path.parent.iterdir()) == [path]


def test_newer_store_is_refused_in_words(connection: sqlite3.Connection, path: Path) -> None:
    """A store from the future is refused, with both versions and what to do, and left as it is."""
    migrate(connection, path, NEW)
    with pytest.raises(ServerError, match=r"newer Pantagruel \(store version 3, this one knows 1"):
        migrate(connection, path, OLD)

    assert version(connection, path, 3) == 3


def test_foreign_file_is_refused(connection: sqlite3.Connection, path: Path) -> None:
    """Somebody else's database is not taken over."""
    connection.execute("CREATE TABLE recipes (soup TEXT)")
    with pytest.raises(ServerError, match="is no Pantagruel store"):
        migrate(connection, path)


def test_failing_step_leaves_the_version_before_it(
    connection: sqlite3.Connection, path: Path
) -> None:
    """A step is done whole or not at all, and the ones before it stand."""
    broken = (*NEW[:2], ("DELETE FROM moves", "CREATE TABLE moves (text TEXT)"))
    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        migrate(connection, path, broken)

    assert version(connection, path, 3) == 2
    assert connection.execute("SELECT * FROM moves").fetchall() == [("D", 0)]


def test_copy_cut_short_is_made_again(connection: sqlite3.Connection, path: Path) -> None:
    """What an interrupted copy left is no hindrance and never passes for a copy."""
    migrate(connection, path, OLD)
    path.with_name("journal.db.version-1.part").write_bytes(b"half a copy")
    migrate(connection, path, NEW)

    assert sorted(file.name for file in path.parent.iterdir()) == [
        "journal.db",
        "journal.db.version-1",
    ]
