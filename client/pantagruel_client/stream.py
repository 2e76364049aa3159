"""One bounded stream of events for one reader."""

import asyncio
from collections import deque
from typing import Self

from pantagruel_client.events import Missed, RaceEvent
from pantagruel_protocol.server_messages import Progress, Room

BOUND = 1000  # a whole Strict Royal game is about 115 acks


class Stream:
    """Events in order, for one reader: up to the end of the race, or `lingering` beyond it.

    Bounded: snapshots (rows, rooms) that wait fold into one; beyond *bound* the oldest event is
    thrown away and the reader learns how many went, because the view holds their sum anyway.
    """

    def __init__(self, bound: int = BOUND) -> None:
        self._waiting: deque[RaceEvent] = deque()
        self._bound = bound
        self._missed = 0
        self._ready = asyncio.Event()
        self._left: int | None = None  # events up to the end of the race, once it is over
        self.closed = False
        self._error: Exception | None = None

    def put(self, event: RaceEvent) -> None:
        """Add *event*; after the end nothing is added."""
        if self.closed:
            return
        last = self._waiting[-1] if self._waiting and self._left != len(self._waiting) else None
        if last and (folded := _fold(last, event)):
            self._waiting[-1] = folded
        else:
            if len(self._waiting) >= self._bound:
                self._take()
                self._missed += 1
            self._waiting.append(event)
        self._ready.set()

    def finish(self) -> None:
        """Note that the race is over: only who lingers reads what comes from now on."""
        if self._left is None:
            self._left = len(self._waiting)
            self._ready.set()

    def close(self, error: Exception | None = None) -> None:
        """End the stream after what still waits; with *error* the reader gets it then."""
        if not self.closed:
            self.closed, self._error = True, error
            self._ready.set()

    def lingering(self) -> "Lingering":
        """Answer a reader that goes on after the race: what is said, and the rematch."""
        return Lingering(self)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> RaceEvent:
        return await self.next(linger=False)

    async def next(self, *, linger: bool) -> RaceEvent:
        """Wait for the next event; raises StopAsyncIteration at the end."""
        while True:
            if self._left == 0 and not linger:
                raise StopAsyncIteration
            if self._missed:
                missed, self._missed = self._missed, 0
                return Missed(missed)
            if self._waiting:
                return self._take()
            if self.closed:
                break
            self._ready.clear()
            await self._ready.wait()
        if self._error is not None:
            error, self._error = self._error, None
            raise error
        raise StopAsyncIteration

    def _take(self) -> RaceEvent:
        if self._left:
            self._left -= 1
        return self._waiting.popleft()


class Lingering:
    """Reads a stream to its very end."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> RaceEvent:
        return await self._stream.next(linger=True)


def _fold(last: RaceEvent, event: RaceEvent) -> RaceEvent | None:
    """Answer one snapshot for two that follow each other unread, or None."""
    match last, event:
        case Progress(rows=old, steps=()), Progress(ms=ms, rows=new, steps=()):
            rows = {row.seat: row for row in (*old, *new)}
            return Progress(ms, tuple(rows[seat] for seat in sorted(rows)))
        case Room(), Room():
            return event
        case _:
            return None
