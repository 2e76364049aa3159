"""A WebSocket client that does as little as can be: it writes frames and counts frames."""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast

from pantagruel_client.address import Address

HANDSHAKE = (
    "GET {path}/ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Protocol: {protocol}\r\n\r\n"
)
BINARY, PONG = 0x82, 0x8A
OPCODE, CONTROL, PING = 0x0F, 0x8, 0x9
HEAD = 2  # bytes that every frame begins with
SHORT, MEDIUM = 126, 127  # from these codes on the length has two and eight bytes


def masked(payload: bytes, first: int = BINARY) -> bytes:
    """Frame what a client says, under the mask of zeros, which changes no byte."""
    size = len(payload)
    head = bytes([first, 0x80 | size]) if size < SHORT else bytes([first, 0x80 | SHORT])
    more = b"" if size < SHORT else size.to_bytes(2, "big")
    return head + more + bytes(4) + payload


class Peer(asyncio.Protocol):
    """One socket; every frame that comes is given to *hear*."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self._hear = hear
        self._rest = b""
        self._open = False
        self._transport: asyncio.Transport
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False

    @classmethod
    async def connect(
        cls, hear: Callable[[bytes], None], address: Address, protocol: str
    ) -> "Peer":
        """Connect and shake hands."""
        loop = asyncio.get_running_loop()
        transport, peer = await loop.create_connection(
            lambda: cls(hear), address.host, address.port, ssl=address.secure or None
        )
        key = base64.b64encode(os.urandom(16)).decode()
        text = HANDSHAKE.format(
            path=address.path, host=address.authority, key=key, protocol=protocol
        )
        transport.write(text.encode())
        await peer.ready
        return peer

    def say(self, frame: bytes) -> None:
        """Write one frame that `masked` made."""
        self._transport.write(frame)

    def close(self) -> None:
        self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True
        if not self.ready.done():
            self.ready.set_exception(exc or ConnectionError("closed during the handshake"))

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        start = 0 if self._open else self._shake(data)
        if not self._open:
            self._rest = data
            return
        size = len(data)
        while size - start >= HEAD:
            begin, length = start + 2, data[start + 1]
            if length >= SHORT:
                width = 2 if length == SHORT else 8
                begin += width
                length = int.from_bytes(data[start + 2 : begin], "big")
            if begin + length > size:
                break
            first, start = data[start], begin + length
            if first & OPCODE < CONTROL:
                self._hear(data[begin:start])
            elif first & OPCODE == PING:  # who does not answer is taken for gone
                self._transport.write(masked(data[begin:start], PONG))
        self._rest = data[start:]

    def _shake(self, data: bytes) -> int:
        """Answer where the frames begin, once the server has agreed."""
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return 0
        if not data.startswith(b"HTTP/1.1 101"):
            self.ready.set_exception(ConnectionError(data[:end].decode()))
            return 0
        self._open = True
        self.ready.set_result(None)
        return end + 4
