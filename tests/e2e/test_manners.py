"""Good manners of the client at a real server: not too fast, and no quarrel about a seat."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from pantagruel_client.backoff import Backoff
from pantagruel_client.client import Client, Encoding
from pantagruel_client.errors import SeatTaken
from pantagruel_client.events import Dropped
from pantagruel_client.pace import Pace
from pantagruel_client.race import Race
from pantagruel_client.running import until_dealt
from pantagruel_server.app import serving
from pantagruel_server.settings import Bounds, Settings

HASTE = 160
# What is spared of the burst makes up for half a second in which a busy machine does nothing.
BOUNDS = Bounds(message_rate=100, message_burst=100)
# A machine that sends no hundred messages a second must meet the bound too.
LOW = Bounds(message_rate=15, message_burst=15)
HURRY = Backoff(first_s=0.001, most_s=0.004, patience_s=1, calm_s=0.05)


def settings(folder: Path, bounds: Bounds = BOUNDS) -> Settings:
    """Make the settings of a server that bears few messages."""
    return Settings(port=0, data=folder / "data", bounds=bounds)


async def rushed(url: str, encoding: Encoding) -> list[type]:
    """Give as many commands at once as there may be in flight; answer the events."""
    async with Client(url, name="Hasty", encoding=encoding, backoff=HURRY, chance=Random(1)) as me:
        race = await me.races.create(variant="turn3", seats=1)
        await race.ready()
        await until_dealt(race)
        await asyncio.gather(*(race.play("D") for _ in range(20)))
        for _ in range(HASTE // 20):
            await race.play("R")
            await asyncio.gather(*(race.play("D") for _ in range(20)))
        await race.bank()
        return [type(event) async for event in race.events()]


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["msgpack", "json"])
async def test_a_client_in_haste_is_never_thrown_out(tmp_path: Path, encoding: Encoding) -> None:
    """Its own brake keeps it below the server's: every move is played on one socket."""
    async with serving(settings(tmp_path)) as url:
        assert Dropped not in await rushed(url, encoding)


@pytest.mark.slow
async def test_control_without_the_brake_the_server_hangs_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bound is hit when nothing holds the client back; it comes back and ends the race."""
    monkeypatch.setattr(Pace, "wait_s", lambda *_: 0)
    async with serving(settings(tmp_path, LOW)) as url:
        assert Dropped in await rushed(url, "msgpack")


async def reading(race: Race) -> list[type]:
    """Read to the end."""
    return [type(event) async for event in race.events()]


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["msgpack", "json"])
async def test_two_tabs_do_not_fight_over_a_seat(tmp_path: Path, encoding: Encoding) -> None:
    """The newer one has it; the loser is told, does not come back, and the winner plays on."""
    async with serving(settings(tmp_path)) as url, Client(url, name="Ada", backoff=HURRY) as old:
        race = await old.races.create(variant="turn3", seats=1)
        await race.ready()
        await until_dealt(race)
        losing = asyncio.create_task(reading(race))
        async with Client(url, token=old.token, encoding=encoding, backoff=HURRY) as new:
            again = await new.races.join(race.code)
            winning = asyncio.create_task(reading(again))
            with pytest.raises(SeatTaken):
                await losing
            with pytest.raises(SeatTaken):
                await race.play("D")
            await asyncio.sleep(0.2)  # the loser's patience would have brought it back by now
            await again.play("D")
            await again.bank()

            assert Dropped not in await winning
