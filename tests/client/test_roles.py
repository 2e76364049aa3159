"""Where a client is and as what: changed when the server grants it, kept across drops."""

import asyncio

import pytest

from pantagruel_client.client import Encoding
from pantagruel_client.errors import RequestRefused
from pantagruel_client.events import RaceEvent, Resumed
from pantagruel_client.race import Race, Watch
from pantagruel_engine.view import player_view
from pantagruel_protocol.client_messages import Join, Leave, Play, Say, Unwatch
from pantagruel_protocol.client_messages import Watch as AskToWatch
from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import (
    Board,
    Error,
    Ok,
    Over,
    Progress,
    Refused,
    Rematched,
    Results,
    Reveal,
    Room,
)
from pantagruel_protocol.values import Result
from tests.client.fake import Table, Talk, client, fake_server
from tests.client.test_presence import next_room

ENCODINGS = pytest.mark.parametrize("encoding", ["msgpack", "json"])
RESULT = Result("unfinished", None, 5, 0, 0, 5, 0, 36, 1, 0, 0, 1000)


async def until(presence: Race | Watch, kind: type[RaceEvent]) -> list[RaceEvent]:
    """Read events up to one of *kind*."""
    seen = []
    async for event in presence.events():
        seen.append(event)
        if isinstance(event, kind):
            break
    return seen


@ENCODINGS
async def test_a_watcher_sees_boards_move(encoding: Encoding) -> None:
    """The room, the pictures and the steps arrive as events and in the view; then it goes."""
    table = Table("turn3")

    async def script(talk: Talk) -> None:
        await table.watched(talk)
        await talk.say(table.progress(table.step("D")), table.progress(table.step("D")))
        unwatch = await talk.hear(Unwatch)
        await talk.say(Ok(unwatch.q))
        join = await talk.hear(Join)
        await talk.say(Ok(join.q), Table().room())
        await talk.stay()

    async with fake_server(script) as fake, client(fake, encoding) as me:
        watch = await me.races.watch("K7QWERTY")
        while watch.view.players[1].board is None or watch.view.players[1].board.k < 2:
            await anext(watch.events())
        board = watch.view.players[1].board
        with pytest.raises(RequestRefused, match="in-race"):
            await me.races.watch("OTHER234")
        await watch.leave()
        await watch.leave()  # once more does no harm
        race = await me.races.join("SECOND22")

    assert player_view(board.game) == player_view(table.game)
    assert watch.id == "race-1"
    assert race.view.phase == "open"


async def test_a_watcher_may_not_play() -> None:
    """What a watcher may not say is refused before it is sent."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.watched(talk)
        await talk.stay()

    async with fake_server(script) as fake, client(fake) as me:
        watch = await me.races.watch("K7QWERTY")
        with pytest.raises(RequestRefused) as caught:
            await watch._connection.ask(Leave(99))  # noqa: SLF001 - there is no such method

    assert caught.value.code is Code.WATCHING


@ENCODINGS
async def test_watching_goes_on_after_a_drop(encoding: Encoding) -> None:
    """The client asks again by the race's id, and new pictures take the place of the old."""
    table = Table("turn3")
    again: list[AskToWatch] = []

    async def first(talk: Talk) -> None:
        await table.watched(talk)
        await talk.say(table.progress(table.step("D")))
        table.step("D")  # nobody hears of it
        talk.cut()

    async def second(talk: Talk) -> None:
        await talk.welcome()
        watch = await talk.hear(AskToWatch)
        again.append(watch)
        early = table.progress(table.step("D"))  # before the picture comes: in it already
        await talk.say(Ok(watch.q), table.room("running"), early, table.board())
        say = await talk.hear(Say)
        await talk.say(Ok(say.q), table.progress(table.step("D")))
        await talk.stay()

    async with fake_server(first, second) as fake, client(fake, encoding) as me:
        watch = await me.races.watch("K7QWERTY")
        await until(watch, Resumed)
        await watch.say("back")
        while (board := watch.view.players[1].board) is None or board.k < 4:
            await anext(watch.events())

    assert again[0].code == "race-1"
    assert player_view(board.game) == player_view(table.game)


async def test_a_race_that_may_not_be_watched_again_frees_the_client() -> None:
    """When the way back is refused the stream ends with it, and the client goes on."""
    table = Table()

    async def first(talk: Talk) -> None:
        await table.watched(talk)
        talk.cut()

    async def second(talk: Talk) -> None:
        await talk.welcome()
        watch = await talk.hear(AskToWatch)
        await talk.say(Refused(Code.RACE_UNKNOWN, "no such race is live here", q=watch.q))
        await table.watched_again(talk)
        await talk.stay()

    async with fake_server(first, second) as fake, client(fake) as me:
        watch = await me.races.watch("K7QWERTY")
        with pytest.raises(RequestRefused, match="race-unknown"):
            await until(watch, Resumed)
        await me.races.watch("K7QWERTY")


