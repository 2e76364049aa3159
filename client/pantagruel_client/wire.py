"""One WebSocket: messages out and in, judged by the dialogue, until it closes; no second try."""

from typing import Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.typing import Subprotocol

from pantagruel_client.address import Address
from pantagruel_client.errors import ServerUnreachable
from pantagruel_protocol.client_messages import ClientMessage
from pantagruel_protocol.codecs import BadFrame, Codec
from pantagruel_protocol.codes import MEANINGS, Code
from pantagruel_protocol.dialogue import Dialogue, Phase, RemoteFault, Side
from pantagruel_protocol.frames import SERVER_FRAME
from pantagruel_protocol.http_api import Trouble
from pantagruel_protocol.server_messages import Error, ServerMessage

OPEN_S = 10.0  # to connect and shake hands
CLOSE_S = 2.0  # to say goodbye; a server that hangs must not hold up the player
PROTOCOL_ERROR = 1002
MOST_RETRY_S = 60.0  # a server that asks for more is tried earlier all the same


class WireClosed(Exception):
    """The socket is closed; *code* is the close code, 1006 when none came.

    *retry_s* is how long to wait at least before the next one.
    """

    def __init__(self, code: int, why: str, retry_s: float = 0.0) -> None:
        super().__init__(why)
        self.code = code
        self.why = why
        self.retry_s = retry_s


class Wire:
    """A socket that speaks messages."""

    def __init__(self, socket: ClientConnection, codec: Codec) -> None:
        self._socket = socket
        self._codec = codec
        self._dialogue = Dialogue(Side.CLIENT)
        self._complaint: str | None = None  # the server's words before a close

    @property
    def phase(self) -> Phase:
        """Where the talk stands."""
        return self._dialogue.phase

    @classmethod
    async def open(cls, address: Address, codec: Codec) -> Self:
        """Connect and agree on the encoding; raises ServerUnreachable."""
        try:
            socket = await connect(
                address.socket,
                subprotocols=[Subprotocol(codec.name)],
                compression=None,  # frames of a few dozen bytes only grow by it
                max_size=SERVER_FRAME,
                open_timeout=OPEN_S,
                close_timeout=CLOSE_S,
                proxy=None if address.loopback else True,
            )
        except InvalidStatus as error:
            raise _turned_away(address, error) from None
        except (OSError, TimeoutError, InvalidHandshake, EOFError) as error:
            msg = f"no server answers at {address}: {_words(error)}"
            raise ServerUnreachable(msg) from None
        if socket.subprotocol != codec.name:
            await socket.close(PROTOCOL_ERROR, "the encoding was not agreed")
            msg = f"the server at {address} does not speak {codec.name}"
            raise ServerUnreachable(msg)
        return cls(socket, codec)

    async def send(self, message: ClientMessage) -> None:
        """Send *message*; raises LocalFault, before anything goes out, or WireClosed."""
        self._dialogue.send(message)
        try:
            await self._socket.send(self._codec.encode(message), text=not self._codec.binary)
        except ConnectionClosed as closed:
            raise self._closed(closed) from None

    async def receive(self) -> ServerMessage:
        """Wait for the next message of a kind that is known here; raises WireClosed."""
        while True:
            try:
                frame = await self._socket.recv(decode=False)
            except ConnectionClosed as closed:
                raise self._closed(closed) from None
            try:
                return self._read(frame)
            except (BadFrame, RemoteFault) as fault:
                if fault.code is Code.UNKNOWN_TYPE:
                    continue  # a newer server may say more
                await self._socket.close(PROTOCOL_ERROR, str(fault.code))
                why = f"the server spoke out of turn: {fault}"
                raise WireClosed(PROTOCOL_ERROR, why) from None

    def _read(self, frame: bytes) -> ServerMessage:
        message = self._codec.decode_server(frame)
        self._dialogue.receive(message)
        if isinstance(message, Error) and MEANINGS[message.code].close is not None:
            self._complaint = message.why
        return message

    async def close(self) -> None:
        """Say goodbye."""
        await self._socket.close()

    def _closed(self, closed: ConnectionClosed) -> WireClosed:
        received = closed.rcvd
        if received is None:
            return WireClosed(1006, self._complaint or "the connection broke")
        why = self._complaint or received.reason or f"close code {received.code}"
        return WireClosed(received.code, why)


def _turned_away(address: Address, error: InvalidStatus) -> ServerUnreachable:
    """Say in the server's words, where it has some, why there is no socket."""
    answer = error.response
    try:
        trouble = msgspec.json.decode(answer.body or b"", type=Trouble)
    except (msgspec.DecodeError, UnicodeDecodeError):
        msg = f"what answers at {address} is no race server (HTTP {answer.status_code})"
        return ServerUnreachable(msg)
    wait = answer.headers.get("Retry-After", "")
    retry_s = min(float(wait), MOST_RETRY_S) if wait.isdecimal() else 0.0
    return ServerUnreachable(f"{address} lets nobody in: {trouble.why}", retry_s)


def _words(error: BaseException) -> str:
    match error:
        case TimeoutError():
            return f"no answer in {OPEN_S:.0f} s"
        case ConnectionRefusedError():
            return "connection refused"
        case OSError(strerror=str(words)):
            return words
        case _:
            return str(error) or type(error).__name__
