"""How a race looks: bars, lines, the final table."""

import asyncio
from contextlib import suppress
from io import StringIO

import pytest
from rich.console import Console

from pantagruel.show import Bars, Lines, Show, picture, results_table
from pantagruel_client.view import RaceView
from pantagruel_protocol.server_messages import Progress
from pantagruel_protocol.values import Placing, Result, Row
from tests.client.fake import ME, RIVAL, Table

ROWS = (
    Row(0, 2, 3, 30, 120, 1, 9, on=False, ended=None),
    Row(1, 1, 104, 0, 1500, 2, 9, on=True, ended="won"),
)


def running() -> RaceView:
    """Make a race that goes on."""
    view = RaceView(ME, Table().room())
    view.fold(Table().deal(), None, 10)
    view.fold(Progress(5000, ROWS), None, 15)
    return view


def drawn(thing: object, width: int = 80) -> list[str]:
    """Draw on a page of paper."""
    paper = StringIO()
    Console(file=paper, width=width, color_system=None).print(thing)
    return paper.getvalue().splitlines()


@pytest.mark.parametrize("width", [80, 100])
def test_the_picture_of_a_race(width: int) -> None:
    """Best first, each in one line: place, name, bar, home, hidden, score, pass, state."""
    lines = drawn(picture(running(), 16, width), width)

    assert " ".join(lines[0].split()) == "Pantagruel Turn-1 (relaxed) 0:06 1 of 2 still play"
    assert len(lines) == 4
    assert lines[2].split()[:2] == ["1", "Rival"]
    assert lines[2].split()[-5:] == ["104", "0", "1500", "2", "cleared"]
    assert lines[3].split()[-5:] == ["3", "30", "120", "1", "away"]
    assert max(map(len, lines)) <= width


def test_the_picture_before_the_race() -> None:
    """Seats first, then the countdown."""
    view = RaceView(ME, Table().room())
    before = drawn(picture(view, 1, 80))
    view.fold(Table().countdown(), None, 1)
    counting = drawn(picture(view, 2.5, 80))

    assert "taking seats" in before[0]
    assert before[2].split()[0] == "Me"
    assert before[2].split()[-1] == "ready"
    assert "starts in 2" in counting[0]


async def followed(show: Show, view: RaceView) -> None:
    """Follow for a moment."""
    task = asyncio.create_task(show.follow(view))
    await asyncio.sleep(0.15)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def test_lines_tell_who_ended() -> None:
    """Without a terminal each end is one line, told once, the last ones too."""
    paper = StringIO()
    view = running()
    lines = Lines(Console(file=paper, width=80))
    await followed(lines, view)
    await followed(lines, view)

    assert paper.getvalue().count("Rival cleared: 104 home, score 1500") == 1


async def test_bars_are_drawn_live() -> None:
    """On a terminal the picture is drawn and taken away again."""
    paper = StringIO()
    console = Console(file=paper, width=80, force_terminal=True)
    await followed(Bars(console), running())

    assert "Pantagruel Turn-1" in paper.getvalue()


def test_the_final_table() -> None:
    """Every placing has its line, with the tenths that decide."""
    result = Result("cleared", 1, 1500, 10, 500, 2010, 104, 0, 170, 90, 2, 61_950)
    placings = (
        Placing(1, RIVAL, "Rival", (61_950, "won"), result),
        Placing(0, ME, "Me", (61_950, "limit"), result),
    )
    text = "\n".join(drawn(results_table(placings)))
    narrow = "\n".join(drawn(results_table(placings, 60)))

    assert "Results" in text
    assert "1:01.9" in text
    assert "out of time" in text
    assert "hidden" in text
    assert "hidden" not in narrow
    assert "1:01.9" in narrow
