"""One WebSocket: messages out and in, judged by the dialogue, until it closes; no second try."""

from typing import Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.typing import Subprotocol

from pantagruel_client.address import Address
from pantagruel_client.errors import ServerUnreachable
from pantagruel_protocol.client_messages import ClientMessage
from pantagruel_protocol.codecs import BadFrame, Codec
from pantagruel_protocol.dialogue import Dialogue, RemoteFault, Side
from pantagruel_protocol.frames import SERVER_FRAME
from pantagruel_protocol.server_messages import ServerMessage

OPEN_S = 10.0  # to connect and shake hands
CLOSE_S = 2.0  # to say goodbye; a server that hangs must not hold up the player
PROTOCOL_ERROR = 1002


class WireClosed(Exception):
    """The socket is closed; *code* is the close code, 1006 when none came."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why


class Wire:
    """A socket that speaks messages."""

    def __init__(self, socket: ClientConnection, codec: Codec) -> None:
        self._socket = socket
        self._codec = codec
        self._dialogue = Dialogue(Side.CLIENT)

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
            status = error.response.status_code
            msg = f"what answers at {address} is no race server (HTTP {status})"
            raise ServerUnreachable(msg) from None
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
            raise _closed(closed) from None

    async def receive(self) -> ServerMessage:
        """Wait for the next message; raises WireClosed."""
        try:
            frame = await self._socket.recv(decode=False)
        except ConnectionClosed as closed:
            raise _closed(closed) from None
        try:
            message = self._codec.decode_server(frame)
            self._dialogue.receive(message)
        except (BadFrame, RemoteFault) as fault:
            await self._socket.close(PROTOCOL_ERROR, str(fault.code))
            raise WireClosed(PROTOCOL_ERROR, f"the server spoke out of turn: {fault}") from None
        return message

    async def close(self) -> None:
        """Say goodbye."""
        await self._socket.close()


def _closed(closed: ConnectionClosed) -> WireClosed:
    received = closed.rcvd
    if received is None:
        return WireClosed(1006, "the connection broke")
    return WireClosed(received.code, received.reason or f"close code {received.code}")


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
