"""The stream of events: in order, folded and bounded when nobody reads, ended with a reason."""

import asyncio

import pytest

from pantagruel_client.errors import ConnectionLost
from pantagruel_client.events import Dropped, Missed, RaceEvent, Resumed
from pantagruel_client.stream import Stream
from pantagruel_protocol.server_messages import Progress, Suspended
from pantagruel_protocol.values import Row
from tests.client.fake import Table


def row(seat: int, home: int) -> Row:
    """Make a line of the running order."""
    return Row(seat, 1, home, 36, 0, 1, 0, on=True, ended=None)


async def read(stream: Stream) -> list[RaceEvent]:
    """Read to the end."""
    return [event async for event in stream]


async def test_events_come_in_order() -> None:
    """What was put first is read first, and the end comes after what waits."""
    stream = Stream()
    events: list[RaceEvent] = [Suspended(), Resumed(1), Dropped("why", 0.5)]
    for event in events:
        stream.put(event)
    stream.close()
    stream.put(Suspended())

    assert await read(stream) == events


async def test_a_reader_waits() -> None:
    """Reading an empty stream waits for the next event."""
    stream = Stream()
    reading = asyncio.create_task(anext(stream))
    await asyncio.sleep(0)
    assert not reading.done()
    stream.put(Suspended())

    assert await reading == Suspended()


async def test_rows_fold() -> None:
    """Rows that nobody read yet become one snapshot, the newest line of each seat."""
    stream = Stream()
    stream.put(Progress(1, (row(0, 1), row(1, 1))))
    stream.put(Progress(2, (row(1, 2),)))
    stream.put(Progress(3, (row(2, 3),)))
    stream.close()

    assert await read(stream) == [Progress(3, (row(0, 1), row(1, 2), row(2, 3)))]


async def test_rooms_fold() -> None:
    """Of rooms that nobody read yet the last one tells all."""
    stream, table = Stream(), Table()
    stream.put(table.room("open"))
    stream.put(table.room("countdown"))
    stream.close()

    assert await read(stream) == [table.room("countdown")]


async def test_a_slow_reader_misses_the_oldest() -> None:
    """Beyond its bound the stream throws the oldest away and says how many."""
    stream = Stream(bound=2)
    for resent in range(5):
        stream.put(Resumed(resent))
    stream.close()

    assert await read(stream) == [Missed(3), Resumed(3), Resumed(4)]


async def test_the_reason_of_the_end_is_raised_once() -> None:
    """An error comes after the events that were there, then the stream is at its end."""
    stream = Stream()
    stream.put(Suspended())
    stream.close(ConnectionLost("gone"))
    stream.close()

    assert await anext(stream) == Suspended()
    with pytest.raises(ConnectionLost, match="gone"):
        await anext(stream)
    assert await read(stream) == []
