"""Nothing is said before the journal has it, and everything in order."""

import asyncio
import logging
from functools import partial

import pytest

from pantagruel_protocol.server_messages import Ack
from pantagruel_server.journal.port import Lease, Unavailable
from pantagruel_server.race.commands import Refusal
from pantagruel_server.rooms.pipeline import WAITING_ANSWERS, Pipeline
from tests.server.held import HeldJournal


class Asker:
    """An `Answer` that only stands in the queue: the pipeline itself answers nobody."""

    def accepted(self) -> None:
        raise AssertionError

    def repeated(self, _ack: Ack) -> None:
        raise AssertionError

    def refused(self, _refusal: Refusal) -> None:
        raise AssertionError


class Desk:
    """A pipeline over a held journal, what it said, and how it failed."""

    def __init__(self) -> None:
        self.journal = HeldJournal()
        self.journal.held = True
        self.said: list[str] = []
        self.faults: list[BaseException] = []
        self.pipeline = Pipeline(self.journal, Lease("race", "node", 0, 0), self.faults.append)

    def then(self, *words: str, asker: Asker | None = None) -> None:
        for word in words:
            self.pipeline.then(partial(self.said.append, word), asker)

    async def flush(self, most: int | None = None) -> None:
        self.journal.flush(most)
        await asyncio.sleep(0)


@pytest.fixture
def desk() -> Desk:
    """Answer a pipeline that has written nothing yet."""
    return Desk()


async def test_says_at_once_what_waits_for_nothing(desk: Desk) -> None:
    """With nothing under way there is nothing to wait for."""
    desk.then("refused")

    assert desk.said == ["refused"]


async def test_waits_for_the_flush(desk: Desk) -> None:
    """An answer is held until the event before it is on disk, a later word until its own is."""
    desk.pipeline.append(b"one")
    desk.then("first", "and")
    desk.pipeline.append(b"two")
    desk.then("second")

    assert desk.said == []
    await desk.flush(1)
    assert desk.said == ["first", "and"]
    await desk.flush()
    assert desk.said == ["first", "and", "second"]
    assert desk.journal.events["race"] == [b"one", b"two"]


async def test_a_failed_flush_says_nothing(desk: Desk) -> None:
    """Whoever waits for a failed append hears nothing from here, not even if later ones stand."""
    asker = Asker()
    desk.pipeline.append(b"one")
    desk.then("first", asker=asker)
    desk.pipeline.append(b"two")
    desk.then("second", asker=asker)
    desk.then("to all")
    desk.journal.break_down()
    await asyncio.sleep(0)

    assert [type(fault) for fault in desk.faults] == [Unavailable]
    assert desk.pipeline.abandon() == [asker, asker]
    assert desk.said == []


async def test_an_abandoned_epoch_stays_silent(desk: Desk) -> None:
    """What ends after the epoch was given up is nobody's business any more."""
    desk.pipeline.append(b"one")
    desk.then("first")
    desk.pipeline.abandon()
    await desk.flush()

    assert desk.said == []
    assert desk.faults == []


async def test_bounds_the_answers(desk: Desk) -> None:
    """Queue 1 takes so many answers; words to all do not count, and a flush makes room."""
    desk.pipeline.append(b"one")
    desk.then("progress")
    for _ in range(WAITING_ANSWERS):
        assert not desk.pipeline.full
        desk.then("answer", asker=Asker())

    assert desk.pipeline.full
    await desk.flush()
    assert not desk.pipeline.full


async def test_one_fault_does_not_silence_the_rest(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    """If one receiver's frame cannot be made, the others hear theirs, and the log says so."""
    desk.pipeline.append(b"one")
    desk.pipeline.then(Asker().accepted)
    desk.then("next")
    with caplog.at_level(logging.ERROR):
        await desk.flush()

    assert desk.said == ["next"]
    assert "race race" in caplog.text


async def test_whoever_waits_may_give_up(desk: Desk) -> None:
    """A cancelled wait cancels no append."""
    desk.pipeline.append(b"one")
    desk.then("first")
    wait = asyncio.create_task(desk.pipeline.settle())
    await asyncio.sleep(0)
    wait.cancel()
    await asyncio.wait([wait])
    await desk.flush()

    assert wait.cancelled()
    assert desk.said == ["first"]
