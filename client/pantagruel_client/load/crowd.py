"""Everybody who loads one server, and the pace at which they move."""

import asyncio
import random
import time
from collections import deque
from dataclasses import dataclass

from pantagruel_client import web
from pantagruel_client.address import Address
from pantagruel_client.load.people import Player, Watcher
from pantagruel_client.load.scripts import script
from pantagruel_client.load.tally import Tally
from pantagruel_protocol.http_api import NewRace

DEALS = 10  # numbered ones, so that what can be played is known beforehand
TOGETHER = 25  # races that are set up, and watchers that come, at a time
WAKE_S = 0.002
SETTLE_S = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How big a load is; *watchers* of each race, *moves* that each player has ready."""

    races: int = 10
    players: int = 4
    watchers: int = 0
    variant: str = "turn3"
    moves: int = 400


class Crowd:
    """All players and watchers of one server."""

    def __init__(self, address: Address, plan: Plan) -> None:
        self.tally = Tally()
        self.address = address
        self.plan = plan
        self.races = [
            [
                Player(script(plan.variant, _deal(race), seat, plan.moves), self.tally)
                for seat in range(plan.players)
            ]
            for race in range(plan.races)
        ]
        self.players = [player for race in self.races for player in race]
        self.watchers: list[Watcher] = []
        self.codes: list[str] = []
        chance = random.Random(1)  # noqa: S311 -- an order, no secret
        self._turns = deque(chance.sample(self.players, len(self.players)))
        self._gate = asyncio.Semaphore(TOGETHER)

    async def begin(self) -> None:
        """Open every race, wait for its cards, and let the watchers come."""
        self.codes = list(await asyncio.gather(*map(self._open, range(self.plan.races))))
        await asyncio.gather(*(player.cards() for player in self.players))
        await self.watch(self.plan.watchers)

    async def watch(self, count: int) -> None:
        """Let *count* more watchers come to each race."""
        coming = [
            (Watcher(self.tally), code, f"Watcher {number}")
            for number in range(count)
            for code in self.codes
        ]
        await asyncio.gather(*(self._come(*each) for each in coming))
        self.watchers += [watcher for watcher, _, _ in coming]

    async def pour(self, rate: float, seconds: float) -> float:
        """Make moves at *rate* a second in turns, whatever comes back; answer how long it took.

        Ends early when nobody has a move left.
        """
        self.tally.clear()
        start, turns, number = time.perf_counter(), self._turns, 0
        while (passed := time.perf_counter() - start) < seconds and turns:
            while number < passed * rate and turns:
                player = turns.popleft()
                if player.goes_on:
                    player.move(start + number / rate)
                    turns.append(player)
                    number += 1
            await asyncio.sleep(WAKE_S)
        await self._settle()
        return passed

    async def leave(self) -> None:
        """Give every game up and go."""
        for player in self.players:
            player.give_up()
        await asyncio.sleep(SETTLE_S / 4)
        for person in (*self.players, *self.watchers):
            person.close()

    @property
    def lost(self) -> int:
        """The number of sockets that the server has closed."""
        return sum(person.lost for person in (*self.players, *self.watchers))

    async def _settle(self) -> None:
        """Let what is on its way arrive, but do not wait for ever."""
        tally, most = self.tally, int(SETTLE_S / WAKE_S)
        for _ in range(most):
            if tally.acks + tally.refused >= tally.sent:
                break
            await asyncio.sleep(WAKE_S)
        await asyncio.sleep(SETTLE_S / 10)  # the last rows

    async def _open(self, number: int) -> str:
        """Open one race and start it; answer its code."""
        plan, (host, *others) = self.plan, self.races[number]
        async with self._gate:
            token = await host.greet(self.address, "Load 0")
            wish = NewRace(variant=plan.variant, seats=plan.players, seed=_deal(number))
            created = await web.create(self.address, token, wish)
            await host.join(created.code)
            for seat, player in enumerate(others, 1):
                await player.greet(self.address, f"Load {seat}")
                await player.join(created.code)
            host.start()
        return created.code

    async def _come(self, watcher: Watcher, code: str, name: str) -> None:
        async with self._gate:
            await watcher.come(self.address, code, name)


def _deal(race: int) -> str:
    """Name the deal of a race."""
    return f"load {race % DEALS}"
