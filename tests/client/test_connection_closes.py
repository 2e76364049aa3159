"""Which closes are final, which are mended, and what a guest, a watcher or a seat loses."""

import pytest

from pantagruel_client.errors import (
    ConnectionLost,
    Kicked,
    RequestRefused,
    SeatTaken,
    TokenUnknown,
)
from pantagruel_client.events import Resumed
from pantagruel_protocol.client_messages import Hello, Join, Play
from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import (
    Error,
    Ok,
    Welcome,
)
from pantagruel_protocol.values import Limits
from tests.client.fake import (
    TOKEN,
    Table,
    Talk,
    client,
    dealt,
    fake_server,
    until,
)


async def test_a_bad_token_is_final() -> None:
    """A token that nobody has is its own error, so that the caller can forget it."""

    async def script(talk: Talk) -> None:
        await talk.hear(Hello)
        await talk.say(Error(Code.BAD_TOKEN, "nobody has this token"))
        await talk.close(4002)

    async with fake_server(script) as fake:
        with pytest.raises(TokenUnknown, match="nobody has this token"):
            async with client(fake, token=TOKEN):
                pass


async def test_a_lost_seat_is_not_fought_for() -> None:
    """A newer socket of the same player wins: the close is final, and everybody is told."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.begin(talk)
        await talk.hear(Play)
        await talk.say(Error(Code.REPLACED, "a newer socket took this seat"))
        await talk.close(4003)

    async with fake_server(script) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        await dealt(race)
        with pytest.raises(SeatTaken):
            await race.play("D")
        with pytest.raises(SeatTaken):
            await dealt(race)
        with pytest.raises(SeatTaken):
            await race.play("D")


@pytest.mark.parametrize("code", [4000, 4001, 1009, 4999])
async def test_final_closes_are_not_tried_again(code: int) -> None:
    """A close that would only come again ends the client, an unknown one of ours included."""

    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.hear(Join)
        await talk.close(code, "go away")

    async with fake_server(script) as fake, client(fake) as me:
        with pytest.raises(ConnectionLost, match="go away") as caught:
            await me.races.join("K7QWERTY")

    assert caught.value.close == code


@pytest.mark.parametrize("code", [1000, 1001, 1011, 1012, 1013])
async def test_other_closes_are_tried_again(code: int) -> None:
    """A server that stops, fails or finds us slow is asked again."""
    table = Table()

    async def first(talk: Talk) -> None:
        await table.begin(talk)
        await talk.close(code)

    async def second(talk: Talk) -> None:
        await talk.welcome()
        await talk.say(table.room("running"))
        await talk.stay()

    async with fake_server(first, second) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        seen = [event async for event in until(race, Resumed)]

    assert seen[-1] == Resumed(0)


async def test_patience_ends() -> None:
    """When nobody comes back the wait ends, and everybody who waits is told."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.begin(talk)
        await talk.hear(Play)
        talk.cut()

    async with fake_server(script) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        await dealt(race)
        with pytest.raises(ConnectionLost, match="lost"):
            await race.play("D")
        with pytest.raises(ConnectionLost):
            await dealt(race)


async def test_a_race_that_is_gone_frees_the_client() -> None:
    """When a resume fails the race is lost, but the client stays and may join another."""
    table = Table()

    async def first(talk: Talk) -> None:
        await table.begin(talk)
        talk.cut()

    async def second(talk: Talk) -> None:
        await talk.welcome()
        await talk.say(Error(Code.RACE_UNKNOWN, "no such race is live here"))
        join = await talk.hear(Join)
        await talk.say(Ok(join.q), table.room())
        await talk.stay()

    async with fake_server(first, second) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        with pytest.raises(RequestRefused, match="race-unknown"):
            [event async for event in until(race, Resumed)]
        again = await me.races.join("K7QWERTY")

    assert again.code == "K7QWERTY"


@pytest.mark.parametrize("token", [None, TOKEN])
async def test_a_forgotten_guest_without_a_seat_comes_in_again(token: str | None) -> None:
    """A server that starts anew has forgotten guests who never sat: the name makes another."""
    hellos: list[Hello] = []
    other = "7a" * 32

    async def first(talk: Talk) -> None:
        await talk.welcome()
        talk.cut()

    async def second(talk: Talk) -> None:
        hellos.append(await talk.hear(Hello))
        await talk.say(Error(Code.BAD_TOKEN, "nobody has this token"))
        await talk.close(4002)

    async def third(talk: Talk) -> None:
        hellos.append(await talk.hear(Hello))
        await talk.say(Welcome("new", "Me", 0, Limits(4096, 4000, 30, 120), token=other))
        join = await talk.hear(Join)
        await talk.say(Ok(join.q), Table().room())
        await talk.stay()

    async with fake_server(first, second, third) as fake, client(fake, token=token) as me:
        await me.races.join("K7QWERTY")

        assert (me.player, me.token) == ("new", other)

    assert [(hello.name, hello.token) for hello in hellos] == [(None, TOKEN), ("Me", None)]


async def test_a_forgotten_watcher_watches_on_as_somebody_else() -> None:
    """Who only watches loses nothing with the old name tag."""
    table = Table()

    async def first(talk: Talk) -> None:
        await table.watched(talk)
        talk.cut()

    async def second(talk: Talk) -> None:
        await talk.hear(Hello)
        await talk.close(4002)

    async def third(talk: Talk) -> None:
        await talk.hear(Hello)
        await talk.say(Welcome("new", "Me", 0, Limits(4096, 4000, 30, 120), token="7a" * 32))
        await table.watched_again(talk)
        await talk.stay()

    async with fake_server(first, second, third) as fake, client(fake) as me:
        watch = await me.races.watch("K7QWERTY")
        async for event in watch.events():
            if isinstance(event, Resumed):
                break

        assert watch.view.me == "new"


async def test_a_forgotten_player_with_a_seat_is_told() -> None:
    """A seat cannot be taken up by somebody else: that is final."""
    table = Table()

    async def first(talk: Talk) -> None:
        await table.begin(talk)
        talk.cut()

    async def second(talk: Talk) -> None:
        await talk.hear(Hello)
        await talk.say(Error(Code.BAD_TOKEN, "nobody has this token"))
        await talk.close(4002)

    async with fake_server(first, second) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        with pytest.raises(TokenUnknown, match="nobody has this token"):
            [event async for event in until(race, Resumed)]


async def test_who_is_kicked_does_not_come_back() -> None:
    """The host's word is final for this client."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.seat(talk)
        await talk.say(Error(Code.KICKED, "the host sent this player away"))
        await talk.close(4004)

    async with fake_server(script) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        with pytest.raises(Kicked, match="sent this player away"):
            [event async for event in until(race, Resumed)]
