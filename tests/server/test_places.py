"""Who asks for a place and for another one at once has one in the end, and every answer."""

from collections.abc import AsyncIterator

import pytest

from pantagruel_protocol.client_messages import Join, Leave, Ping, Play, Ready, Unwatch, Watch
from pantagruel_protocol.codecs import Codec
from pantagruel_protocol.codes import Code
from pantagruel_protocol.http_api import Created
from pantagruel_protocol.server_messages import Board, Ok, Pong, Progress, Refused, Room, Suspended
from pantagruel_server.settings import Settings
from tests.server.held import HeldJournal
from tests.server.house import NONCE, House, Peer, until


@pytest.fixture
def journal() -> HeldJournal:
    """Answer a journal that a test can hold."""
    return HeldJournal()


@pytest.fixture
async def house(settings: Settings, codec: Codec, journal: HeldJournal) -> AsyncIterator[House]:
    """Run a server on that journal."""
    async with House(settings, codec, open_journal=journal.open).open() as opened:
        yield opened


async def answers(peer: Peer, count: int) -> dict[int | None, type]:
    """Hear so many answers; tell them by the numbers of their requests."""
    heard = [await peer.answer() for _ in range(count)]
    return {answer.q: type(answer) for answer in heard}


async def crowd(house: House, made: Created) -> tuple[list[str], int]:
    """Ask a newcomer's room who sits and how many watch, the newcomer aside."""
    async with house.peer() as witness:
        await witness.ask(Watch(1, made.code))
        room = await witness.until(Room)
        return [seat.player for seat in room.seats], room.watchers - 1


async def test_to_leave_behind_a_change_of_places(house: House, journal: HeldJournal) -> None:
    """Who rises to watch and leaves at once is told that the first comes first."""
    async with house.peer() as anna, house.peer() as ben:
        made = await house.create(anna, seats=2)
        await house.seat(made.code, anna, ben)
        journal.held = True
        await ben.say(Watch(11, made.code), Leave(12), Watch(13, made.code))
        await until(lambda: len(journal.waiting) == 1)
        journal.held = False
        journal.flush()
        assert await answers(ben, 3) == {11: Ok, 12: Refused, 13: Refused}
        assert await crowd(house, made) == ([anna.player], 1)
        assert isinstance(await ben.ask(Unwatch(14)), Ok)
        assert await crowd(house, made) == ([anna.player], 0)


async def test_to_watch_behind_a_leave(house: House, journal: HeldJournal) -> None:
    """Who leaves is gone; to watch is for afterwards."""
    async with house.peer() as anna, house.peer() as ben:
        made = await house.create(anna, seats=2)
        await house.seat(made.code, anna, ben)
        journal.held = True
        await ben.say(Leave(11), Watch(12, made.code))
        await until(lambda: len(journal.waiting) == 1)
        journal.held = False
        journal.flush()
        assert await answers(ben, 2) == {11: Ok, 12: Refused}
        assert isinstance(await ben.ask(Watch(13, made.code)), Ok)
        assert await crowd(house, made) == ([anna.player], 1)


async def test_to_stop_watching_behind_a_seat(house: House, journal: HeldJournal) -> None:
    """Who takes a seat and stops watching at once has the seat, and can use it."""
    async with house.peer() as anna, house.peer() as ben:
        made = await house.create(anna, seats=2)
        await house.seat(made.code, anna)
        assert isinstance(await ben.ask(Watch(1, made.code)), Ok)
        journal.held = True
        await ben.say(Join(11, made.code), Unwatch(12))
        await until(lambda: len(journal.waiting) == 1)
        journal.held = False
        journal.flush()
        assert await answers(ben, 2) == {11: Ok, 12: Refused}
        assert await crowd(house, made) == ([anna.player, ben.player], 0)
        assert isinstance(await ben.ask(Ready(13, NONCE)), Ok)


async def test_a_seat_taken_while_the_door_opens(house: House, journal: HeldJournal) -> None:
    """Who asked to watch a deal, and has sat down before it elsewhere meanwhile, is not let in."""
    async with house.peer() as anna, house.peer() as zoe:
        made = await house.race(anna, seed="pan")
        other = await house.create(anna, seed="pan")
        async with house.peer(token=zoe.token) as second:
            journal.held = True
            await anna.say(Play(1, "D"))
            await until(lambda: len(journal.waiting) == 1)
            await zoe.say(Watch(1, made.code))
            await zoe.say(Ping(2, 0))
            await zoe.until(Pong)
            await second.say(Join(1, other.code))
            await until(lambda: len(journal.waiting) == 2)
            journal.held = False
            journal.flush()
            refused = await zoe.answer()

        assert isinstance(refused, Refused)
        assert refused.code is Code.OWN_RACE
        assert await crowd(house, made) == ([anna.player], 0)


async def test_an_outage_leaves_no_watcher_behind(house: House, journal: HeldJournal) -> None:
    """After it watchers have the room, the rows and every board again, as the disk has them."""
    async with house.peer() as anna, house.peer() as zoe:
        made = await house.race(anna)
        await anna.play(1, "D")
        assert isinstance(await zoe.ask(Watch(1, made.code)), Ok)
        await zoe.until(Board)
        journal.fail_appends = 1
        await anna.say(Play(2, "D"))
        await zoe.until(Suspended)
        room = await zoe.until(Room)
        rows = await zoe.until(Progress)
        board = await zoe.until(Board)

        assert room.phase == "running"
        assert (rows.rows[0].seat, board.k) == (0, 1)
