"""Players that write down every acknowledgement: on the project's client, and on a bare socket.

All play `turn3`, whose stock may be turned over without end, so no game ends by itself.
"""

import asyncio
from contextlib import suppress
from random import Random
from typing import Protocol

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Subprotocol

from pantagruel_client.client import Client
from pantagruel_client.errors import MoveRefused
from pantagruel_client.race import Race
from pantagruel_protocol.client_messages import Bank, ClientMessage, Hello, Join, Play, Ready
from pantagruel_protocol.codecs import CODECS
from pantagruel_protocol.server_messages import (
    Ack,
    Deal,
    Ok,
    Over,
    Refused,
    Resync,
    Room,
    ServerMessage,
    Welcome,
)
from pantagruel_protocol.values import Resume
from tests.e2e.ledger import Ledger, Told

VARIANT = "turn3"
CYCLE = 21  # draws that empty a stock of 59 cards three by three, and the redeal after them
WINDOW = 3  # commands in flight of the player on a bare socket
JSON = CODECS["pantagruel.v1.json"]


class Player(Protocol):
    """Somebody who sits in a race and is ready."""

    async def play(self, over: asyncio.Event) -> None:
        """Play until *over*, then bank, and see the race to its end."""


class Bot:
    """A player on the project's client: plays at random what it may."""

    def __init__(self, client: Client, race: Race, pace_s: float, ledger: Ledger) -> None:
        self._race = race
        self._me = client.player
        self._pace_s = pace_s
        self._ledger = ledger
        self._chance = Random(client.name)

    async def play(self, over: asyncio.Event) -> None:
        race = self._race
        events = race.events()
        async for event in events:
            if isinstance(event, Deal):
                break
        while not over.is_set():
            move = self._chance.choice(race.view.legal_moves())
            try:
                ack = await race.play(move)
            except MoveRefused as refusal:  # by a server that forgot what came before it
                self._ledger.refused.append(str(refusal))
            else:
                self._ledger.note(Told(race.id, self._me, ack.n, move.text, ack.ms))
            await asyncio.sleep(self._chance.uniform(0, 2 * self._pace_s))
        await race.bank()
        async for _ in events:
            pass


class BarePlayer:
    """A player on `websockets` and JSON alone, who runs ahead and repeats what was answered.

    Its moves are draws and turnings of the stock.
    """

    def __init__(self, url: str, pace_s: float, ledger: Ledger) -> None:
        self._url = f"{url}/ws"
        self._pace_s = pace_s
        self._ledger = ledger
        self._me = self._token = self._race = ""
        self._s = self._accepted = self._sent = 0
        self._racing = asyncio.Event()
        self._over = False

    async def join(self, code: str) -> None:
        """Take a seat and be ready; the socket goes, the seat stays."""
        async with self._socket() as socket:
            await say(socket, Hello(name="Bare", bot=True))
            while True:
                match await hear(socket):
                    case Welcome(player=me, token=str(token)):
                        self._me, self._token = me, token
                        await say(socket, Join(1, code))
                    case Room(race=race):
                        self._race = race
                    case Ok(q=1):
                        await say(socket, Ready(2, "0" * 32))
                    case Ok(q=2):
                        return
                    case _:
                        pass

    async def play(self, over: asyncio.Event) -> None:
        while not self._over:
            with suppress(ConnectionClosed, InvalidHandshake, OSError, EOFError):
                await self._play_on(over)
            await asyncio.sleep(0.05)

    async def _play_on(self, over: asyncio.Event) -> None:
        """Take the seat up, and play for as long as the socket lasts."""
        async with self._socket() as socket:
            await say(socket, Hello(token=self._token, resume=Resume(self._race, self._s)))
            while not isinstance(message := await hear(socket), Room):  # all that was missed
                self._take(message)
            self._sent = self._accepted
            # What was answered long ago is said again too: it must not be played twice.
            for n in range(max(1, self._accepted - WINDOW), self._accepted + 1):
                await say(socket, Play(n, text_of(n)))
            sending = asyncio.create_task(self._send(socket, over))
            try:
                while not self._over:
                    self._take(await hear(socket))
            finally:
                sending.cancel()
                with suppress(asyncio.CancelledError, ConnectionClosed):
                    await sending

    async def _send(self, socket: ClientConnection, over: asyncio.Event) -> None:
        await self._racing.wait()
        while not over.is_set():
            if self._sent - self._accepted < WINDOW:
                self._sent += 1
                await say(socket, Play(self._sent, text_of(self._sent)))
            await asyncio.sleep(self._pace_s)
        await say(socket, Bank(self._sent + 1))

    def _take(self, message: ServerMessage) -> None:
        match message:
            case Deal(s=s):
                self._s = s
                self._racing.set()
            case Ack(s=s, n=n, ms=ms, ended=ended):
                self._s = max(s, self._s)
                self._accepted = max(n, self._accepted)
                if ended is None:
                    self._ledger.note(Told(self._race, self._me, n, text_of(n), ms))
            case Resync(s=s, n=n):
                self._s, self._accepted, self._sent = s, n, n
                self._racing.set()
            case Over():
                self._over = True
            case Refused(n=int(), why=why):
                self._ledger.refused.append(why)
                self._sent = self._accepted  # say it again
            case _:
                pass

    def _socket(self) -> connect:
        protocols = [Subprotocol(JSON.name)]
        return connect(self._url, subprotocols=protocols, compression=None, proxy=None)


def text_of(n: int) -> str:
    """Answer what the player on a bare socket plays as command *n*."""
    return "D" if n % CYCLE else "R"


async def say(socket: ClientConnection, message: ClientMessage) -> None:
    await socket.send(JSON.encode(message).decode())


async def hear(socket: ClientConnection) -> ServerMessage:
    return JSON.decode_server(await socket.recv(decode=False))
