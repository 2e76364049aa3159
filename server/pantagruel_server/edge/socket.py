"""One WebSocket of aiohttp, closed by us or by it: never without a reason."""

import asyncio
from asyncio import Transport
from collections.abc import Callable

from aiohttp import WSCloseCode, WSMessage, web
from aiohttp.http import WebSocketWriter

from pantagruel_server.edge.guard import Guard
from pantagruel_server.edge.limits import READ_BYTES, REASON_BYTES

ABNORMAL = 1006  # what aiohttp notes when no closing handshake came about


def in_bytes(reason: str) -> bytes:
    """Write a reason as it fits into a close frame, without half a letter at its end."""
    return reason.encode()[:REASON_BYTES].decode(errors="ignore").encode()


class GameSocket(web.WebSocketResponse):
    """A socket that hands every close of aiohttp's own to *leaving* before it is sent.

    aiohttp hangs up by itself when a frame breaks the protocol or is longer than READ_BYTES.
    *leaving* gets the close code, may write a last frame, and answers the reason. A whole message
    begins with the byte *first*.
    """

    def __init__(
        self,
        subprotocol: str,
        *,
        first: int,
        close_s: float,
        leaving: Callable[[int], str],
    ) -> None:
        super().__init__(
            protocols=(subprotocol,),
            compress=False,  # costs 2 to 8 times the CPU, and memory per socket
            max_msg_size=READ_BYTES,
            # Ours are cheaper: aiohttp's schedules a callback for every piece of data, and a
            # timer that outlives a socket which is written to while it closes.
            heartbeat=None,
            autoping=False,
            timeout=close_s,
            decode_text=False,  # the JSON codec reads bytes
        )
        self._first = first
        self._guard: Guard
        self._leaving = leaving
        self._close_s = close_s

    def _post_start(
        self, request: web.BaseRequest, protocol: str | None, writer: WebSocketWriter
    ) -> None:
        """Put a guard before the reader, for which aiohttp has no place of its own."""
        handler = request.protocol
        early = handler._message_tail  # noqa: SLF001 -- what came before the handshake was answered
        super()._post_start(request, protocol, writer)
        reader, queue = self._parser, self._reader
        assert reader is not None  # noqa: S101 -- both were made a line above
        assert queue is not None  # noqa: S101
        guard = self._guard = Guard(reader, queue, self._first)
        handler._payload_parser = guard  # noqa: SLF001 -- as above
        guard.look(early)

    async def listen(self, take: Callable[[bytes], None]) -> WSMessage:
        """Wait for the next frame; short messages that come alone meanwhile go to *take*."""
        self._guard.take = take
        try:
            return await self.receive()
        finally:
            self._guard.take = None

    async def close(
        self, *, code: int = WSCloseCode.OK, message: bytes = b"", drain: bool = False
    ) -> bool:
        """Say the code and the reason, and wait a moment for the other side to answer.

        Never drains: a peer that does not read would keep us waiting for ever.
        """
        if not self.closed:
            message = message or in_bytes(self._leaving(code))
        return await super().close(code=code, message=message, drain=False)

    async def hang_up(self, code: int, reason: str) -> None:
        """Close from any task; the reader of the socket sees it end."""
        await self.close(code=code, message=in_bytes(reason))

    def let_go(self, transport: Transport) -> None:
        """Free the connection, at once if its peer does not even answer a close."""
        if self.close_code == ABNORMAL:
            transport.abort()
        elif transport.get_write_buffer_size():
            # The last bytes may take a moment, but not for ever.
            asyncio.get_running_loop().call_later(self._close_s, transport.abort)
