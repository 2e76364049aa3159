"""Races under a journal that fails and sockets that break, again and again: nothing is lost."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

from pantagruel_client.client import Client, Encoding
from pantagruel_client.errors import MoveRefused, RequestRefused
from pantagruel_client.race import Race
from pantagruel_protocol.server_messages import Deal
from pantagruel_protocol.verify import verify
from pantagruel_server.app import serving
from pantagruel_server.clock import Clock
from pantagruel_server.edge.outbox import Outbox
from pantagruel_server.journal.port import Journal
from pantagruel_server.settings import BOUNDLESS, Settings
from tests.server.house import living
from tests.server.journals import SqliteBench

RACES, MOVES = 4, 60
GETTING_ON = 10  # moves between two outages, or two breaks
Got = TypeVar("Got")


class Weather:
    """What befalls a server: a full disk, and broken lines.

    It goes by the moves that were acknowledged, not by the clock alone: a slow machine would else
    see nothing but bad weather.
    """

    def __init__(self, folder: Path) -> None:
        self.outages = 0
        self.drops = 0
        self.acked = 0
        self._chance = Random(5)
        self._bench = SqliteBench(folder)

    async def open(self, _settings: Settings, _clock: Clock) -> Journal:
        """Be the server's journal."""
        return await self._bench.open()

    async def fill_the_disk(self) -> None:
        """Let every flush fail for a moment, now and then."""
        while True:
            await self._calm(0.2, 0.8)
            self._bench.failing, self.outages = True, self.outages + 1
            await asyncio.sleep(self._chance.uniform(0.01, 0.2))
            self._bench.failing = False

    async def break_lines(self) -> None:
        """Abort connections, without a word."""
        while True:
            await self._calm(0.05, 0.2)
            for outbox in living(Outbox):
                if self._chance.random() < 0.2:
                    outbox._transport.abort()  # noqa: SLF001 -- the line breaks outside of everybody's control
                    self.drops += 1

    async def _calm(self, least_s: float, most_s: float) -> None:
        """Wait for a while, and until people got on."""
        enough = self.acked + GETTING_ON
        await asyncio.sleep(self._chance.uniform(least_s, most_s))
        while self.acked < enough:  # noqa: ASYNC110 -- there is no event for it
            await asyncio.sleep(0.01)


async def insisting(ask: Callable[[], Awaitable[Got]]) -> Got:
    """Ask until it is granted."""
    while True:
        try:
            return await ask()
        except (RequestRefused, MoveRefused):
            await asyncio.sleep(0.02)


async def played(race: Race, chance: Random, weather: Weather) -> list[str]:
    """Play some moves and bank; answer what was acknowledged."""
    moves: list[str] = []
    async for event in race.events():
        if isinstance(event, Deal):
            break
    while len(moves) < MOVES:
        move = chance.choice(race.view.legal_moves())
        try:
            await race.play(move)
        except MoveRefused:  # suspended: what the board is by then will be seen
            await asyncio.sleep(0.02)
        else:
            moves.append(move.text)
            weather.acked += 1
    await insisting(race.bank)
    return moves


async def raced(url: str, number: int, weather: Weather) -> None:
    """Race two against each other, and check the replay against what was acknowledged."""
    encoding: Encoding = "json" if number % 2 else "msgpack"
    async with AsyncExitStack() as stack:
        names = (f"One {number}", f"Two {number}")
        one, two = [
            await stack.enter_async_context(Client(url, name=name, encoding=encoding))
            for name in names
        ]
        race = await insisting(lambda: one.races.create(variant="turn3", seats=2))
        both = [race, await insisting(lambda: two.races.join(race.code))]
        for seat in both:
            await insisting(seat.ready)
        await insisting(race.start)
        told = await asyncio.gather(*(played(seat, Random(number), weather) for seat in both))
        replay = await insisting(lambda: one.replays.get(race.id))

    assert verify(replay) is None
    for player in replay.players:
        assert [text for _, text in player.moves] in told


@pytest.mark.slow
async def test_nothing_is_lost(tmp_path: Path) -> None:
    """Every acknowledged move is in the replay, once and in order, and every replay verifies."""
    weather = Weather(tmp_path)
    async with serving(
        Settings(port=0, data=tmp_path, bounds=BOUNDLESS), open_journal=weather.open
    ) as url:
        storms = asyncio.gather(weather.fill_the_disk(), weather.break_lines())
        try:
            async with asyncio.timeout(110):
                await asyncio.gather(*(raced(url, number, weather) for number in range(RACES)))
        finally:
            storms.cancel()
            await asyncio.wait([storms])

    assert weather.outages > 2
    assert weather.drops > 2
