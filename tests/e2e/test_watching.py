"""Races watched over real sockets: what is rebuilt from afar is what the players see."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace as changed

from pantagruel_client.backoff import Backoff
from pantagruel_client.client import Client, Encoding
from pantagruel_client.errors import RequestRefused
from pantagruel_client.events import Dropped, WatchMessage
from pantagruel_client.race import Race, Watch
from pantagruel_client.running import until_dealt
from pantagruel_client.watchview import WatchView
from pantagruel_engine.view import MaskedView, PlayerView, masked_view, player_view
from pantagruel_protocol.server_messages import Board, Outlined, Progress, Results, Reveal, Steps
from pantagruel_protocol.values import Faces
from pantagruel_server.app import serving
from pantagruel_server.settings import BOUNDLESS, Settings
from tests.e2e.server_process import ServerProcess

MOVES = 60
VARIANT = "turn3"
ENCODINGS = pytest.mark.parametrize("encoding", ["msgpack", "json"])
HURRY = Backoff(first_s=0.05, most_s=0.2, patience_s=20)

Moment = tuple[int, int]  # a seat, and the number of its last command


class Seen:
    """What a watcher saw of every board after every step, rebuilt from the events alone."""

    def __init__(self, watch: Watch) -> None:
        self.boards: dict[Moment, PlayerView] = {}
        self.outlines: dict[Moment, MaskedView] = {}
        self.kinds: list[type] = []
        self._watch = watch
        self._mirror = WatchView(watch.view.me, watch.view.room)

    async def read(self) -> None:
        """Read to the end."""
        async for event in self._watch.events():
            self.kinds.append(type(event))
            if isinstance(event, Dropped):
                self._mirror.fresh()
            elif isinstance(event, WatchMessage):
                for part in parts(event):
                    self._mirror.fold(part, 0)
                    self._look()

    def _look(self) -> None:
        for player in self._mirror.players:
            if player.board is not None:
                seen = player_view(player.board.game)
                self.boards[player.seat.seat, player.board.k] = bare(seen)
            if player.outline is not None:
                plain = player.outline.outline.plain()
                fields = {name: getattr(plain, name) for name in plain.__struct_fields__}
                seen_blank = MaskedView(**(fields | {"score": 0}))  # rows tell it, steps do not
                self.outlines[player.seat.seat, player.outline.k] = seen_blank


def parts(event: WatchMessage) -> Iterator[WatchMessage]:
    """Take an event apart into single steps, and what is left."""
    match event:
        case Progress(steps=steps):
            yield from (changed(event, rows=(), steps=(step,)) for step in steps)
            yield changed(event, steps=())
        case Steps(steps=steps):
            yield from (changed(event, steps=(step,)) for step in steps)
        case _:
            yield event


def bare(view: PlayerView) -> PlayerView:
    """Leave out what a picture does not tell: whether the streak was alive."""
    return replace(view, streak=0, time_bonus=0)


class Told:
    """What the players themselves had before them after each of their commands."""

    def __init__(self) -> None:
        self.boards: dict[Moment, PlayerView] = {}
        self.outlines: dict[Moment, MaskedView] = {}

    def note(self, race: Race, n: int) -> None:
        view = race.view
        assert view.seat is not None
        self.boards[view.seat, n] = bare(player_view(view.board))
        self.outlines[view.seat, n] = replace(masked_view(view.board), score=0)

    def last(self, seat: int) -> int:
        """Answer the number of a seat's last command."""
        return max(n for number, n in self.boards if number == seat)

    async def play(self, race: Race, chance: Random, pace_s: float) -> None:
        """Play some moves at random, bank, and wait for the end."""
        await until_dealt(race)
        self.note(race, 0)
        for _ in range(MOVES):
            self.note(race, (await race.play(chance.choice(race.view.legal_moves()))).n)
            await asyncio.sleep(chance.uniform(0, 2 * pace_s))
        self.note(race, (await race.bank()).n)
        async for _ in race.events():
            pass


async def seated(stack: AsyncExitStack, url: str, encoding: Encoding, faces: Faces) -> list[Race]:
    """Seat two players, who are ready."""
    clients = [
        await stack.enter_async_context(Client(url, name=name, encoding=encoding, backoff=HURRY))
        for name in ("Gargantua", "Picrochole")
    ]
    host = await clients[0].races.create(variant=VARIANT, seats=2)
    await host.settings(faces=faces)
    races = [host, await clients[1].races.join(host.code)]
    for race in races:
        await race.ready()
    return races


async def watching(stack: AsyncExitStack, url: str, encoding: Encoding, code: str) -> Seen:
    """Begin to watch."""
    client = Client(url, name=f"Watcher {encoding}", encoding=encoding, backoff=HURRY)
    inside = await stack.enter_async_context(client)
    return Seen(await inside.races.watch(code))


def check_boards(seen: Seen, told: Told, *, first: int | None = None) -> None:
    """Every board that was seen was the player's own, and none of them was left out."""
    assert seen.boards.items() <= told.boards.items()
    for seat in (0, 1):
        numbers = sorted(k for number, k in seen.boards if number == seat)
        begin = numbers[0] if first is None else first
        assert numbers == list(range(begin, told.last(seat) + 1))


