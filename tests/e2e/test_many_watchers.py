"""Hundreds watch one race: nobody misses a step, whenever they come."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from pantagruel_client.watchview import WatchView
from pantagruel_engine.deal import key_of_text, layout
from pantagruel_engine.game import Game
from pantagruel_engine.rows import variant
from pantagruel_protocol.client_messages import Bank, Watch
from pantagruel_protocol.codecs import CODECS
from pantagruel_protocol.http_api import Created
from pantagruel_protocol.server_messages import (
    Ack,
    Board,
    Outlined,
    Progress,
    Results,
    Reveal,
    Room,
    Said,
    Steps,
)
from pantagruel_protocol.values import Faces
from pantagruel_server.race import sight
from pantagruel_server.settings import BOUNDLESS, Settings
from tests.server.house import House, Peer

pytestmark = pytest.mark.slow

WATCHERS, PLAYERS, MOVES = 300, 3, 60
SEED, PACE_MS = "pan", 100
Folded = Board | Outlined | Steps | Progress | Room | Said | Results | Reveal


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """Run a server for many."""
    settings = Settings(port=0, data=tmp_path, tick_ms=5, close_ms=500, bounds=BOUNDLESS)
    async with House(settings).open() as opened:
        yield opened


class Racer:
    """A player who plays at random what the engine allows."""

    def __init__(self, peer: Peer, number: int) -> None:
        self.game = Game.start(layout(variant("turn1"), key_of_text(SEED)))
        self._peer = peer
        self._chance = Random(number)
        self._n = 0

    async def move(self, ms: int) -> None:
        """Play one move."""
        self._n += 1
        move = self._chance.choice(self.game.legal_moves())
        assert isinstance(await self._peer.play(self._n, move.text), Ack)
        self.game.play(move, ms)

    async def bank(self) -> None:
        await self._peer.say(Bank(self._n + 1))


class Watcher:
    """Somebody who rebuilds every board from a picture and the steps after it."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self._view: WatchView | None = None

    async def look_on(self, code: str) -> None:
        """Watch to the end; a gap, or a step that breaks the rules, is a Disagreement."""
        await self._peer.say(Watch(1, code))
        while self._view is None or not self._view.over:
            message = await self._peer.hear()
            if isinstance(message, Room) and self._view is None:
                self._view = WatchView(self._peer.player, message)
            elif self._view is not None and isinstance(message, Folded):
                self._view.fold(message, 0.0)

    def boards(self) -> list[object]:
        """Answer the boards in the end."""
        assert self._view is not None
        faced = [player.board for player in self._view.players]
        return [None if board is None else sight.view(board.game) for board in faced]


async def come_in(house: House, stack: AsyncExitStack, code: str) -> list[asyncio.Task[Watcher]]:
    """Let watchers come, a few at a time."""
    looking = []
    codecs = list(CODECS.values())
    for number in range(WATCHERS):
        house.codec = codecs[number % 2]
        watcher = Watcher(await stack.enter_async_context(house.peer()))
        looking.append(asyncio.create_task(seen(watcher, code)))
    return looking


async def seen(watcher: Watcher, code: str) -> Watcher:
    await watcher.look_on(code)
    return watcher


async def race_on(house: House, racers: list[Racer], coming: "asyncio.Task[object]") -> None:
    """Play for as long as watchers come, and some moves more; then end."""
    ms = left = 0
    while not coming.done() or left < MOVES // 4:
        left += coming.done()
        house.clock.advance(PACE_MS)
        ms += PACE_MS
        await asyncio.gather(*(racer.move(ms) for racer in racers))
        await asyncio.sleep(0.02)
    await asyncio.gather(*(racer.bank() for racer in racers))


@pytest.mark.parametrize("faces", [0, 2, "end"])
async def test_300_watchers_join_during_play(house: House, faces: Faces) -> None:
    """Each stream is gapless, and ends at the players' boards."""
    async with AsyncExitStack() as stack:
        peers = [await stack.enter_async_context(house.peer()) for _ in range(PLAYERS)]
        made: Created = await house.race(*peers, seed=SEED, faces=faces)
        racers = [Racer(peer, number) for number, peer in enumerate(peers)]
        coming = asyncio.create_task(come_in(house, stack, made.code))
        await race_on(house, racers, coming)
        async with asyncio.timeout(20):
            watchers = await asyncio.gather(*await coming)

        expected = [sight.view(racer.game) for racer in racers]
        assert len(watchers) == WATCHERS
        for watcher in watchers:
            assert watcher.boards() == expected
