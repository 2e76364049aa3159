"""Group commit: whatever waits goes to disk in one flush, one flush at a time."""

import asyncio
import logging
from asyncio import sleep
from collections.abc import Awaitable, Callable, Sequence

from pantagruel_server.clock import Clock
from pantagruel_server.journal.port import Stats, Unavailable
from pantagruel_server.journal.writes import AnyWrite

# From one flush's start to the next: 10 ms cost a trial 11 % of a durable move's CPU at 2,000
# moves/s, 4 ms twice as much; an idle journal flushes at once.
PAUSE_MS = 9

logger = logging.getLogger(__name__)


class Batcher:
    """Gathers writes for *flush*, which notes each one's outcome or raises for all of them.

    The one task is never cancelled, and nobody awaits it but `close`: a handler that is cancelled
    gives up its own future, while its write and everybody else's go on.
    """

    def __init__(
        self, flush: Callable[[Sequence[AnyWrite]], Awaitable[None]], clock: Clock
    ) -> None:
        self._flush = flush
        self._clock = clock
        self._waiting: list[AnyWrite] = []
        self._wake = asyncio.Event()
        self._closing = False
        self.stats = Stats()
        self._task = asyncio.create_task(self._run(), name="journal batcher")

    def add(self, write: AnyWrite) -> None:
        """Let *write* join the next flush; after `close` it fails at once."""
        if self._closing:
            write.refuse(Unavailable("the journal is closed"))
            write.settle()
            return
        self._waiting.append(write)
        self._wake.set()

    async def close(self) -> None:
        """Take no more, flush what waits, and end."""
        self._closing = True
        self._wake.set()
        await asyncio.shield(self._task)

    async def _run(self) -> None:
        while self._waiting or not self._closing:
            await self._wake.wait()
            self._wake.clear()
            batch, self._waiting = self._waiting, []
            if not batch:
                continue
            start = self._clock.mono_ms()
            await self._flush_all(batch)
            await self._rest(start + PAUSE_MS)

    async def _flush_all(self, batch: list[AnyWrite]) -> None:
        try:
            await self._flush(batch)
        except Exception as fault:  # noqa: BLE001 -- if this task died, every race would hang in silence
            logger.warning("a flush of %d writes failed: %r", len(batch), fault)
            for write in batch:
                write.refuse(Unavailable(str(fault)))
        else:
            self.stats.writes += len(batch)
            self.stats.flushes += 1
        for write in batch:
            write.settle()

    async def _rest(self, until_ms: int) -> None:
        """Let writes gather until *until_ms*; a closing journal does not wait."""
        rest_ms = until_ms - self._clock.mono_ms()
        if rest_ms > 0 and not self._closing:
            await sleep(rest_ms / 1000)