@ENCODINGS
async def test_a_seat_is_given_up_for_watching_and_taken_again(encoding: Encoding) -> None:
    """In an open race the role changes both ways; the old role's stream ends."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.seat(talk)
        await table.watched_again(talk)
        join = await talk.hear(Join)
        assert join.code == "K7QWERTY"
        await talk.say(table.progress())  # sent before the grant: the watcher's still
        await talk.say(Ok(join.q), table.room(), table.room("countdown"), table.deal())
        await talk.say(table.accept(await talk.hear(Play)))
        await talk.stay()

    async with fake_server(script) as fake, client(fake, encoding) as me:
        race = await me.races.join("K7QWERTY")
        watch = await race.watch()
        gone = [event async for event in race.events()]
        race = await watch.join()
        seen = [event async for event in watch.events()]
        async for _ in race.events():
            if race.view.playing:
                break
        await race.play("D")

    assert Room in map(type, gone)
    assert isinstance(seen[-1], Progress)
    assert race.view.draws == 1


async def test_a_refused_change_leaves_the_old_role() -> None:
    """Who may not sit goes on watching, and who may not watch goes on sitting."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.seat(talk)
        watch = await talk.hear(AskToWatch)
        await talk.say(Refused(Code.STARTED, "too late", q=watch.q), table.room("countdown"))
        await talk.stay()

    async with fake_server(script) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        with pytest.raises(RequestRefused, match="started"):
            await race.watch()
        while race.view.phase != "countdown":
            await anext(race.events())


@ENCODINGS
async def test_who_is_done_watches_beside_the_seat(encoding: Encoding) -> None:
    """Both streams go on, also after a drop; the seat is resumed and the boards come anew."""
    table = Table("turn3")
    rival = Table("turn3")

    async def first(talk: Talk) -> None:
        await table.begin(talk)
        await talk.say(Over(2, 5, "dead", RESULT))
        watch = await talk.hear(AskToWatch)
        await talk.say(Ok(watch.q), rival.board(), rival.progress(rival.step("D")))
        talk.cut()

    async def second(talk: Talk) -> None:
        hello = await talk.welcome()
        assert hello.resume is not None
        assert hello.resume.s == 1
        await talk.say(Over(2, 5, "dead", RESULT), table.room("running"))
        watch = await talk.hear(AskToWatch)
        await talk.say(Ok(watch.q), rival.board(), rival.progress(rival.step("D")))
        await talk.say(Results(3, ()), Reveal(4, "0" * 64, "/api/races/race-1/replay"))
        await talk.stay()

    async with fake_server(first, second) as fake, client(fake, encoding) as me:
        race = await me.races.join("K7QWERTY")
        await until(race, Over)
        watch = await race.watch()
        seen = [type(event) async for event in watch.events()]
        rest = [type(event) async for event in race.events()]

    assert seen.count(Board) == 2
    assert Over not in rest  # it is news once
    assert race.view.over
    assert watch.view.over
    assert watch.view.players[1].board is not None
    assert watch.view.players[1].board.k == 2


async def test_who_is_done_is_carried_to_a_seat() -> None:
    """A rematch ends the watching beside the seat."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.begin(talk)
        await talk.say(Over(2, 5, "dead", RESULT))
        watch = await talk.hear(AskToWatch)
        await talk.say(Ok(watch.q), Results(3, ()))
        await talk.say(Reveal(4, "0" * 64, "/api/races/race-1/replay"))
        await talk.say(Rematched("race-2", "NEXT2345"), next_room())
        await talk.stay()

    async with fake_server(script) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        await until(race, Over)
        watch = await race.watch()
        following = await race.followed()
        assert await watch.followed() is None

    assert following is not None
    assert following.id == "race-2"


async def test_a_move_whose_grant_was_lost_is_made_again() -> None:
    """A seat that was given up cannot be resumed; the request to watch goes out once more."""
    table = Table()

    async def first(talk: Talk) -> None:
        await table.seat(talk)
        await talk.hear(AskToWatch)
        talk.cut()

    async def second(talk: Talk) -> None:
        await talk.welcome()
        await talk.say(Error(Code.NOT_YOUR_RACE, "this player has no seat in that race"))
        await table.watched_again(talk)
        await talk.stay()

    async with fake_server(first, second) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        watch = await race.watch()

    assert watch.view.phase == "running"


async def test_a_seat_that_was_left_before_the_drop_is_left() -> None:
    """The answer to `leave` was lost: there is nothing more to leave."""
    table = Table()

    async def first(talk: Talk) -> None:
        await table.seat(talk)
        await talk.hear(Leave)
        talk.cut()

    async def second(talk: Talk) -> None:
        await talk.welcome()
        await talk.say(Error(Code.NOT_YOUR_RACE, "this player has no seat in that race"))
        join = await talk.hear(Join)
        await talk.say(Ok(join.q), table.room())
        await talk.stay()

    async with fake_server(first, second) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        await race.leave()
        await me.races.join("K7QWERTY")


async def test_a_seat_whose_room_was_never_seen_is_joined_again() -> None:
    """A drop between the grant and the room leads back by the code."""
    table = Table()

    async def first(talk: Talk) -> None:
        await talk.welcome()
        join = await talk.hear(Join)
        await talk.say(Ok(join.q))
        talk.cut()

    async def second(talk: Talk) -> None:
        hello = await talk.welcome()
        assert hello.resume is None
        join = await talk.hear(Join)
        await talk.say(Ok(join.q), table.room())
        await talk.stay()

    async with fake_server(first, second) as fake, client(fake) as me:
        async with asyncio.timeout(2):
            race = await me.races.join("K7QWERTY")

    assert race.code == "K7QWERTY"


async def test_leaving_the_old_race_leaves_a_rematch_that_nobody_wanted() -> None:
    """Who was carried while he packed is free all the same."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.begin(talk)
        await talk.say(Results(2, ()), Reveal(3, "0" * 64, "/api/races/race-1/replay"))
        await talk.say(Rematched("race-2", "NEXT2345"), next_room())
        leave = await talk.hear(Leave)
        await talk.say(Ok(leave.q))
        join = await talk.hear(Join)
        await talk.say(Ok(join.q), table.room())
        await talk.stay()

    async with fake_server(script) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        async for _ in race.events(linger=True):
            pass
        await race.leave()
        await me.races.join("K7QWERTY")
