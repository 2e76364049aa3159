"""A journal in memory that flushes when a test says so, and fails when it is told to."""

import asyncio
from asyncio import Future
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from pantagruel_server.clock import Clock
from pantagruel_server.journal.port import (
    Archived,
    Fenced,
    JournalError,
    Lease,
    Stats,
    Unavailable,
)
from pantagruel_server.settings import Settings


class Waiting(NamedTuple):
    """An append that is not on disk yet."""

    lease: Lease
    seq: int
    event: bytes
    done: Future[int]


class HeldJournal:
    """A `Journal`. While *held*, appends wait for `flush` or `break_down`; records never wait.

    While *down*, nothing can be owned, read or archived, and every flush fails; without
    *archives* that alone fails. The next *fenced_archives* and *fail_appends* fail by themselves.
    """

    def __init__(self) -> None:
        self.held = False
        self.down = False
        self.events: dict[str, list[bytes]] = defaultdict(list)
        self.left: dict[str, Archived | None] = {}
        self.archives = True
        self.fenced_archives = 0
        self.fail_appends = 0
        self.released: list[str] = []
        self.elsewhere: set[str] = set()
        self.waiting: list[Waiting] = []
        self._epochs: dict[str, int] = defaultdict(int)
        self.records: dict[tuple[str, str], bytes] = {}

    async def open(self, _settings: Settings, _clock: Clock) -> "HeldJournal":
        """Be the journal of a whole server."""
        return self

    async def acquire(self, race: str, node: str, ttl_ms: int) -> Lease | None:
        self._check()
        if race in self.elsewhere:
            return None
        self._epochs[race] += 1
        return Lease(race, node, self._epochs[race], len(self.events[race]))

    async def renew(self, lease: Lease, ttl_ms: int) -> bool:
        return self._epochs[lease.race] == lease.epoch

    async def release(self, lease: Lease) -> bool:
        self.released.append(lease.race)
        return True

    def append(self, lease: Lease, seq: int, event: bytes) -> Future[int]:
        done = asyncio.get_running_loop().create_future()
        self.waiting.append(Waiting(lease, seq, event, done))
        if not self.held:
            asyncio.get_running_loop().call_soon(self.flush)
        return done

    async def read(self, race: str, after: int = 0) -> list[tuple[int, bytes]]:
        self._check()
        return list(enumerate(self.events[race], 1))[after:]

    async def live(self) -> list[str]:
        return [race for race, events in self.events.items() if events and race not in self.left]

    async def archive(self, lease: Lease, left: Archived | None) -> None:
        self._check()
        if not self.archives:
            raise Unavailable("no archive")
        if self.fenced_archives or lease.epoch != self._epochs[lease.race]:
            self.fenced_archives = max(0, self.fenced_archives - 1)
            raise Fenced("an old epoch")
        self.left[lease.race] = left

    def kept(self, race: str) -> bytes:
        """Answer the replay of a race that has one."""
        left = self.left[race]
        assert left is not None
        return left.replay

    async def replay(self, race: str) -> bytes | None:
        self._check()
        left = self.left.get(race)
        return None if left is None else left.replay

    async def summary(self, race: str) -> bytes | None:
        self._check()
        left = self.left.get(race)
        return None if left is None else left.summary

    async def summaries(self, after: str | None, limit: int) -> list[bytes]:
        self._check()
        left = [one for one in self.left.values() if one is not None and one.listed]
        assert after is None, "this journal knows no later pages"
        newest = sorted(left, key=lambda one: -one.closed_ms)
        return [one.summary for one in newest[:limit]]

    def put(self, kind: str, key: str, value: bytes) -> Future[None]:
        done: Future[None] = asyncio.get_running_loop().create_future()
        if self.down:
            done.set_exception(Unavailable("the journal is down"))
        else:
            self.records[kind, key] = value
            done.set_result(None)
        return done

    async def get(self, kind: str, key: str) -> bytes | None:
        self._check()
        return self.records.get((kind, key))

    async def backup(self, target: Path) -> None:
        raise Unavailable("this journal is in memory")

    def stats(self) -> Stats:
        return Stats()

    async def close(self) -> None:
        self.flush()

    def flush(self, most: int | None = None) -> None:
        """Write the first *most* of what waits, or all of it."""
        batch, self.waiting = self.waiting[:most], self.waiting[len(self.waiting[:most]) :]
        for waiting in batch:
            try:
                waiting.done.set_result(self._write(waiting))
            except JournalError as fault:
                waiting.done.set_exception(fault)

    def break_down(self) -> None:
        """Lose everything that waits."""
        batch, self.waiting = self.waiting, []
        for waiting in batch:
            waiting.done.set_exception(Unavailable("the disk is full"))

    def fence(self, race: str) -> None:
        """Let another epoch own *race*."""
        self._epochs[race] += 1

    def _write(self, waiting: Waiting) -> int:
        self._check()
        if self.fail_appends:
            self.fail_appends -= 1
            raise Unavailable("the disk is full")
        events = self.events[waiting.lease.race]
        if waiting.lease.epoch != self._epochs[waiting.lease.race]:
            raise Fenced("an old epoch")
        if waiting.seq != len(events) + 1:
            raise Unavailable("a gap")
        events.append(waiting.event)
        return waiting.seq

    def _check(self) -> None:
        if self.down:
            raise Unavailable("the journal is down")
