"""The connection: doors, drops, resumes, and what is sent again."""

import asyncio

import pytest

from pantagruel_client.client import Client, Encoding
from pantagruel_client.errors import (
    MoveRefused,
    RequestRefused,
    ServerUnreachable,
)
from pantagruel_client.events import Dropped, Resumed
from pantagruel_protocol.client_messages import Hello, Join, Play, Ready
from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import (
    Error,
    Ok,
    Refused,
    Suspended,
)
from pantagruel_protocol.values import Limits, Resume
from tests.client.fake import (
    HURRY,
    TOKEN,
    Table,
    Talk,
    client,
    dealt,
    fake_server,
    stay,
    until,
)


@pytest.mark.parametrize("encoding", ["msgpack", "json"])
async def test_a_guest_gets_a_token(encoding: Encoding) -> None:
    """Coming in by name makes a guest, whose token is there to be kept."""
    async with fake_server(stay) as fake, client(fake, encoding) as me:
        assert me.name == "Me"
        assert me.player == "me"
        assert me.token == TOKEN


async def test_a_token_comes_without_a_name() -> None:
    """Whoever is known shows the token alone."""
    heard: list[Hello] = []

    async def script(talk: Talk) -> None:
        heard.append(await talk.welcome())
        await talk.stay()

    async with fake_server(script) as fake, client(fake, token=TOKEN) as me:
        assert me.token == TOKEN

    assert heard == [Hello(token=TOKEN)]


async def test_nobody_there_is_said_at_once() -> None:
    """The first connection is not tried twice."""
    async with fake_server() as fake:
        url = fake.url
    with pytest.raises(ServerUnreachable, match="refused"):
        async with Client(url, name="Me"):
            pass


