"""A field of greedy bots that race one deal, each over a socket of its own."""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from random import Random

from pantagruel_client.bots.greedy import Greedy
from pantagruel_client.bots.names import names
from pantagruel_client.client import Client, Encoding
from pantagruel_client.errors import ClientError, RequestRefused
from pantagruel_client.race import Race
from pantagruel_client.running import Choose, Pace, run_race
from pantagruel_protocol.codes import Code
from pantagruel_protocol.values import Placing


@dataclass(frozen=True, slots=True)
class Rider:
    """One bot: its name, its taste, its pace."""

    name: str
    choose: Choose
    pace: Pace


def riders(count: int, seed: str, pace: Pace) -> list[Rider]:
    """Make *count* bots, each with a name and a taste that *seed* draws for it."""
    called = names(Random(seed))  # noqa: S311 - a game, no secret
    return [
        Rider(next(called), Greedy(Random(f"{seed}/{number}")), pace)  # noqa: S311 - likewise
        for number in range(count)
    ]


class Field:
    """Bots in one race; the first is its host. Enter it, then `await run()`."""

    def __init__(self, url: str, bots: Sequence[Rider], encoding: Encoding = "msgpack") -> None:
        self._url = url
        self._bots = bots
        self._encoding = encoding
        self._stack = AsyncExitStack()
        self.clients: list[Client] = []
        self.races: list[Race] = []

    async def __aenter__(self) -> "Field":
        async with AsyncExitStack() as stack:
            for bot in self._bots:
                client = Client(self._url, name=bot.name, bot=True, encoding=self._encoding)
                self.clients.append(await stack.enter_async_context(client))
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def create(self, variant: str, seed: str | None = None) -> Race:
        """Open a race for these bots alone and seat them; answer it as its host sees it."""
        host, *_ = self.clients
        first = await host.races.create(variant=variant, seats=len(self.clients), seed=seed)
        self.races.append(first)
        for client in self.clients[1:]:
            self.races.append(await client.races.join(first.code))
        return first

    async def join(self, code: str) -> None:
        """Seat the bots in somebody's race; one whose name is taken there comes by another."""
        for number in range(len(self.clients)):
            self.races.append(await self._seat(number, code))

    async def _seat(self, number: int, code: str) -> Race:
        others = names(Random())  # noqa: S311 - a game, no secret
        while True:
            try:
                return await self.clients[number].races.join(code)
            except RequestRefused as refused:
                if refused.code is not Code.NAME_TAKEN:
                    raise
            client = Client(self._url, name=next(others), bot=True, encoding=self._encoding)
            self.clients[number] = await self._stack.enter_async_context(client)

    async def run(self) -> tuple[Placing, ...]:
        """Race to the end; raises the first ClientError of a bot, and then stops them all."""
        try:
            async with asyncio.TaskGroup() as group:
                runs = [
                    group.create_task(run_race(race, bot.choose, bot.pace))
                    for race, bot in zip(self.races, self._bots, strict=True)
                ]
        except* ClientError as errors:
            raise _first(errors) from None
        return runs[0].result()


def _first(group: BaseExceptionGroup[ClientError]) -> ClientError:
    first = group.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first
