"""Races through the death of their server: the harness of the kill test and of its control."""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from pantagruel_client.backoff import Backoff
from pantagruel_client.client import Client, Encoding
from pantagruel_client.race import Race
from pantagruel_protocol.replay_file import ReplayFile
from pantagruel_server.app import FILE
from pantagruel_server.clock import SystemClock
from pantagruel_server.journal.sqlite import SqliteJournal
from pantagruel_server.race.events import CountdownStarted, Event, MovePlayed, decode
from tests.e2e.ledger import Ledger, Told
from tests.e2e.players import VARIANT, BarePlayer, Bot, Player
from tests.e2e.server_process import ServerProcess

PACE_S = 0.1  # one player's moves: a hundred a second of all together are left to two cores
BACKOFF = Backoff(first_s=0.05, most_s=0.2, patience_s=60)
STALLED_S = 20  # no race waits so long for its next move
HANGING_S = 100  # no story takes so long
# How long the server lives at most after everybody has moved; each third time long enough for
# the clock, which stands after a restart, to go on.
SHORT_S, LONG_S = 0.8, 4.5


@dataclass
class Story:
    """What happened, as the players and the killer saw it."""

    ledger: Ledger = field(default_factory=Ledger)
    races: list[str] = field(default_factory=list)
    replays: list[ReplayFile] = field(default_factory=list)
    status: int = -1


class Harness:
    """Three races on one server, which is killed in the middle of them."""

    def __init__(self, folder: Path, module: str) -> None:
        self.server = ServerProcess(folder, module)
        self.story = Story()
        self._chance = Random(2)
        self._over = asyncio.Event()

    async def run(self, kills: int) -> Story:
        """Seat everybody, race, kill and restart, and let them end the race."""
        await self.server.start()
        try:
            async with asyncio.timeout(HANGING_S), AsyncExitStack() as stack:
                players = [
                    *await self._race(stack, "ABCD", "msgpack"),
                    *await self._race(stack, "EF", "json"),
                    *await self._race(stack, "GHI", "msgpack", bare=True),
                ]
                async with asyncio.TaskGroup() as everybody:
                    for player in players:
                        everybody.create_task(player.play(self._over))
                    everybody.create_task(self._kill(kills))
                client = await stack.enter_async_context(Client(self.server.url, name="Clerk"))
                self.story.replays = [await client.replays.get(r) for r in self.story.races]
            self.story.status = self.server.stop()
        finally:
            self.server.end()
        return self.story

    async def journalled(self) -> dict[str, list[Event]]:
        """Read what the stopped server has left, race by race."""
        journal = await SqliteJournal.open(self.server.data / FILE, SystemClock())
        raw = {race: await journal.read(race) for race in self.story.races}
        await journal.close()
        return {race: [decode(event) for _, event in events] for race, events in raw.items()}

    async def _race(
        self, stack: AsyncExitStack, names: str, encoding: Encoding, *, bare: bool = False
    ) -> list[Player]:
        """Open a race, seat its players and start it."""
        ledger = self.story.ledger
        players: list[Player] = []
        races: list[Race] = []
        for name in names:
            client = Client(
                self.server.url,
                name=f"Bot {name}",
                encoding=encoding,
                bot=True,
                backoff=BACKOFF,
                chance=self._chance,
            )
            await stack.enter_async_context(client)
            if races:
                race = await client.races.join(races[0].code)
            else:
                seats = len(names) + bare
                race = await client.races.create(variant=VARIANT, seats=seats)
            await race.ready()
            races.append(race)
            players.append(Bot(client, race, PACE_S, ledger))
        if bare:
            player = BarePlayer(self.server.url, PACE_S / 3, ledger)
            await player.join(races[0].code)
            players.append(player)
        await races[0].start()
        self.story.races.append(races[0].id)
        return players

    async def _kill(self, kills: int) -> None:
        await self._everybody_moves()
        for number in range(kills):
            await asyncio.sleep(self._chance.uniform(0, SHORT_S if number % 3 else LONG_S))
            self.server.kill()
            await self.server.start()
            await self._everybody_moves()
        self._over.set()

    async def _everybody_moves(self) -> None:
        """Wait until each race has gone on; one that hangs must fail the test."""
        async with asyncio.timeout(STALLED_S):
            await self.story.ledger.grow(self.story.races)


def moves_of(race: str, events: Sequence[Event]) -> list[Told]:
    """Write a race's journal as the moves of its players."""
    moves: list[Told] = []
    players: tuple[str, ...] = ()
    for event in events:
        match event:
            case CountdownStarted(players=seated):
                players = seated
            case MovePlayed(seat=seat, n=n, ms=ms, text=text):
                moves.append(Told(race, players[seat], n, text, ms))
            case _:
                pass
    return moves
