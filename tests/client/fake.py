"""A server that does what a script tells it, socket after socket: for tests of the client."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from random import Random
from ssl import SSLContext
from typing import TypeVar

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from pantagruel_client.backoff import Backoff
from pantagruel_client.client import Client, Encoding
from pantagruel_client.events import RaceEvent
from pantagruel_client.race import Race
from pantagruel_engine.board import NOTHING_SHOWN, Shown
from pantagruel_engine.card import face_text
from pantagruel_engine.deal import key_of_text, layout
from pantagruel_engine.game import Game
from pantagruel_engine.notation import parse_move
from pantagruel_engine.rows import variant
from pantagruel_engine.view import masked_view, player_view
from pantagruel_protocol.client_messages import ClientMessage, Hello, Join, Play, Watch
from pantagruel_protocol.codecs import CODECS
from pantagruel_protocol.server_messages import (
    Ack,
    Board,
    Countdown,
    Deal,
    Ok,
    Outlined,
    Progress,
    Resync,
    Room,
    ServerMessage,
    Welcome,
)
from pantagruel_protocol.values import (
    Column,
    Faces,
    Limits,
    Outline,
    Phase,
    RoomSettings,
    Row,
    SeatInfo,
    Step,
    View,
)

ME, RIVAL = "me", "rival"
TOKEN = "5e" * 32
NOW = 1_700_000_000_000
LIMITS = Limits(frame_bytes=4096, commands=4000, rate=30, burst=120)
HURRY = Backoff(first_s=0.001, most_s=0.004, patience_s=0.2, calm_s=0.05)
T = TypeVar("T")
Said = TypeVar("Said", bound=ClientMessage)


class Talk:
    """One socket as the server has it."""

    def __init__(self, socket: ServerConnection) -> None:
        self._socket = socket
        self._codec = CODECS[str(socket.subprotocol)]

    async def hear(self, kind: type[Said]) -> Said:
        """Wait for the next message, which must be of *kind*."""
        frame = await self._socket.recv(decode=False)
        message = self._codec.decode_client(frame)
        assert isinstance(message, kind), message
        return message

    async def say(self, *messages: ServerMessage) -> None:
        for message in messages:
            await self._socket.send(self._codec.encode(message), text=not self._codec.binary)

    async def say_raw(self, frame: bytes | str) -> None:
        await self._socket.send(frame)

    async def close(self, code: int, reason: str = "") -> None:
        await self._socket.close(code, reason)

    def cut(self) -> None:
        """Break the connection without a word."""
        self._socket.transport.abort()

    async def welcome(self, limits: Limits = LIMITS) -> Hello:
        """Open the door; the token is sent to whoever came without."""
        hello = await self.hear(Hello)
        token = None if hello.token else TOKEN
        await self.say(Welcome(ME, hello.name or "Me", NOW, limits, token=token))
        return hello

    async def stay(self) -> None:
        """Wait until the client goes."""
        await self._socket.wait_closed()


Script = Callable[[Talk], Awaitable[None]]


class FakeServer:
    """Runs one script for each socket that comes; whoever comes too often is turned away."""

    def __init__(self, *scripts: Script) -> None:
        self._scripts = list(scripts)
        self.url = ""
        self.failures: list[BaseException] = []

    async def handle(self, socket: ServerConnection) -> None:
        if not self._scripts:
            await socket.close(1011, "no script is left")
            return
        try:
            await self._scripts.pop(0)(Talk(socket))
        except ConnectionClosed:
            pass
        except BaseException as error:
            self.failures.append(error)
            raise


@asynccontextmanager
async def fake_server(
    *scripts: Script, secure: SSLContext | None = None
) -> AsyncIterator[FakeServer]:
    """Serve *scripts*, one a socket, and fail afterwards if one of them failed or was not run."""
    fake = FakeServer(*scripts)
    names = [Subprotocol(name) for name in CODECS]
    async with serve(
        fake.handle, "127.0.0.1", 0, subprotocols=names, compression=None, ssl=secure
    ) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        fake.url = f"{'wss' if secure else 'ws'}://127.0.0.1:{port}"
        yield fake
    assert not fake.failures, fake.failures
    assert not fake._scripts, "a script was never run"  # noqa: SLF001 - the test's own helper


def client(fake: FakeServer, encoding: Encoding = "msgpack", token: str | None = None) -> Client:
    """Make a client that hurries."""
    return Client(
        fake.url, name="Me", token=token, encoding=encoding, backoff=HURRY, chance=Random(1)
    )


async def elsewhere(work: Callable[[], T]) -> T:
    """Do blocking *work* in a thread that ends with it."""
    with ThreadPoolExecutor(1) as pool:
        return await asyncio.get_running_loop().run_in_executor(pool, work)


class Table:
    """A race for one player and a rival who never moves, with a real game."""

    def __init__(self, name: str = "turn1", text: str = "a table") -> None:
        self.variant = variant(name)
        self.game = Game.start(layout(self.variant, key_of_text(text)))
        self.s = 0
        self.n = 0
        self.acks: list[Ack] = []
        self.faces: Faces = 0

    def room(self, phase: Phase = "open") -> Room:
        seats = (
            SeatInfo(0, ME, "Me", bot=False, ready=True, on=True),
            SeatInfo(1, RIVAL, "Rival", bot=True, ready=True, on=True),
        )
        return Room(
            race="race-1",
            deal_id="deal-1",
            code="K7QWERTY",
            variant=self.variant.id,
            rules=self.variant.rules("numbered"),
            kind="numbered",
            host=ME,
            phase=phase,
            places=2,
            seats=seats,
            limit_ms=600_000,
            rank_by="time",
            passes=self.variant.max_passes,
            settings=RoomSettings(faces=self.faces),
        )

    def board(self, seat: int = 1) -> Board:
        """Show the game to watchers, as that of *seat*."""
        return Board(seat, self.n, 0, view_of(self.game))

    def outlined(self, seat: int = 1) -> Outlined:
        """Show the game to watchers without faces."""
        return Outlined(seat, self.n, 0, outline_of(self.game))

    def step(self, text: str, ms: int = 1000, seat: int = 1) -> Step:
        """Carry out a move, and tell watchers of it."""
        shown = self.game.play(parse_move(text), ms)
        self.n += 1
        flip = None if shown.flip is None else face_text(shown.flip)
        return Step(seat, self.n, ms, text, tuple(map(face_text, shown.drawn)), flip)

    def row(self, seat: int = 1) -> Row:
        """Answer the line of whoever plays the game."""
        game = self.game
        return Row(
            seat=seat,
            place=1,
            home=game.home,
            hidden=game.hidden,
            score=game.score,
            passes=game.passes,
            moves=game.moves,
            on=True,
            ended=None,
        )

    def progress(self, *steps: Step, ms: int = 1000) -> Progress:
        """Tell watchers of steps."""
        return Progress(ms, (self.row(),), steps)

    def countdown(self, left_ms: int = 3000) -> Countdown:
        return Countdown(NOW + left_ms, NOW, (ME, RIVAL), ())

    def deal(self) -> Deal:
        self.s = 1
        return Deal(1, 0, view_of(self.game))

    def accept(self, play: Play, ms: int = 1000) -> Ack:
        """Carry out a move and answer it."""
        shown = self.game.play(parse_move(play.m), ms)
        return self.ack(play.n, shown, ms)

    def ack(self, n: int, shown: Shown, ms: int, played: tuple[str, ...] = ()) -> Ack:
        game = self.game
        self.s += 1
        self.n = n
        ack = Ack(
            s=self.s,
            n=n,
            ms=ms,
            score=game.score,
            streak=game.streak,
            home=game.home,
            hidden=game.hidden,
            moves=game.moves,
            draws=game.draws,
            redeals=game.redeals,
            drawn=tuple(map(face_text, shown.drawn)),
            flip=None if shown.flip is None else face_text(shown.flip),
            played=played,
        )
        self.acks.append(ack)
        return ack

    def shown_nothing(self) -> Shown:
        """Answer what a command shows that moves no card."""
        return NOTHING_SHOWN

    def shown(self, drawn: list[int]) -> Shown:
        """Answer what a finish shows."""
        return Shown(tuple(drawn))

    def resync(self, ms: int = 2000) -> Resync:
        return Resync(self.s, ms, self.n, view_of(self.game))

    async def seat(self, talk: Talk) -> None:
        """Open the door and give out a seat."""
        await talk.welcome()
        join = await talk.hear(Join)
        await talk.say(Ok(join.q), self.room())

    async def watched(self, talk: Talk) -> None:
        """Open the door, and let in whoever wants to watch: the room and one board."""
        await talk.welcome()
        await self.watched_again(talk)

    async def watched_again(self, talk: Talk) -> Watch:
        """Let a client watch that is inside already."""
        watch = await talk.hear(Watch)
        picture = self.board() if self.faces == 0 else self.outlined()
        await talk.say(Ok(watch.q), self.room("running"), picture, self.progress())
        return watch

    async def begin(self, talk: Talk) -> None:
        """Bring a client as far as the deal."""
        await self.seat(talk)
        await talk.say(self.room("countdown"), self.countdown(20))
        await talk.say(self.deal(), self.room("running"))


def blank(text: str) -> str:
    """Write a move as watchers without faces hear of it."""
    return re.sub(r"^F\d+>", "F>", text)


def masked(step: Step) -> Step:
    """Take the faces from a step."""
    return Step(step.seat, step.k, step.ms, blank(step.m))


def outline_of(game: Game) -> Outline:
    """Show a game without a face."""
    seen = masked_view(game)
    return Outline(
        columns=seen.columns,
        home=seen.home,
        stock=seen.stock,
        waste=seen.waste,
        redeals=seen.redeals,
        moves=seen.moves,
        draws=seen.draws,
        score=seen.score,
    )


def view_of(game: Game) -> View:
    """Show a game to its player."""
    seen = player_view(game)
    return View(
        columns=tuple(Column(down, tuple(map(face_text, up))) for down, up in seen.columns),
        foundations=seen.foundations,
        stock=tuple(None if face is None else face_text(face) for face in seen.stock),
        waste=tuple(map(face_text, seen.waste)),
        redeals=seen.redeals,
        moves=seen.moves,
        draws=seen.draws,
        score=seen.score,
        streak=seen.streak,
        time_bonus=seen.time_bonus,
    )


async def dealt(race: Race) -> None:
    """Read events up to the deal."""
    async for event in race.events():
        if isinstance(event, Deal):
            return


async def stay(talk: Talk) -> None:
    """Let in and say nothing more."""
    await talk.welcome()
    await talk.stay()


async def until(race: Race, kind: type[RaceEvent]) -> AsyncIterator[RaceEvent]:
    """Read events up to one of *kind*."""
    async for event in race.events():
        yield event
        if isinstance(event, kind):
            return
