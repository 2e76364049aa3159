"""News: what happens, told once, in plain lines."""

import asyncio

from msgspec.structs import replace

from pantagruel_client.events import Dropped, Missed, RaceEvent, RaceMessage, Resumed
from pantagruel_client.news import News
from pantagruel_client.stream import Stream
from pantagruel_client.view import RaceView
from pantagruel_protocol.server_messages import (
    Countdown,
    Over,
    Progress,
    Results,
    Room,
    Suspended,
    Verdict,
)
from pantagruel_protocol.values import Ending, Placing, Result, Row, SeatInfo
from tests.client.fake import ME, NOW, RIVAL, Table

RESULT = Result("unfinished", 1, 5, 0, 0, 5, 0, 36, 1, 0, 0, 1000)


def row(seat: int, place: int, *, on: bool = True, ended: Ending | None = None) -> Row:
    """Make a line of the running order."""
    return Row(seat, place, 3, 30, 100 - place, 1, 9, on=on, ended=ended)


class Telling:
    """A view, its news, and the lines that were said."""

    def __init__(self, room: Room) -> None:
        self.said: list[str] = []
        self.view = RaceView(ME, room)
        self._news = News(self.view, self.said.append)

    async def tell(self, *events: RaceEvent) -> list[str]:
        """Let *events* happen one after the other; answer the lines that this makes."""
        before = len(self.said)
        for event in events:
            if isinstance(event, RaceMessage):
                self.view.fold(event, None, asyncio.get_running_loop().time())
            stream = Stream()
            stream.put(event)
            stream.close()
            await self._news.tell(stream)
        return self.said[before:]


def opened(*seats: SeatInfo) -> Room:
    """Make an open room with *seats*."""
    return replace(Table().room(), seats=seats)


def seat(number: int, player: str, *, ready: bool) -> SeatInfo:
    return SeatInfo(number, player, player.title(), bot=False, ready=ready, on=True)


async def test_who_comes_and_goes() -> None:
    """The room's changes are told, and the host hears when everybody is ready."""
    alone = opened(seat(0, ME, ready=True))
    telling = Telling(alone)
    both = opened(seat(0, ME, ready=True), seat(1, RIVAL, ready=False))
    ready = opened(seat(0, ME, ready=True), seat(1, RIVAL, ready=True))

    assert await telling.tell(both) == ["Rival came: 2 of 2 seats are taken."]
    assert await telling.tell(ready) == ["Rival is ready.", "Everybody is ready: type start."]
    assert await telling.tell(both) == ["Rival is not ready any more."]
    assert await telling.tell(alone) == ["Rival left."]
    assert await telling.tell(replace(alone, phase="cancelled")) == ["The race is cancelled."]


async def test_the_start() -> None:
    """The countdown is counted, and with the deal the board is read out."""
    table = Table()
    telling = Telling(table.room())

    assert await telling.tell(Countdown(NOW + 20, NOW, (ME,), ())) == [
        "The race starts in 1 seconds."
    ]
    said = await telling.tell(table.deal())
    assert said[0] == "Go!"
    assert said[1].startswith("Stock 59; waste empty\nHome: ")


async def test_an_old_seat_is_read_out() -> None:
    """Whoever comes back hears the board as it is."""
    table = Table()
    table.deal()
    said = await Telling(table.room()).tell(table.resync())

    assert said[0] == "The board as it is now:"


async def test_the_line() -> None:
    """A drop is told once, however often it is tried, and so is the way back."""
    telling = Telling(Table().room())

    assert await telling.tell(Dropped("gone", 0.1), Dropped("gone", 0.2)) == [
        "Connection lost: gone. Trying again; what you type waits."
    ]
    assert await telling.tell(Resumed(2)) == ["Connected again; what waited was sent (2)."]
    assert await telling.tell(Resumed(0)) == ["Connected again."]
    assert len(await telling.tell(Suspended(), Missed(3))) == 2


async def test_rivals_are_told_when_something_changes() -> None:
    """An end or a drop is told at once; places not with every move."""
    telling = Telling(Table().room())

    assert await telling.tell(Progress(1, (row(0, 2), row(1, 1)))) == [
        "Rival leads with score 99; you are 2 of 2 with 98."
    ]
    assert await telling.tell(Progress(2, (row(0, 1), row(1, 2)))) == []  # too soon
    away = await telling.tell(Progress(3, (row(1, 2, on=False),)))
    assert away == ["2. Rival: home 3, hidden 30, score 98, pass 1, not connected"]
    ended = await telling.tell(Progress(4, (row(1, 2, ended="won"),)))
    assert ended == ["2. Rival: home 3, hidden 30, score 98, pass 1, cleared"]


async def test_whoever_leads_hears_it() -> None:
    """The first place is the player's own."""
    said = await Telling(Table().room()).tell(Progress(1, (row(0, 1), row(1, 2))))

    assert said == ["You lead with score 99."]


async def test_nobody_leads_at_the_start() -> None:
    """While all share the first place there is nothing to tell; a lead may be shared."""
    telling = Telling(Table().room())

    assert await telling.tell(Progress(1, (row(1, 1), row(0, 1)))) == []
    assert await telling.tell(Progress(2, (row(1, 1), row(0, 2)))) == [
        "Rival leads with score 99; you are 2 of 2 with 98."
    ]


async def test_a_dead_game() -> None:
    """Whoever plays it hears what is left to do."""
    table = Table()
    telling = Telling(table.room())
    await telling.tell(table.deal())

    assert await telling.tell(Verdict(9, "dead", pays=True)) == [
        "No moves left: nothing can be turned up or taken from the talon any more."
        " Cards may still go home for points; then bank."
    ]
    assert await telling.tell(Verdict(9, "dead", pays=False)) == [
        "No moves left: nothing can be won or paid any more. Bank?"
    ]


async def test_the_end() -> None:
    """The own end, whether others still play, then the table."""
    table = Table()
    telling = Telling(table.room())
    await telling.tell(table.deal(), Progress(1, (row(0, 1), row(1, 2))))

    assert await telling.tell(Over(2, 1000, "bank", RESULT)) == [
        "Your game is over: banked, score 5, total 5, home 0.",
        "Others may still play: watch shows their boards; results come at the end.",
    ]
    said = await telling.tell(Results(3, (Placing(0, ME, "Me", (1000, "bank"), RESULT),)))
    assert said[0].startswith("Results\n1. Me (you): banked after 0:01.0, score 5")
