"""How a store of any earlier version becomes one of today's, and which stores are refused."""

import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from pantagruel_server.errors import ServerError

Steps = Sequence[Sequence[str]]

# Step i leads from version i to i + 1; one that has shipped is never changed. Races are numbered
# so that an event's key is two small integers; replays stand apart so that races stay short.
STEPS: Steps = (
    (
        "CREATE TABLE races (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,"
        " epoch INTEGER NOT NULL, living INTEGER NOT NULL DEFAULT 1) STRICT",
        "CREATE INDEX living ON races (id) WHERE living",
        "CREATE TABLE events (race INTEGER NOT NULL, seq INTEGER NOT NULL, event BLOB NOT NULL,"
        " PRIMARY KEY (race, seq)) STRICT, WITHOUT ROWID",
        "CREATE TABLE replays (race INTEGER PRIMARY KEY, replay BLOB NOT NULL) STRICT",
        "CREATE TABLE records (kind TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL,"
        " PRIMARY KEY (kind, key)) STRICT, WITHOUT ROWID",
    ),
    (
        "CREATE TABLE summaries (race INTEGER PRIMARY KEY, closed_ms INTEGER NOT NULL,"
        " listed INTEGER NOT NULL, summary BLOB NOT NULL) STRICT",
        "CREATE INDEX listed ON summaries (closed_ms, race) WHERE listed",
    ),
)


def version(connection: sqlite3.Connection, path: Path, known: int = len(STEPS)) -> int:
    """Answer the store's version, 0 if it is empty; refuse a newer or a foreign one in words."""
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if found > known:
        why = (
            f"{path} was written by a newer Pantagruel (store version {found}, this one knows"
            f" {known}): update Pantagruel, or choose another folder with --data."
        )
        raise ServerError(why)
    tables: int = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if found < 0 or (found == 0 and tables):
        why = f"{path} is no Pantagruel store: choose another folder with --data."
        raise ServerError(why)
    return found


def migrate(connection: sqlite3.Connection, path: Path, steps: Steps = STEPS) -> None:
    """Bring the store up to the newest version; one that holds anything is copied first."""
    found = version(connection, path, len(steps))
    if 0 < found < len(steps):
        back_up(connection, path.with_name(f"{path.name}.version-{found}"))
    for number, statements in enumerate(steps[found:], found + 1):
        connection.execute("BEGIN EXCLUSIVE")
        try:
            for statement in statements:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except sqlite3.Error:
            connection.execute("ROLLBACK")
            raise


def back_up(connection: sqlite3.Connection, target: Path) -> None:
    """Copy the whole store, its log included, to *target*: durable before anything changes."""
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)  # of a copy that was cut short
    part.touch(mode=0o600)
    connection.execute("VACUUM INTO ?", (str(part),))
    sync(part)  # SQLite does not do it for a copy
    part.replace(target)
    if os.name == "posix":  # elsewhere a folder cannot be opened
        sync(target.parent)


def sync(path: Path) -> None:
    """Wait until the file or folder at *path* is on disk."""
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
