"""One bounded stream of events for one reader."""

import asyncio
from collections import deque
from typing import Self

from pantagruel_client.events import Missed, RaceEvent
from pantagruel_protocol.server_messages import Progress, Room

BOUND = 1000  # a whole Strict Royal game is about 115 acks


class Stream:
    """Events in order, for one reader.

    Bounded: snapshots (rows, rooms) that wait fold into one; beyond *bound* the oldest event is
    thrown away and the reader learns how many went, because the view holds their sum anyway.
    """

    def __init__(self, bound: int = BOUND) -> None:
        self._waiting: deque[RaceEvent] = deque()
        self._bound = bound
        self._missed = 0
        self._ready = asyncio.Event()
        self.closed = False
        self._error: Exception | None = None

    def put(self, event: RaceEvent) -> None:
        """Add *event*; after the end nothing is added."""
        if self.closed:
            return
        if self._waiting and (folded := _fold(self._waiting[-1], event)):
            self._waiting[-1] = folded
        else:
            if len(self._waiting) >= self._bound:
                self._waiting.popleft()
                self._missed += 1
            self._waiting.append(event)
        self._ready.set()

    def close(self, error: Exception | None = None) -> None:
        """End the stream after what still waits; with *error* the reader gets it then."""
        if not self.closed:
            self.closed, self._error = True, error
            self._ready.set()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> RaceEvent:
        while True:
            if self._missed:
                missed, self._missed = self._missed, 0
                return Missed(missed)
            if self._waiting:
                return self._waiting.popleft()
            if self.closed:
                break
            self._ready.clear()
            await self._ready.wait()
        if self._error is not None:
            error, self._error = self._error, None
            raise error
        raise StopAsyncIteration


def _fold(last: RaceEvent, event: RaceEvent) -> RaceEvent | None:
    """Answer one snapshot for two that follow each other unread, or None."""
    match last, event:
        case Progress(rows=old), Progress(ms=ms, rows=new):
            rows = {row.seat: row for row in (*old, *new)}
            return Progress(ms, tuple(rows[seat] for seat in sorted(rows)))
        case Room(), Room():
            return event
        case _:
            return None
