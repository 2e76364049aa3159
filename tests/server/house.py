"""A whole server on a clock of the test's own, and peers that talk to it over real sockets."""

import asyncio
import gc
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import TypeVar

import aiohttp
from msgspec import convert, json
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from pantagruel_engine.deal import layout
from pantagruel_protocol.client_messages import ClientMessage, Hello, Join, Play, Ready, Start
from pantagruel_protocol.codecs import CODECS, Codec
from pantagruel_protocol.http_api import Created
from pantagruel_protocol.server_messages import (
    Ack,
    Deal,
    Error,
    Ok,
    Refused,
    Room,
    SeatFrame,
    ServerMessage,
    Welcome,
)
from pantagruel_protocol.values import Resume
from pantagruel_server.app import OpenJournal, open_sqlite, serving
from pantagruel_server.entropy import Entropy
from pantagruel_server.race.state import Dealer
from pantagruel_server.settings import Settings
from tests.clocks import ManualClock

PATIENCE_S = 5
LONG_PATIENCE_S = 20  # for what a busy machine does by itself
COUNTDOWN_MS = 3_000
NONCE = "0f" * 16
Known = TypeVar("Known")
Said = TypeVar("Said", bound=ServerMessage)


class Peer:
    """One socket of a client, made with a library that is not the server's."""

    def __init__(self, socket: ClientConnection, codec: Codec) -> None:
        self.socket = socket
        self.codec = codec
        self.player = ""
        self.token = ""
        self.heard: list[ServerMessage] = []
        self.raw: list[bytes] = []
        self._q = 0

    @property
    def s(self) -> int:
        """The number of the last state frame."""
        return max(
            (frame.s or 0 for frame in self.heard if isinstance(frame, SeatFrame)), default=0
        )

    async def say(self, *messages: ClientMessage) -> None:
        for message in messages:
            await self.say_raw(self.codec.encode(message))

    async def say_raw(self, frame: bytes, *, text: bool | None = None) -> None:
        await self.socket.send(frame, text=not self.codec.binary if text is None else text)

    async def hear(self) -> ServerMessage:
        """Wait for the next message."""
        async with asyncio.timeout(PATIENCE_S):
            frame = await self.socket.recv(decode=False)
        message = self.codec.decode_server(frame)
        self.raw.append(frame)
        self.heard.append(message)
        return message

    async def until(self, kind: type[Said]) -> Said:
        """Wait for the next message of *kind*."""
        while not isinstance(message := await self.hear(), kind):
            pass
        return message

    async def ask(self, message: ClientMessage) -> Ok | Refused:
        """Send a request, and wait for its answer."""
        await self.say(message)
        return await self.answer()

    async def answer(self) -> Ok | Refused:
        """Wait for the next answer to a request."""
        while not isinstance(answer := await self.hear(), Ok | Refused):
            pass
        return answer

    async def play(self, n: int, move: str) -> Ack | Refused:
        """Play a move, and wait for its answer."""
        await self.say(Play(n, move))
        while not isinstance(answer := await self.hear(), Ack | Refused):
            pass
        return answer

    async def ended(self) -> tuple[int, str, str | None]:
        """Wait for the close; answer its code, its reason and the `error` before it."""
        try:
            while True:
                await self.hear()
        except ConnectionClosed as close:
            last = self.heard[-1] if self.heard else None
            said = last.code.value if isinstance(last, Error) else None
            frame = close.rcvd
            return (frame.code, frame.reason, said) if frame else (1006, "", said)

    def q(self) -> int:
        self._q += 1
        return self._q


