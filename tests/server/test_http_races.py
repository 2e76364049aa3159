"""Races over HTTP: listed, shown, and what is left of them."""

import asyncio

import aiohttp
import pytest
from msgspec import json

from pantagruel_protocol.client_messages import Bank, Settings
from pantagruel_protocol.http_api import Created, RaceInfo, RaceList
from pantagruel_protocol.server_messages import Ok, Reveal
from tests.server.house import House, Peer


async def listed(house: House, query: str = "") -> RaceList:
    """Ask for the list."""
    status, body = await house.get(f"/api/races{query}")
    assert status == 200, body
    return json.decode(body, type=RaceList)


async def shown(house: House, race: str) -> RaceInfo:
    """Ask for one race."""
    status, body = await house.get(f"/api/races/{race}")
    assert status == 200, body
    return json.decode(body, type=RaceInfo)


async def over(house: House, peer: Peer, **options: object) -> Created:
    """Run a race of one to its end, and wait until it is archived."""
    made = await house.race(peer, **options)
    await peer.say(Bank(1))
    await peer.until(Reveal)
    await house.get(f"/api/races/{made.race}/replay")
    return made


async def test_only_what_is_listed_is_listed(house: House) -> None:
    """A race by code is shown to whoever has its id, without the way in."""
    async with house.peer() as anna:
        made = await house.create(anna, visibility="listed", title=" Friday\u202e night ")
        hidden = await house.create(anna)
        (only,) = (await listed(house)).races
        assert (only.race, only.code, only.settings.name) == (made.race, made.code, "Friday night")
        assert only.link == f"{house.url}/join#{made.code}" == made.link
        info = await shown(house, hidden.race)

        assert (info.code, info.link, info.phase) == (None, None, "open")
        assert info.acts[0].act == "opened"


async def test_a_host_lists_and_hides(house: House) -> None:
    """Visibility is a setting."""
    async with house.peer() as anna:
        made = await house.create(anna)
        await house.enter(made.code, anna)
        assert isinstance(await anna.ask(Settings(anna.q(), visibility="listed")), Ok)
        assert len((await listed(house)).races) == 1
        assert isinstance(await anna.ask(Settings(anna.q(), visibility="code")), Ok)
        assert (await listed(house)).races == ()


async def test_the_order_and_the_pages(house: House) -> None:
    """Those to join first, then those that run, then the newest of those that are over."""
    async with house.peer() as anna, house.peer() as ben, house.peer() as cleo:
        done = await over(house, anna, visibility="listed")
        house.clock.advance(5)
        later = await over(house, ben, visibility="listed")
        running = await house.race(cleo, visibility="listed")
        house.clock.advance(5)
        joinable = await house.create(anna, visibility="listed")
        order = [joinable.race, running.race, later.race, done.race]
        assert order == [race.race for race in (await listed(house)).races]
        for size in (1, 3):
            found: list[str] = []
            page = await listed(house, f"?limit={size}")
            while True:
                assert len(page.races) <= size
                found += [race.race for race in page.races]
                if page.next is None:
                    break
                page = await listed(house, f"?limit={size}&after={page.next}")
            assert order == found


async def test_the_filters(house: House) -> None:
    """By phase and by variant."""
    async with house.peer() as anna, house.peer() as ben:
        done = await over(house, anna, visibility="listed")
        other = await house.create(ben, variant="turn3", visibility="listed")

        for query, races in (
            ("?phase=open", [other.race]),
            ("?phase=finished", [done.race]),
            ("?variant=turn1", [done.race]),
            ("?variant=turn3&phase=finished", []),
        ):
            assert races == [race.race for race in (await listed(house, query)).races]


@pytest.mark.parametrize(
    "limit",
    ["0", "101", "x", "-1", "1.5", "", "٣", "9" * 30, "0000000019999", "000000001" + "9" * 5000],
    ids=lambda limit: limit[:15],
)
async def test_a_list_has_a_size(house: House, limit: str) -> None:
    """A limit that is none is refused, not guessed at."""
    status, body = await house.get(f"/api/races?limit={limit}")

    assert (status, json.decode(body)["code"]) == (400, "bad-field")


async def test_pages_after_nothing(house: House) -> None:
    """A race that is not there has nothing after it."""
    assert (await listed(house, "?after=nobody")).races == ()


async def test_what_is_left_of_a_race(house: House) -> None:
    """Results, times, settings and the host's acts outlive the race in memory."""
    async with house.peer("Anna") as anna:
        made = await over(house, anna, faces=3)
        live = await shown(house, made.race)
        house.clock.advance(11 * 60_000)
        async with asyncio.timeout(5):
            while (kept := await shown(house, made.race)).seats[0].on:  # as long as it is live
                pass

        assert kept.results == live.results
        assert [placing.name for placing in kept.results] == ["Anna"]
        assert kept.replay == f"/api/races/{made.race}/replay"
        assert (kept.settings.faces, kept.opened, kept.closed) == (3, live.opened, live.closed)
        assert [act.act for act in kept.acts] == ["opened", "start"]


async def test_a_race_that_is_nowhere(house: House) -> None:
    """Neither live nor kept."""
    status, body = await house.get("/api/races/nowhere")

    assert (status, json.decode(body)["code"]) == (404, "race-unknown")


@pytest.mark.parametrize("host", ["[", "x:99999999", ""])
async def test_a_host_that_is_none(house: House, host: str) -> None:
    """Whoever does not say where they found the server gets everything but the link."""
    async with aiohttp.ClientSession(headers={"Host": host}) as session:
        wish = {"variant": "turn1", "visibility": "listed"}
        async with session.post(f"{house.url}/api/races", json=wish) as response:
            made = json.decode(await response.read(), type=Created)
            assert (response.status, made.link) == (201, None)
        async with session.get(f"{house.url}/api/races") as response:
            (only,) = json.decode(await response.read(), type=RaceList).races

    assert (only.race, only.code, only.link) == (made.race, made.code, None)
