"""What may be said about a race, held back until the journal has it: queue 1."""

import asyncio
import logging
from asyncio import Future
from collections import deque
from collections.abc import Callable
from typing import Protocol

from pantagruel_protocol.server_messages import Ack
from pantagruel_server.journal.port import Journal, Lease
from pantagruel_server.race.commands import Refusal

# The bound: a race with so many answers waiting for its journal refuses more with `busy`. At 64
# seats that is four requests each, at two seats a hundred times what fingers can do in one flush.
WAITING_ANSWERS = 256

logger = logging.getLogger(__name__)


class Answer(Protocol):
    """Whoever asked for something and waits for the outcome; one of the three is called, once."""

    def accepted(self) -> None:
        """Hear that it was done and is on disk."""

    def repeated(self, ack: Ack) -> None:
        """Hear that it was done before, with the answer of then."""

    def refused(self, refusal: Refusal) -> None:
        """Hear that it was not done."""


_Waiting = tuple[int, Callable[[], None], Answer | None]  # what to say after which event


class Pipeline:
    """The appends of one epoch of a race; what waits for them is said in order, or never.

    After the first failure nothing more comes of it: *failed* is called once, and whoever waits
    has to be answered by the caller of `abandon`.
    """

    def __init__(
        self, journal: Journal, lease: Lease, failed: Callable[[BaseException], None]
    ) -> None:
        self.lease = lease
        self._journal = journal
        self._failed = failed
        self._broken = False
        self._seq = self._durable = lease.last
        self._waiting: deque[_Waiting] = deque()
        self._answers = 0
        self._last: Future[int] | None = None  # it ends after all others

    @property
    def full(self) -> bool:
        """Say whether another answer must be refused."""
        return self._answers >= WAITING_ANSWERS

    def append(self, event: bytes) -> None:
        """Send one event on its way to the disk."""
        self._seq += 1
        self._last = self._journal.append(self.lease, self._seq, event)
        self._last.add_done_callback(self._flushed)

    async def settle(self) -> None:
        """Wait until everything appended is on disk; raises JournalError if it cannot be."""
        if self._last is not None:
            await asyncio.shield(self._last)  # whoever waits may give up, the append may not

    def then(self, say: Callable[[], None], answer: Answer | None = None) -> None:
        """Call *say* once everything appended so far is on disk: at once if nothing is under way.

        *answer* names who has to be refused if that never happens.
        """
        if self._durable == self._seq:
            self._call(say)
            return
        self._waiting.append((self._seq, say, answer))
        if answer is not None:
            self._answers += 1

    def abandon(self) -> list[Answer]:
        """End this epoch, and answer who waits and will not hear from here."""
        self._broken = True
        left = [answer for _, _, answer in self._waiting if answer is not None]
        self._waiting.clear()
        return left

    def _flushed(self, append: Future[int]) -> None:
        fault = append.exception()
        if self._broken:
            return
        if fault is not None:
            self._broken = True
            self._failed(fault)
            return
        self._durable = append.result()
        waiting = self._waiting
        while waiting and waiting[0][0] <= self._durable:
            _, say, answer = waiting.popleft()
            if answer is not None:
                self._answers -= 1
            self._call(say)

    def _call(self, say: Callable[[], None]) -> None:
        try:
            say()
        except Exception:  # one receiver's fault must not silence the others
            logger.exception("something could not be said about race %s", self.lease.race)