@pytest.mark.slow
@ENCODINGS
async def test_boards_from_afar_are_the_players_own(tmp_path: Path, encoding: Encoding) -> None:
    """With faces at once a watcher rebuilds each board after every step, from T0 to the end."""
    told = Told()
    async with (
        serving(Settings(port=0, data=tmp_path / "data", bounds=BOUNDLESS)) as url,
        AsyncExitStack() as stack,
    ):
        races = await seated(stack, url, encoding, 0)
        early = await watching(stack, url, encoding, races[0].code)
        async with asyncio.timeout(40), asyncio.TaskGroup() as group:
            group.create_task(early.read())
            for number, race in enumerate(races):
                group.create_task(told.play(race, Random(number), 0.01))
            await until_dealt_again(races)
            late = await watching(stack, url, "json", races[0].id)
            group.create_task(late.read())

    check_boards(early, told, first=0)
    check_boards(late, told)
    for seen in (early, late):
        assert Results in seen.kinds
        assert Reveal in seen.kinds
        assert not seen.outlines


async def until_dealt_again(races: list[Race]) -> None:
    """Wait until some moves were made."""
    while any(race.view.game is None or race.view.moves < 10 for race in races):  # noqa: ASYNC110 - the players have the events
        await asyncio.sleep(0.01)


@pytest.mark.slow
@ENCODINGS
async def test_outlines_at_once_and_faces_at_the_end(tmp_path: Path, encoding: Encoding) -> None:
    """Where faces come at the end, counts follow every step, and the last boards are shown."""
    told = Told()
    async with (
        serving(Settings(port=0, data=tmp_path / "data", bounds=BOUNDLESS)) as url,
        AsyncExitStack() as stack,
    ):
        races = await seated(stack, url, encoding, "end")
        seen = await watching(stack, url, encoding, races[0].code)
        async with asyncio.timeout(40), asyncio.TaskGroup() as group:
            group.create_task(seen.read())
            for number, race in enumerate(races):
                group.create_task(told.play(race, Random(number), 0.005))

    assert seen.outlines.items() <= told.outlines.items()
    for seat in (0, 1):
        numbers = sorted(k for number, k in seen.outlines if number == seat)
        assert numbers == list(range(len(numbers)))
        assert len(numbers) > MOVES / 2  # whole boards take the place of the last steps
    assert seen.boards == {(seat, k): told.boards[seat, k] for seat, k in lasts(told)}
    assert seen.kinds.index(Board) > seen.kinds.index(Outlined)


@pytest.mark.slow
async def test_faces_come_late_and_whole(tmp_path: Path) -> None:
    """A second behind, boards follow step by step while counts run ahead of them."""
    told = Told()
    async with (
        serving(Settings(port=0, data=tmp_path / "data", bounds=BOUNDLESS)) as url,
        AsyncExitStack() as stack,
    ):
        races = await seated(stack, url, "msgpack", 1)
        seen = await watching(stack, url, "msgpack", races[0].code)
        async with asyncio.timeout(40), asyncio.TaskGroup() as group:
            group.create_task(seen.read())
            for number, race in enumerate(races):
                group.create_task(told.play(race, Random(number), 0.03))

    assert seen.boards.items() <= told.boards.items()
    assert seen.outlines.items() <= told.outlines.items()
    assert set(lasts(told)) <= seen.boards.keys()
    assert Steps in seen.kinds
    assert seen.kinds.index(Outlined) < seen.kinds.index(Board) < seen.kinds.index(Steps)


@pytest.mark.slow
@ENCODINGS
async def test_who_is_done_sees_the_others(tmp_path: Path, encoding: Encoding) -> None:
    """After an early bank the rival's board is watched to its end, and the own stream goes on."""
    told = Told()
    async with (
        serving(Settings(port=0, data=tmp_path / "data", bounds=BOUNDLESS)) as url,
        AsyncExitStack() as stack,
    ):
        early, rival = await seated(stack, url, encoding, 0)
        async with asyncio.timeout(40), asyncio.TaskGroup() as group:
            group.create_task(told.play(rival, Random(2), 0.01))
            await until_dealt(early)
            told.note(early, 0)
            with pytest.raises(RequestRefused, match="own-race"):
                await early.watch()
            told.note(early, (await early.bank()).n)
            while early.view.result is None:
                await anext(early.events())
            seen = Seen(await early.watch())
            await seen.read()
        kinds = [type(event) async for event in early.events()]

    check_boards(seen, told)
    assert kinds[-1] is Reveal


def lasts(told: Told) -> list[Moment]:
    """Answer the end of every game."""
    return [(seat, told.last(seat)) for seat in (0, 1)]


@pytest.mark.slow
@ENCODINGS
async def test_watching_outlives_the_server(tmp_path: Path, encoding: Encoding) -> None:
    """Killed and started again in the middle, the server shows the boards anew and they go on."""
    told = Told()
    server = ServerProcess(tmp_path)
    try:
        await server.start()
        async with AsyncExitStack() as stack:
            races = await seated(stack, server.url, encoding, 0)
            seen = await watching(stack, server.url, encoding, races[0].code)
            async with asyncio.timeout(60), asyncio.TaskGroup() as group:
                group.create_task(seen.read())
                for number, race in enumerate(races):
                    group.create_task(told.play(race, Random(number), 0.02))
                await until_dealt_again(races)
                server.kill()
                await server.start()
    finally:
        server.end()

    assert Dropped in seen.kinds
    assert seen.boards.items() <= told.boards.items()
    assert set(lasts(told)) <= seen.boards.keys()
    assert min(k for _, k in seen.boards) == 0
