"""The client's life: entered, used, left, used again, and what is wrong when it is not entered."""

import pytest

from pantagruel_client.address import BadAddress
from pantagruel_client.client import Client
from pantagruel_client.errors import BadName, ConnectionLost, Disagreement, RequestRefused
from pantagruel_protocol.client_messages import Finish, Forfeit, Join, Leave, Play
from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import Ack, Ok, Refused
from tests.client.fake import Table, Talk, client, fake_server


async def test_a_client_that_is_not_entered_says_so() -> None:
    """Using it too early or too late is an error that names the way."""
    me = Client("127.0.0.1:1", name="Me")

    with pytest.raises(ConnectionLost, match="async with Client"):
        await me.races.join("K7QWERTY")
    with pytest.raises(ConnectionLost, match="async with Client"):
        _ = me.player
    with pytest.raises(ConnectionLost, match="async with Client"):
        _ = me.token


async def test_a_client_that_was_left_is_over() -> None:
    """After the block nothing can be asked any more."""

    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.stay()

    async with fake_server(script) as fake:
        async with client(fake) as me:
            pass
        with pytest.raises(ConnectionLost, match="closed"):
            await me.races.join("K7QWERTY")


def test_no_address_is_said_at_once() -> None:
    """A URL that is none does not wait for the connection."""
    with pytest.raises(BadAddress):
        Client("ftp://nowhere")


def test_a_name_that_is_too_long_is_said_at_once() -> None:
    """The length of a name is known here; the server would only hang up."""
    with pytest.raises(BadName, match="40 characters at most, this one has 41"):
        Client("127.0.0.1:1", name="x" * 41)


@pytest.mark.parametrize("code", ["AB CD", "", "K7QWERTÝ", "x" * 65])
async def test_what_cannot_be_a_code_is_unknown(code: str) -> None:
    """It is refused before it is sent, and the next code may be tried."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.begin(talk)
        await talk.stay()

    async with fake_server(script) as fake, client(fake) as me:
        with pytest.raises(RequestRefused) as refused:
            await me.races.join(code)
        race = await me.races.join(" K7QWERTY\n")

    assert refused.value.code is Code.UNKNOWN_CODE
    assert race.code == table.room().code


async def test_one_race_after_the_other() -> None:
    """A client sits in one race at a time; when it has left it may join the next."""
    table, other = Table(), Table("turn3")

    async def script(talk: Talk) -> None:
        await table.begin(talk)
        play = await talk.hear(Play)
        await talk.say(table.accept(play))
        leave = await talk.hear(Leave)
        await talk.say(Ok(leave.q))
        join = await talk.hear(Join)
        await talk.say(Ok(join.q), other.room(), other.deal())
        play = await talk.hear(Play)
        assert play.n == 1
        await talk.say(other.accept(play))
        await talk.stay()

    async with fake_server(script) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        async for _ in race.events():
            if race.view.playing:
                break
        await race.play("D")
        with pytest.raises(RequestRefused, match="in-race"):
            await me.races.join("SECOND22")
        await race.leave()
        left = [type(event) async for event in race.events()]
        again = await me.races.join("SECOND22")
        async for _ in again.events():
            if again.view.playing:
                break
        ack = await again.play("D")

    assert Ack in left  # what waited was read, then the stream was at its end
    assert len(ack.drawn) == 3


async def test_a_server_that_cheats_ends_the_client() -> None:
    """An acknowledged illegal move is told to everybody who waits, and the line is closed."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.begin(talk)
        play = await talk.hear(Play)
        await talk.say(table.ack(play.n, table.shown_nothing(), 10))
        await talk.stay()

    async with fake_server(script) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        async for _ in race.events():
            if race.view.playing:
                break
        with pytest.raises(Disagreement):
            await race.play("R")
        with pytest.raises(Disagreement):
            [event async for event in race.events()]
        with pytest.raises(Disagreement):
            await race.play("D")


async def test_every_command_may_be_refused() -> None:
    """Finish and forfeit reach the server and come back with its reason."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.begin(talk)
        finish = await talk.hear(Finish)
        await talk.say(Refused(Code.NOT_FINISHABLE, "cards are hidden", n=finish.n))
        forfeit = await talk.hear(Forfeit)
        await talk.say(Refused(Code.TOO_EARLY, "wait", n=forfeit.n))
        await talk.stay()

    async with fake_server(script) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        async for _ in race.events():
            if race.view.playing:
                break
        with pytest.raises(RequestRefused, match="not-finishable"):
            await race.finish()
        with pytest.raises(RequestRefused, match="too-early"):
            await race.forfeit()
        assert race.id == "race-1"
        assert race.results == ()
