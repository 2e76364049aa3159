"""Who makes up a load: players who follow a script, watchers who only count."""

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from typing import TypeVar

from pantagruel_client.address import Address
from pantagruel_client.errors import RequestRefused, ServerUnreachable
from pantagruel_client.load.peer import Peer, masked
from pantagruel_client.load.tally import ACK, REFUSED, Tally
from pantagruel_protocol.client_messages import (
    ClientMessage,
    Forfeit,
    Hello,
    Join,
    Play,
    Ready,
    Start,
    Watch,
)
from pantagruel_protocol.codecs import CODECS
from pantagruel_protocol.server_messages import (
    Deal,
    Error,
    Ok,
    Refused,
    Room,
    ServerMessage,
    Welcome,
)

CODEC = CODECS["pantagruel.v1.msgpack"]
NONCE = "0" * 32
PATIENCE_S = 30.0

Known = TypeVar("Known", bound=ServerMessage)


class Person:
    """One socket: its frames are read as messages until it takes part, then only counted."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self._early: asyncio.Queue[bytes] = asyncio.Queue()
        self._takes_part = False
        self._peer: Peer

    @property
    def lost(self) -> bool:
        """Say whether the socket was closed."""
        return self._peer.lost

    async def connect(self, address: Address, protocol: str = CODEC.name) -> None:
        """Open the socket; raises ServerUnreachable."""
        try:
            self._peer = await Peer.connect(self._hear, address, protocol)
        except OSError as error:
            msg = f"no server answers at {address}: {error}"
            raise ServerUnreachable(msg) from None

    def say(self, message: ClientMessage) -> None:
        self._peer.say(masked(CODEC.encode(message)))

    def say_raw(self, payload: bytes) -> None:
        self._peer.say(masked(payload))

    async def wait_for(self, kind: type[Known]) -> Known:
        """Read on until a message of *kind* has come; a refusal meanwhile is raised."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                message = CODEC.decode_server(await self._early.get())
                if isinstance(message, kind):
                    return message
                if isinstance(message, Refused | Error):
                    raise RequestRefused(message.code, message.why)

    def take_part(self) -> None:
        """Only count what comes from now on."""
        self._takes_part = True

    def close(self) -> None:
        self._peer.close()

    def _hear(self, frame: bytes) -> None:
        if self._takes_part:
            self.count(frame)
        else:
            self._early.put_nowait(frame)

    def count(self, frame: bytes) -> None:
        """Count a frame."""
        self.tally.watch(frame)


class Watcher(Person):
    """Watches one race."""

    async def come(self, address: Address, code: str, name: str) -> None:
        """Connect as a guest, and watch from now on."""
        await self.connect(address)
        self.say(Hello(name=name, bot=True))
        await self.wait_for(Welcome)
        self.say(Watch(1, code))
        await self.wait_for(Ok)
        self.take_part()


class Player(Person):
    """Makes the moves of a script, whatever comes back; one that is refused stops."""

    def __init__(self, moves: Sequence[str], tally: Tally) -> None:
        super().__init__(tally)
        self._moves = moves
        self._n = 0
        self._due: deque[float] = deque()  # when the moves without an answer were to be made
        self._refused = False

    @property
    def goes_on(self) -> bool:
        """Say whether there is another move to make."""
        return self._n < len(self._moves) and not self._refused and not self.lost

    async def greet(self, address: Address, name: str) -> str:
        """Connect as a guest, and answer the token."""
        await self.connect(address)
        self.say(Hello(name=name, bot=True))
        return (await self.wait_for(Welcome)).token or ""

    async def join(self, code: str) -> None:
        """Take a seat and be ready."""
        self.say(Join(1, code))
        await self.wait_for(Room)
        self.say(Ready(2, NONCE))
        await self.wait_for(Ok)

    def start(self) -> None:
        """Begin, as the host."""
        self.say(Start(3))

    async def cards(self) -> None:
        """Wait for the cards; from then on frames are only counted."""
        await self.wait_for(Deal)
        self.take_part()

    def move(self, due: float) -> None:
        """Make the next move, which was to be made at *due*."""
        self._n += 1
        self._due.append(due)
        self.tally.sent += 1
        self.say(Play(self._n, self._moves[self._n - 1]))

    def give_up(self) -> None:
        """End the own game, so that nothing of the load stays behind."""
        if not self._refused and not self.lost:
            self.say(Forfeit(self._n + 1))

    def count(self, frame: bytes) -> None:
        """Count a frame, and time it if it answers a move."""
        self.tally.hear(frame)
        if frame.startswith(ACK, 1) and self._due:
            self.tally.waits.append(time.perf_counter() - self._due.popleft())
        elif frame.startswith(REFUSED, 1):
            self._refused = True
