"""Questions to the process that searches: in order, bounded, and none is waited for at the end."""

import asyncio
import io
from collections.abc import AsyncIterator
from functools import partial

import pytest

from pantagruel_engine.game import Game
from pantagruel_engine.position import Position
from pantagruel_engine.seen import Seen, seen_by_player
from pantagruel_engine.verdict import Answer, Verdict
from pantagruel_server.rooms import searcher as module
from pantagruel_server.rooms import searching
from pantagruel_server.rooms.searcher import Searcher
from tests.server.race.positions import ACE_PAYS, CROWDED, SPENT

DEAD = Answer(Verdict.DEAD, pays=True)


def seen(line: str) -> Seen:
    """Answer what the player of a position has seen."""
    return seen_by_player(Game.start(Position.parse(line)))


@pytest.fixture
async def searcher() -> AsyncIterator[Searcher]:
    """Answer a searcher, and end it."""
    opened = Searcher()
    yield opened
    await opened.close()


async def found(answers: "asyncio.Queue[Answer]") -> Answer:
    """Wait for an answer."""
    async with asyncio.timeout(20):
        return await answers.get()


def note(heard: "asyncio.Queue[int]", number: int, _: Answer) -> None:
    """Keep whose answer came."""
    heard.put_nowait(number)


def test_worker_answers_every_line() -> None:
    """A question a line, an answer a line, to the end of the input."""
    lines = io.BytesIO(b"".join(map(searching.question, map(seen, (SPENT, ACE_PAYS, CROWDED)))))
    answers = io.BytesIO()
    searching.work(lines, answers)

    assert [searching.answer(line) for line in answers.getvalue().splitlines()] == [
        Answer(Verdict.DEAD, pays=False),
        DEAD,
        DEAD,
    ]


async def test_newest_position_of_a_seat_is_searched(searcher: Searcher) -> None:
    """What a seat asked before, and nobody has looked at yet, is forgotten."""
    answers: asyncio.Queue[Answer] = asyncio.Queue()
    searcher.ask(("race", 0), seen(SPENT), answers.put_nowait)
    searcher.ask(("race", 0), seen(CROWDED), answers.put_nowait)

    assert await found(answers) == DEAD
    assert answers.empty()


async def test_no_more_wait_than_are_taken(
    searcher: Searcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond the bound the one that waits longest goes."""
    monkeypatch.setattr(module, "MOST", 2)
    heard: asyncio.Queue[int] = asyncio.Queue()
    for number in range(4):
        searcher.ask(("race", number), seen(CROWDED), partial(note, heard, number))
    async with asyncio.timeout(20):
        numbers = [await heard.get(), await heard.get()]

    assert numbers == [2, 3]


async def test_another_process_takes_the_place_of_a_dead_one(
    searcher: Searcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question that it died of gets no answer, the next one does."""
    answers: asyncio.Queue[Answer] = asyncio.Queue()
    monkeypatch.setattr(module, "COMMAND", ("-c", "input()"))
    searcher.ask(("race", 0), seen(SPENT), answers.put_nowait)
    searcher.ask(("race", 1), seen(CROWDED), answers.put_nowait)
    while searcher._waiting:  # noqa: ASYNC110, SLF001 -- what is waited for has no event
        await asyncio.sleep(0.01)
    monkeypatch.undo()
    searcher.ask(("race", 2), seen(CROWDED), answers.put_nowait)

    assert await found(answers) == DEAD


async def test_end_waits_for_no_search() -> None:
    """Whatever is under way or waits is dropped, and the process goes."""
    searcher = Searcher()
    for number in range(9):
        searcher.ask(("race", number), seen(CROWDED), lambda _: None)
    await asyncio.sleep(0)
    await searcher.close()