async def test_another_kind_of_server_is_told_apart() -> None:
    """A web server that knows no races is named as such."""

    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        writer.close()
        await writer.wait_closed()

    async with await asyncio.start_server(hang_up, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(ServerUnreachable, match="no race server"):
            async with Client(f"ws://127.0.0.1:{port}", name="Me"):
                pass


async def test_a_refused_request_has_its_code() -> None:
    """A refusal reaches the one who asked, with code and words."""

    async def script(talk: Talk) -> None:
        await talk.welcome()
        join = await talk.hear(Join)
        await talk.say(Refused(Code.UNKNOWN_CODE, "no open race has this code", q=join.q))
        await talk.stay()

    async with fake_server(script) as fake, client(fake) as me:
        with pytest.raises(RequestRefused) as caught:
            await me.races.join("NOWHERE2")

    assert caught.value.code == Code.UNKNOWN_CODE


async def test_playing_before_the_deal_is_refused_here() -> None:
    """What the dialogue forbids is not sent at all; the error is the server's own."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.seat(talk)
        await talk.hear(Ready)
        await talk.stay()

    async with fake_server(script) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        with pytest.raises(MoveRefused) as caught:
            await race.play("D")
        ready = asyncio.create_task(race.ready())  # the number was not used up
        await asyncio.sleep(0)
        ready.cancel()

    assert caught.value.code == Code.NOT_STARTED


@pytest.mark.parametrize("encoding", ["msgpack", "json"])
async def test_a_drop_is_mended_and_the_move_sent_again(encoding: Encoding) -> None:
    """A move whose ack was lost is resumed or sent again; its caller notices nothing."""
    table = Table()

    async def first(talk: Talk) -> None:
        await table.begin(talk)
        table.accept(await talk.hear(Play))  # accepted, but the ack is lost
        await talk.hear(Play)  # this one is lost itself
        talk.cut()

    async def second(talk: Talk) -> None:
        assert Resume("race-1", 1) == (await talk.welcome()).resume
        await talk.say(table.acks[0], table.room("running"))
        again = await talk.hear(Play)
        assert Play(2, "D") == again
        await talk.say(table.accept(again))
        await talk.stay()

    async with fake_server(first, second) as fake, client(fake, encoding) as me:
        race = await me.races.join("K7QWERTY")
        await dealt(race)
        one, two = await asyncio.gather(race.play("D"), race.play("D"))
        seen = [event async for event in until(race, Resumed)]

    assert (one.n, two.n) == (1, 2)
    assert race.view.draws == 2
    assert Dropped in map(type, seen)
    assert seen[-1] == Resumed(1)


async def test_what_is_asked_while_away_goes_out_after_the_resume() -> None:
    """Commands given between two sockets wait, keep their order and come before requests."""
    table = Table()
    back = asyncio.Event()

    async def first(talk: Talk) -> None:
        await table.begin(talk)
        talk.cut()

    async def second(talk: Talk) -> None:
        await back.wait()
        await talk.welcome()
        await talk.say(table.room("running"))
        await talk.say(table.accept(await talk.hear(Play)))
        await talk.say(table.accept(await talk.hear(Play)))
        await talk.stay()

    async with fake_server(first, second) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        async for event in race.events():
            if isinstance(event, Dropped):
                break
        plays = [asyncio.create_task(race.play("D")) for _ in range(2)]
        await asyncio.sleep(0)
        back.set()
        acks = await asyncio.gather(*plays)

    assert [ack.n for ack in acks] == [1, 2]


async def test_a_suspended_race_goes_on_by_itself() -> None:
    """A command refused while the journal is away goes out again after the `resync`."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.begin(talk)
        play = await talk.hear(Play)
        await talk.say(Suspended(), Refused(Code.SUSPENDED, "try again", n=play.n))
        await talk.say(table.resync())
        again = await talk.hear(Play)
        assert play == again
        await talk.say(table.accept(again))
        await talk.stay()

    async with fake_server(script) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        await dealt(race)
        ack = await race.play("D")

    assert ack.n == 1
    assert not race.view.suspended


async def test_a_resync_settles_what_it_covers() -> None:
    """After a long absence the picture comes whole; an accepted move gets its stored answer."""
    table = Table()

    async def first(talk: Talk) -> None:
        await table.begin(talk)
        table.accept(await talk.hear(Play))
        talk.cut()

    async def second(talk: Talk) -> None:
        await talk.welcome()
        await talk.say(table.resync(), table.room("running"))
        again = await talk.hear(Play)
        assert again.n == 1
        await talk.say(table.acks[0])
        await talk.say(table.accept(await talk.hear(Play)))
        await talk.stay()

    async with fake_server(first, second) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        await dealt(race)
        first_ack = await race.play("D")
        second_ack = await race.play("D")

    assert first_ack == table.acks[0]
    assert second_ack.n == 2
    assert race.view.draws == 2


async def test_garbage_is_mended_like_a_drop() -> None:
    """A frame that is no message closes the socket; the next one resumes."""
    table = Table()

    async def first(talk: Talk) -> None:
        await table.begin(talk)
        await talk.say_raw(b"garbage")
        await talk.stay()

    async def second(talk: Talk) -> None:
        await talk.welcome()
        await talk.say(table.room("running"))
        await talk.stay()

    async with fake_server(first, second) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        seen = [event async for event in until(race, Resumed)]

    dropped = next(event for event in seen if isinstance(event, Dropped))
    assert "out of turn" in dropped.why


async def test_speaking_too_fast_is_followed_by_a_pause() -> None:
    """A server that hangs up for haste is asked again, but not at once."""
    table = Table()

    async def first(talk: Talk) -> None:
        await table.begin(talk)
        await talk.say(Error(Code.TOO_FAST, "more than 30 a second"))
        await talk.close(1008)

    async def second(talk: Talk) -> None:
        await talk.welcome()
        await talk.say(table.room("running"))
        await talk.stay()

    async with fake_server(first, second) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        seen = [event async for event in until(race, Resumed)]
    (dropped,) = (event for event in seen if isinstance(event, Dropped))

    assert dropped.wait_s == HURRY.calm_s
    assert dropped.why == "more than 30 a second"


async def test_the_client_keeps_to_the_rate_of_the_server() -> None:
    """Half of the burst goes out at once, the rest no faster than the server bears."""
    table, count = Table(), 20
    loop = asyncio.get_running_loop()
    heard: list[float] = []

    async def script(talk: Talk) -> None:
        await talk.welcome(Limits(4096, 4000, 100, 20))
        join = await talk.hear(Join)
        await talk.say(Ok(join.q), table.room("countdown"), table.deal(), table.room("running"))
        for _ in range(count):
            await talk.say(table.accept(await talk.hear(Play)))
            heard.append(loop.time())
        await talk.stay()

    async with fake_server(script) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        await dealt(race)
        begun = loop.time()
        acks = await asyncio.gather(*(race.play("D") for _ in range(count)))

    assert [ack.n for ack in acks] == list(range(1, count + 1))
    # Nine are left of the half burst after the join; each of the others waits for its token.
    assert heard[-1] - begun >= (count - 9 - 1) / 100
