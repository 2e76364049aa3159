"""A field of bots: everybody sits, and one that fails stops them all."""

import pytest

from pantagruel_client.bots.field import Field, riders
from pantagruel_client.errors import MoveRefused, ServerUnreachable
from pantagruel_client.running import AT_ONCE
from pantagruel_protocol.client_messages import Play, Ready
from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import Ok, Refused
from tests.client.fake import Table, Talk, fake_server


def test_riders_differ() -> None:
    """Each has a name and a taste of its own, which the seed repeats."""
    first, second = riders(2, "a", AT_ONCE)

    assert first.name != second.name
    assert [one.name for one in riders(2, "a", AT_ONCE)] == [first.name, second.name]


async def test_one_failure_is_raised_as_itself() -> None:
    """The first error of a bot comes out plain, not in a group."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.seat(talk)
        ready = await talk.hear(Ready)
        await talk.say(Ok(ready.q), table.room("countdown"), table.deal())
        play = await talk.hear(Play)
        await talk.say(Refused(Code.ILLEGAL, "no", n=play.n))
        await talk.stay()

    async with fake_server(script) as fake, Field(fake.url, riders(1, "a", AT_ONCE)) as field:
        await field.join("K7QWERTY")
        with pytest.raises(MoveRefused):
            await field.run()


async def test_a_field_without_a_server_is_said() -> None:
    """Nobody is left half connected when the server is not there."""
    async with fake_server() as fake:
        url = fake.url
    with pytest.raises(ServerUnreachable):
        await Field(url, riders(3, "a", AT_ONCE)).__aenter__()
