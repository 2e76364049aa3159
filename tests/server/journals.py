"""Journals for tests, each with the handles that the contract needs: time, faults, a count."""

import sqlite3
from pathlib import Path
from typing import Protocol

from pantagruel_server.journal.port import Journal
from pantagruel_server.journal.sqlite import SqliteJournal
from pantagruel_server.journal.sqlite_file import SqliteFile
from tests.clocks import ManualClock


class Bench(Protocol):
    """One adapter on the test bench."""

    failing: bool
    commits: int

    async def open(self) -> Journal:
        """Open the one store of this bench, again after a close."""

    def advance(self, ms: int) -> None:
        """Let *ms* pass for leases."""


class SqliteBench:
    """A `Bench` on a file; while *failing*, every commit meets a full disk."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "journal.db"
        self.clock = ManualClock()
        self.failing = False
        self.commits = 0

    async def open(self) -> SqliteJournal:
        return await SqliteJournal.on(lambda: WatchedFile(self), self.clock)

    def advance(self, ms: int) -> None:
        self.clock.advance(ms)


class WatchedFile(SqliteFile):
    """The file of a bench: counts its commits, and fails them when it is told to."""

    def __init__(self, bench: SqliteBench) -> None:
        super().__init__(bench.path, bench.clock)
        self._bench = bench

    def commit(self) -> None:
        if self._bench.failing:
            raise sqlite3.OperationalError("database or disk is full")
        super().commit()
        self._bench.commits += 1
