"""Hosting with the client at a real server: chat, roles, kicks, an early close, the rematch."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from pantagruel_client.client import Client, Encoding
from pantagruel_client.errors import Kicked, RequestRefused
from pantagruel_client.events import RaceEvent
from pantagruel_client.race import Race, Watch
from pantagruel_client.running import until_dealt
from pantagruel_protocol.server_messages import Said
from pantagruel_server.app import serving
from pantagruel_server.settings import BOUNDLESS, Settings

pytestmark = pytest.mark.slow
ENCODINGS = pytest.mark.parametrize("encoding", ["msgpack", "json"])


class House:
    """A server and everybody who came to it."""

    def __init__(self, url: str, encoding: Encoding, stack: AsyncExitStack) -> None:
        self.url = url
        self._encoding: Encoding = encoding
        self._stack = stack

    async def guest(self, name: str | None, token: str | None = None) -> Client:
        """Come in."""
        client = Client(self.url, name=name, token=token, encoding=self._encoding)
        return await self._stack.enter_async_context(client)


@pytest.fixture
async def house(tmp_path: Path, encoding: Encoding) -> AsyncIterator[House]:
    settings = Settings(port=0, data=tmp_path / "data", bounds=BOUNDLESS)
    async with serving(settings) as url, AsyncExitStack() as stack, asyncio.timeout(30):
        yield House(url, encoding, stack)


async def line(presence: Race | Watch) -> str:
    """Wait for the next line that is said."""
    async for event in presence.events():
        if isinstance(event, Said):
            return event.text
    raise AssertionError("nothing more was said")


async def rest(presence: Race | Watch) -> list[RaceEvent]:
    """Read to the end of the race."""
    return [event async for event in presence.events()]


@ENCODINGS
async def test_a_host_and_the_room(house: House) -> None:
    """Settings are seen, words heard, seats given up and taken, guests sent away for good."""
    host, other = await house.guest("Grandgousier"), await house.guest("Touquedillon")
    race = await host.races.create(variant="turn3", seats=2)
    watch = await other.races.watch(race.code)
    await race.settings(title="Fouaces", faces=30, chat="all")
    await watch.say("may I?")
    assert await line(race) == "may I?"
    guest = await watch.join()
    assert guest.view.room.settings.name == "Fouaces"
    assert guest.view.room.settings.faces == 30
    watch = await guest.watch()
    assert [seat.name for seat in watch.view.seats] == ["Grandgousier"]
    with pytest.raises(RequestRefused, match="not-host"):
        await watch.kick(host.player)
    guest = await watch.join()
    await race.kick(other.player)
    with pytest.raises(Kicked):
        await rest(guest)
    again = await house.guest(None, other.token)
    with pytest.raises(RequestRefused, match="kicked"):
        await again.races.join(race.code)
    await race.cancel()
    await rest(race)

    assert race.view.phase == "cancelled"


@ENCODINGS
async def test_a_race_closed_by_consent_is_followed_by_another(house: House) -> None:
    """All who play agree, the table comes, and the rematch carries players and watchers."""
    clients = [await house.guest(name) for name in ("Pantagruel", "Panurge", "Epistemon")]
    host = await clients[0].races.create(variant="turn3", seats=2)
    guest = await clients[1].races.join(host.code)
    watch = await clients[2].races.watch(host.code)
    for race in (host, guest):
        await race.ready()
    await until_dealt(host)
    await until_dealt(guest)
    await host.agree()
    await host.agree(False)
    await guest.agree()
    await host.agree()
    for presence in (host, guest, watch):
        await rest(presence)
    assert [placing.ended[1] for placing in host.results] == ["bank", "bank"]
    assert host.results == guest.results == watch.results

    following = await host.rematch()
    others = [await guest.followed(), await watch.followed()]
    assert {other and other.id for other in others} == {following.id}
    assert following.id != host.id
    assert [type(other) for other in others] == [Race, Watch]
    for seat in (following, guest.next):
        assert seat is not None
        await seat.ready()
    await until_dealt(following)
    ack = await following.play("D")

    assert ack.n == 1
    assert not following.view.over


@ENCODINGS
async def test_races_are_found_and_shown(house: House) -> None:
    """A listed race is found by its code, one by code alone is only shown to who knows its id."""
    host = await house.guest("Xenomanes")
    race = await host.races.create(
        variant="turn1", seats=3, title="Lanterns", visibility="listed", bell_ms=30_000
    )
    looker = await house.guest("Carpalim")
    (found,) = (await looker.races.list(phase="open", variant="turn1")).races
    shown = await looker.races.show(race.id)
    rules = {one.id: one for one in await looker.variants()}
    await race.settings(visibility="code")
    hidden = await looker.races.list()

    assert (found.race, found.code, found.bell_ms) == (race.id, race.code, 30_000)
    assert shown.settings.name == "Lanterns"
    assert [seat.name for seat in shown.seats] == ["Xenomanes"]
    assert rules["turn1"].draw == 1
    assert hidden.races == ()
    with pytest.raises(RequestRefused, match="race-unknown"):
        await looker.races.show("nowhere")
