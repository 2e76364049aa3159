"""Questions to the one process that searches: a busy thread would hold up every ack."""

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress

from msgspec import DecodeError

from pantagruel_engine.seen import Seen
from pantagruel_engine.verdict import Answer
from pantagruel_server.rooms import searching

MOST = 256  # questions that wait: beyond it the one that waits longest is dropped
LONGEST_S = (
    60.0  # a search makes a bounded number of arrangements; this is for a process that hangs
)
ENDING_S = 5.0
COMMAND = ("-P", "-m", searching.__name__)

Asker = tuple[str, int]  # a race and a seat
Then = Callable[[Answer], None]

logger = logging.getLogger(__name__)


class Searcher:
    """Starts its process with the first question, and another one when that has died.

    A question that a dead process took with it is dropped: whoever asked asks again in a while.
    """

    def __init__(self) -> None:
        self._waiting: dict[Asker, tuple[Seen, Then]] = {}
        self._process: Process | None = None
        self._task: asyncio.Task[None] | None = None

    def ask(self, asker: Asker, seen: Seen, then: Then) -> None:
        """Search *seen* when its turn comes, in place of what *asker* asked before."""
        self._waiting.pop(asker, None)
        if len(self._waiting) >= MOST:
            del self._waiting[next(iter(self._waiting))]
        self._waiting[asker] = seen, then
        if self._task is None:
            self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Forget what waits and end the process."""
        self._waiting.clear()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        await self._end()

    async def _work(self) -> None:
        try:
            while self._waiting:
                seen, then = self._waiting.pop(next(iter(self._waiting)))
                answer = await self._searched(seen)
                if answer is not None:
                    then(answer)
        except Exception:
            logger.exception("the search of positions failed")
        finally:
            self._task = None

    async def _searched(self, seen: Seen) -> Answer | None:
        """Answer what the process found; None if it could not be asked."""
        try:
            async with asyncio.timeout(LONGEST_S):
                process = await self._running()
                assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018
                process.stdin.write(searching.question(seen))
                await process.stdin.drain()
                return searching.answer(await process.stdout.readline())
        except (OSError, TimeoutError, DecodeError, ValueError) as fault:
            logger.warning("the process that searches is no more: %s", fault)
            await self._end()
            return None

    async def _running(self) -> Process:
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, *COMMAND, stdin=PIPE, stdout=PIPE
            )
        return self._process

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):  # it has ended by itself
            process.kill()
        await process.communicate()
