"""The journal's file: everything that talks to SQLite, on one thread and without an event loop."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import assert_never

from pantagruel_server.clock import Clock
from pantagruel_server.errors import ServerError
from pantagruel_server.journal.heads import Head, Heads, Hold
from pantagruel_server.journal.migrations import back_up, migrate, version
from pantagruel_server.journal.port import Archived, JournalError, Lease, Unavailable
from pantagruel_server.journal.writes import Acquire, AnyWrite, Append, Archive, Put

NEW_EPOCH = (
    "INSERT INTO races (name, epoch) VALUES (?, 1)"
    " ON CONFLICT (name) DO UPDATE SET epoch = epoch + 1 RETURNING id, epoch"
)
LAST = "SELECT coalesce(max(seq), 0) FROM events WHERE race = ?"
WRITE = "INSERT INTO events (race, seq, event) VALUES (?, ?, ?)"
WRITTEN = "SELECT event FROM events WHERE race = ? AND seq = ?"
EVENTS = (
    "SELECT seq, event FROM events"
    " WHERE race = (SELECT id FROM races WHERE name = ?) AND seq > ? ORDER BY seq"
)
LIVE = (
    "SELECT name FROM races WHERE living"
    " AND EXISTS (SELECT 1 FROM events WHERE race = races.id) ORDER BY id"
)
END = "UPDATE races SET living = 0 WHERE id = ?"
STORE = "INSERT OR REPLACE INTO replays (race, replay) VALUES (?, ?)"
SUM_UP = "INSERT OR REPLACE INTO summaries (race, closed_ms, listed, summary) VALUES (?, ?, ?, ?)"
SUMMED_UP = "SELECT summary FROM summaries WHERE race = (SELECT id FROM races WHERE name = ?)"
NEWEST = "SELECT summary FROM summaries WHERE listed ORDER BY closed_ms DESC, race DESC LIMIT ?"
OLDER = (
    "SELECT summary FROM summaries WHERE listed AND (closed_ms, race) <"
    " (SELECT closed_ms, race FROM summaries JOIN races ON id = race WHERE name = ?)"
    " ORDER BY closed_ms DESC, race DESC LIMIT ?"
)
STORED = "SELECT replay FROM replays WHERE race = (SELECT id FROM races WHERE name = ?)"
PUT = "INSERT OR REPLACE INTO records (kind, key, value) VALUES (?, ?, ?)"
GOT = "SELECT value FROM records WHERE kind = ? AND key = ?"


class SqliteFile:
    """One connection, made, used and closed on one thread.

    While it is open no other process can open the file, so leases live in memory and only their
    epochs are on disk.
    """

    def __init__(self, path: Path, clock: Clock) -> None:
        self._clock = clock
        self._connection = connect(path)
        self.heads = Heads()

    def flush(self, writes: Sequence[AnyWrite]) -> None:
        """Note what becomes of each write, and commit; Unavailable if none of them stands."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            for write in writes:
                self._write(write)
            self.commit()
        except BaseException as fault:
            self._rollback()
            if isinstance(fault, sqlite3.Error):
                why = f"the journal cannot be written: {fault}"
                raise Unavailable(why) from fault
            raise
        self.heads.commit()

    def commit(self) -> None:
        """End the transaction: the moment from which its writes are durable."""
        self._connection.execute("COMMIT")

    def read(self, race: str, after: int) -> list[tuple[int, bytes]]:
        return self._connection.execute(EVENTS, (race, after)).fetchall()

    def live(self) -> list[str]:
        return [name for (name,) in self._connection.execute(LIVE)]

    def replay(self, race: str) -> bytes | None:
        return self._value(STORED, race)

    def summary(self, race: str) -> bytes | None:
        return self._value(SUMMED_UP, race)

    def summaries(self, after: str | None, limit: int) -> list[bytes]:
        query, values = (NEWEST, (limit,)) if after is None else (OLDER, (after, limit))
        return [summary for (summary,) in self._connection.execute(query, values)]

    def get(self, kind: str, key: str) -> bytes | None:
        return self._value(GOT, kind, key)

    def backup(self, target: Path) -> None:
        """Write a consistent copy, which is on disk when this ends; raises Unavailable."""
        try:
            back_up(self._connection, target)
        except (OSError, sqlite3.Error) as fault:
            why = f"no copy can be written: {fault}"
            raise Unavailable(why) from fault

    def close(self) -> None:
        """Fold the log into the file and let other processes have it."""
        self._connection.close()

    def _write(self, write: AnyWrite) -> None:
        try:
            match write:
                case Append():
                    write.answer(self._append(write.lease, write.seq, write.event))
                case Put():
                    self._connection.execute(PUT, (write.kind, write.key, write.value))
                    write.answer(None)
                case Acquire():
                    write.answer(self._acquire(write.race, write.node, write.ttl_ms))
                case Archive():
                    self._archive(write.lease, write.left)
                    write.answer(None)
                case _:
                    assert_never(write)
        except JournalError as refusal:
            write.refuse(refusal)

    def _append(self, lease: Lease, seq: int, event: bytes) -> int:
        head = self.heads.owned(lease)
        if seq == head.last + 1:
            self._connection.execute(WRITE, (head.row, seq, event))
            self.heads.grow(lease.race, head)
        elif seq > head.last:
            why = f"event {seq} of race {lease.race} cannot follow event {head.last}"
            raise Unavailable(why)
        elif seq < head.first or self._value(WRITTEN, head.row, seq) != event:
            why = f"event {seq} of race {lease.race} is another one"
            raise Unavailable(why)
        return seq

    def _acquire(self, race: str, node: str, ttl_ms: int) -> Lease | None:
        now = self._clock.mono_ms()
        if not self.heads.free(race, node, now):
            return None
        row, epoch = self._connection.execute(NEW_EPOCH, (race,)).fetchone()
        (last,) = self._connection.execute(LAST, (row,)).fetchone()
        self.heads.take(race, Head(row, epoch, last + 1, last, Hold(node, now + ttl_ms)))
        return Lease(race, node, epoch, last)

    def _archive(self, lease: Lease, left: Archived | None) -> None:
        head = self.heads.owned(lease)
        if left is not None:
            self._connection.execute(STORE, (head.row, left.replay))
            values = (head.row, left.closed_ms, left.listed, left.summary)
            self._connection.execute(SUM_UP, values)
        self._connection.execute(END, (head.row,))
        self.heads.drop(lease.race)

    def _value(self, query: str, *arguments: str | int) -> bytes | None:
        row = self._connection.execute(query, arguments).fetchone()
        return None if row is None else row[0]

    def _rollback(self) -> None:
        self.heads.rollback()
        if self._connection.in_transaction:  # some faults have ended it already
            self._connection.execute("ROLLBACK")


