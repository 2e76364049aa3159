"""The embedded journal: one SQLite file, which one thread of one process has to itself."""

import asyncio
import sqlite3
from asyncio import Future
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Self, TypeVar

from pantagruel_server.clock import Clock
from pantagruel_server.journal.batcher import Batcher
from pantagruel_server.journal.port import Archived, Lease, Stats, Unavailable
from pantagruel_server.journal.sqlite_file import SqliteFile
from pantagruel_server.journal.writes import Acquire, AnyWrite, Append, Archive, Put

Found = TypeVar("Found")


class SqliteJournal:
    """A `Journal` on a file. Make it with `open`, and `close` it before the loop ends."""

    def __init__(self, thread: ThreadPoolExecutor, file: SqliteFile, clock: Clock) -> None:
        self._thread = thread
        self._file = file
        self._clock = clock
        self._batcher = Batcher(self._flush, clock)
        self._closed = False

    @classmethod
    async def open(cls, path: Path, clock: Clock) -> Self:
        """Open or make the store at *path*; ServerError says in words why it cannot be had."""
        return await cls.on(lambda: SqliteFile(path, clock), clock)

    @classmethod
    async def on(cls, file: Callable[[], SqliteFile], clock: Clock) -> Self:
        """Run on the file that *file* opens, on a thread of its own."""
        thread = ThreadPoolExecutor(1, "journal")
        try:
            opened = await asyncio.get_running_loop().run_in_executor(thread, file)
        except BaseException:
            thread.shutdown()
            raise
        return cls(thread, opened, clock)

    async def acquire(self, race: str, node: str, ttl_ms: int) -> Lease | None:
        write = Acquire(race, node, ttl_ms)
        self._batcher.add(write)
        return await write.done

    async def renew(self, lease: Lease, ttl_ms: int) -> bool:
        return self._file.heads.hold_until(lease, self._clock.mono_ms() + ttl_ms)

    async def release(self, lease: Lease) -> bool:
        return self._file.heads.hold_until(lease, self._clock.mono_ms())

    def append(self, lease: Lease, seq: int, event: bytes) -> Future[int]:
        write = Append(lease, seq, event)
        self._batcher.add(write)
        return write.done

    async def read(self, race: str, after: int = 0) -> list[tuple[int, bytes]]:
        return await self._ask(lambda: self._file.read(race, after))

    async def live(self) -> list[str]:
        return await self._ask(self._file.live)

    async def archive(self, lease: Lease, left: Archived | None) -> None:
        write = Archive(lease, left)
        self._batcher.add(write)
        await write.done

    async def replay(self, race: str) -> bytes | None:
        return await self._ask(lambda: self._file.replay(race))

    async def summary(self, race: str) -> bytes | None:
        return await self._ask(lambda: self._file.summary(race))

    async def summaries(self, after: str | None, limit: int) -> list[bytes]:
        return await self._ask(lambda: self._file.summaries(after, limit))

    def put(self, kind: str, key: str, value: bytes) -> Future[None]:
        write = Put(kind, key, value)
        self._batcher.add(write)
        return write.done

    async def get(self, kind: str, key: str) -> bytes | None:
        return await self._ask(lambda: self._file.get(kind, key))

    async def backup(self, target: Path) -> None:
        await self._ask(lambda: self._file.backup(target))

    def stats(self) -> Stats:
        return self._batcher.stats

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await self._batcher.close()
        await asyncio.get_running_loop().run_in_executor(self._thread, self._file.close)
        self._thread.shutdown()

    async def _flush(self, writes: Sequence[AnyWrite]) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._file.flush, writes)

    async def _ask(self, question: Callable[[], Found]) -> Found:
        if self._closed:
            raise Unavailable("the journal is closed")
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, question)
        except sqlite3.Error as fault:
            why = f"the journal cannot be read: {fault}"
            raise Unavailable(why) from fault
