"""A bot that is one plain function: everything around its choice is done here."""

import asyncio
from collections.abc import Callable
from random import Random, SystemRandom
from typing import NamedTuple, Protocol

from pantagruel_client.client import Client
from pantagruel_client.errors import MoveRefused
from pantagruel_client.race import Race
from pantagruel_client.view import RaceView
from pantagruel_engine.notation import Move
from pantagruel_protocol.codes import MEANINGS, Code
from pantagruel_protocol.server_messages import Deal, Resync, Room
from pantagruel_protocol.values import Placing

Choose = Callable[[RaceView], Move | str | None]


class Pace(Protocol):
    """How long a bot thinks about its next command."""

    def wait_s(self) -> float:
        """Answer seconds."""
        ...


class Steady(NamedTuple):
    """A pace of *mean_s* seconds between commands on the average, not like a clock."""

    mean_s: float
    chance: Random

    def wait_s(self) -> float:
        """Draw the time to think about the next command."""
        return self.mean_s * self.chance.uniform(0.4, 1.6)


AT_ONCE = Steady(0, Random(0))  # noqa: S311 - nothing is drawn from it


def run(  # noqa: PLR0913 - all but the first two are named and have a default
    url: str,
    choose: Choose,
    *,
    code: str | None = None,
    name: str = "Bot",
    pace: float = 0.0,
    variant: str = "strict-royal",
    seed: str | None = None,
    rematches: bool = False,
) -> tuple[Placing, ...]:
    """Race one game and answer the final table; blocks until the race is over.

    *choose* gets the view and answers a move, or None to bank; it is not asked when the game is
    finishable, because then the rest is played for it. *code* names the race to join; without
    one it opens a race for itself alone, of *variant* and perhaps on the deal of *seed*. *pace*
    is the mean number of seconds between commands. With *rematches* it stays for every rematch
    that somebody asks for, and answers the last table when the room closes. An illegal choice
    raises MoveRefused.
    """

    async def whole() -> tuple[Placing, ...]:
        async with Client(url, name=name, bot=True) as client:
            if code is None:
                race = await client.races.create(variant=variant, seats=1, seed=seed)
            else:
                race = await client.races.join(code)
            steady = Steady(pace, SystemRandom())
            results = await run_race(race, choose, steady)
            while rematches and (following := await race.followed()):
                race = following
                results = await run_race(race, choose, steady) or results
            return results

    return asyncio.run(whole())


async def run_race(race: Race, choose: Choose, pace: Pace = AT_ONCE) -> tuple[Placing, ...]:
    """Be ready, play to the end with *choose*, wait for the others, answer the final table.

    The host's bot starts the race as soon as every seat is taken and ready.
    """
    if race.view.phase == "open":
        await race.ready()
    await until_dealt(race)
    await play_out(race, choose, pace)
    async for _ in race.events():
        pass
    return race.results


async def until_dealt(race: Race) -> None:
    """Read events up to the deal; as the host, start when everybody is there and ready."""
    view, started = race.view, False
    if view.playing or view.ended:
        return
    async for event in race.events():
        match event:
            case Deal() | Resync():
                return
            case Room() if view.host and view.all_ready and not started:
                started = True
                await race.start()
            case _:
                pass


async def play_out(race: Race, choose: Choose, pace: Pace = AT_ONCE) -> None:
    """Play with *choose* until the own game is over, by itself, the clock or a bank."""
    while await _thought(race.view, pace):
        try:
            await _command(race, choose)
        except MoveRefused as refused:
            if refused.code is Code.GAME_OVER:
                return  # the clock was faster
            if not MEANINGS[refused.code].retry:
                raise


async def _thought(view: RaceView, pace: Pace) -> bool:
    """Take the time that a command takes; answer whether there is still a game to play."""
    if view.playing:
        await asyncio.sleep(pace.wait_s())
    return view.playing


async def _command(race: Race, choose: Choose) -> None:
    if race.view.finishable:
        await race.finish()
        return
    move = choose(race.view)
    if move is None:
        await race.bank()
    else:
        await race.play(move)