def connect(path: Path) -> sqlite3.Connection:
    """Open or make the store at *path*, for this process alone, or raise ServerError."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)  # it holds the seeds of races; SQLite's log gets the same mode
        connection = sqlite3.connect(path, timeout=0, isolation_level=None)
    except (OSError, sqlite3.Error) as fault:
        raise ServerError(unusable(path, fault)) from fault
    try:
        prepare(connection, path)
    except BaseException as fault:
        connection.close()
        if isinstance(fault, (OSError, sqlite3.Error)):
            raise ServerError(unusable(path, fault)) from fault
        raise
    return connection


def prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Take the file, make its commits durable, and bring it up to date."""
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")  # from the first reading on
    version(connection, path)  # before anything is changed
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA fullfsync = ON")  # a Mac's fsync alone leaves data in the drive
    migrate(connection, path)


def unusable(path: Path, fault: OSError | sqlite3.Error) -> str:
    """Say in one line why the store cannot be opened, and what to do."""
    code = getattr(fault, "sqlite_errorcode", 0) & 0xFF  # the low byte; the rest is detail
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return f"Another server has {path} open: stop it, or choose another folder with --data."
    if code in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}:
        return f"{path} is no Pantagruel store ({fault}): choose another folder with --data."
    return (
        f"{path} cannot be written ({_words(fault)}): give this user the right to write there,"
        " or choose another folder with --data."
    )


def _words(fault: OSError | sqlite3.Error) -> str:
    """Say what happened without the error's number; the path is said before."""
    if isinstance(fault, (FileExistsError, NotADirectoryError)):
        return "a file is in the way"
    return str((isinstance(fault, OSError) and fault.strerror) or fault)