@dataclass
class House:
    """A server under test: *url* is its address while it is open."""

    settings: Settings
    codec: Codec = CODECS["pantagruel.v1.msgpack"]
    clock: ManualClock = field(default_factory=ManualClock)
    chance: Random = field(default_factory=lambda: Random(7))
    dealer: Dealer = layout
    open_journal: OpenJournal = open_sqlite
    url: str = ""
    names: Iterator[str] = field(default_factory=lambda: map("Panurge {}".format, count(1)))

    @property
    def socket(self) -> str:
        """The address of the WebSocket."""
        return self.url.replace("http", "ws") + "/ws"

    @asynccontextmanager
    async def open(self) -> AsyncIterator["House"]:
        """Run the server."""
        async with serving(
            self.settings,
            clock=self.clock,
            entropy=Entropy(self.chance.randbytes),
            dealer=self.dealer,
            open_journal=self.open_journal,
        ) as self.url:
            yield self

    @asynccontextmanager
    async def visit(self, codec: Codec | None = None, address: str = "") -> AsyncIterator[Peer]:
        """Open a socket, from *address* if this machine is a trusted proxy; say nothing yet."""
        codec = codec or self.codec
        async with connect(
            self.socket,
            subprotocols=[Subprotocol(codec.name)],
            compression=None,
            proxy=None,
            close_timeout=1,
            additional_headers=forwarded(address),
        ) as socket:
            yield Peer(socket, codec)

    @asynccontextmanager
    async def peer(
        self,
        name: str = "",
        *,
        token: str | None = None,
        resume: Resume | None = None,
        address: str = "",
    ) -> AsyncIterator[Peer]:
        """Open a socket and be welcomed, by a name that nobody had before unless there is one."""
        async with self.visit(address=address) as peer:
            name = name or next(self.names)
            hello = Hello(name=None if token else name, token=token, resume=resume)
            await peer.say(hello)
            welcome = await peer.until(Welcome)
            peer.player = welcome.player
            peer.token = welcome.token or token or ""
            yield peer

    async def post(
        self, path: str, body: object, token: str = ""
    ) -> tuple[int, dict[str, object]]:
        """Send JSON and answer status and JSON."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        data = body if isinstance(body, bytes) else json.encode(body)
        async with (
            aiohttp.ClientSession() as session,
            session.post(self.url + path, data=data, headers=headers) as response,
        ):
            return response.status, json.decode(await response.read())

    async def get(self, path: str) -> tuple[int, bytes]:
        """Answer status and body."""
        async with aiohttp.ClientSession() as session, session.get(self.url + path) as response:
            return response.status, await response.read()

    async def create(self, host: Peer, **options: object) -> Created:
        """Open a race for *host*."""
        status, made = await self.post("/api/races", {"variant": "turn1"} | options, host.token)
        assert status == 201, made
        return convert(made, Created)

    async def enter(self, code: str, peer: Peer) -> Room:
        """Let *peer* join, and answer the room."""
        assert isinstance(await peer.ask(Join(peer.q(), code)), Ok)
        return await peer.until(Room)

    async def seat(self, code: str, *peers: Peer) -> None:
        """Let *peers* join, one after the other."""
        for peer in peers:
            await self.enter(code, peer)

    async def race(self, *peers: Peer, **options: object) -> Created:
        """Open a race of the first peer, seat all, and let the countdown pass."""
        made = await self.create(peers[0], **({"seats": len(peers), "seed": "pan"} | options))
        await self.seat(made.code, *peers)
        for peer in peers:
            assert isinstance(await peer.ask(Ready(peer.q(), NONCE)), Ok)
        assert isinstance(await peers[0].ask(Start(peers[0].q())), Ok)
        self.clock.advance(COUNTDOWN_MS)
        for peer in peers:
            await peer.until(Deal)
        return made


def forwarded(address: str) -> dict[str, str]:
    """Answer what a proxy adds to a request from *address*."""
    return {"X-Forwarded-For": address} if address else {}


def living(kind: type[Known]) -> list[Known]:
    """Answer the objects of a kind that anybody still knows."""
    gc.collect()
    return [thing for thing in gc.get_objects() if type(thing) is kind]


async def until(true: Callable[[], bool]) -> None:
    """Wait for something that the server does by itself."""
    async with asyncio.timeout(LONG_PATIENCE_S):
        while not true():  # noqa: ASYNC110 -- what is waited for has no event
            await asyncio.sleep(0.002)
