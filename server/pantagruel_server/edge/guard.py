"""Stands before aiohttp's reader of WebSocket frames, and lets no unmasked one pass."""

from collections.abc import Callable
from typing import Protocol

from aiohttp import WebSocketError, WSCloseCode

from pantagruel_server.edge.limits import FRAGMENTS

FIN = MASK = 0x80
OPCODE, SIZE = 0x0F, 0x7F
CONTROL = 0x8  # from this opcode on
SHORT = 126  # the first size that is written in more than the second byte
KEY = 4  # bytes of the mask
HEAD = 2 + KEY  # bytes of a short frame before its payload
GOING_ON = False, b""


class Queue(Protocol):
    """Where aiohttp puts what it has read."""

    def set_exception(self, exc: BaseException) -> None:
        """Fail the next `receive` after what has been read."""


class Reader(Protocol):
    """What reads frames for aiohttp."""

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        """Read; True if there is no going on."""

    def feed_eof(self) -> None:
        """Hear that no more will come."""


class Guard:
    """Follows the heads of the frames, whichever way they are cut, and closes what breaks them.

    aiohttp takes frames that are not masked, though a server must not (RFC 6455, 5.1), and counts
    no empty fragments, which therefore no rate would ever hold.

    While *take* is set, a short whole message that begins with the byte *first* goes straight to
    it: aiohttp's way, by a queue and the task that waits there, costs more than to judge a move.
    Whatever else comes goes that way, and *take* is forgotten, so that nothing overtakes it.
    """

    __slots__ = ("_first", "_fragments", "_head", "_left", "_queue", "_reader", "_split", "take")

    def __init__(self, reader: Reader, queue: Queue, first: int) -> None:
        self.take: Callable[[bytes], None] | None = None
        self._reader = reader
        self._queue = queue
        self._first = first
        self._split = False  # a message is under way in fragments
        self._head = b""  # the beginning of a frame whose head is not complete
        self._left = 0  # bytes of the frame that is under way
        self._fragments = 0

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        """Hand on what is in order; True if it is not."""
        # Nearly always a piece is one short frame.
        if (
            not self._left
            and not self._head
            and len(data) > KEY
            and data[0] & FIN
            and data[0] & OPCODE
            and MASK <= data[1] < MASK + SHORT
            and len(data) == data[1] - MASK + KEY + 2
        ):
            if data[0] == self._first and self.take is not None and not self._split:
                self.take(unmasked(data))
                return GOING_ON
            self.take = None
            return self._reader.feed_data(data)
        self.take = None
        return self._reader.feed_data(data) if self.look(data) else (True, b"")

    def feed_eof(self) -> None:
        """Hear that no more will come."""
        self._reader.feed_eof()

    def look(self, data: bytes) -> bool:
        """Follow the frames through *data*; False if they are against the protocol."""
        data = self._head + data
        here, size = self._left, len(data)
        while size - here >= 2:  # noqa: PLR2004 -- RFC 6455, 5.2
            first, second = data[here], data[here + 1]
            if second < MASK or not (first & OPCODE or self._continues(first)):
                fault = WebSocketError(WSCloseCode.PROTOCOL_ERROR, "unmasked, or in shreds")
                self._queue.set_exception(fault)
                return False
            if first & OPCODE < CONTROL:
                self._split = not first & FIN
            end = here + 2 + KEY + second - MASK if second < MASK + SHORT else _end(data, here)
            if not end:
                break
            here = end
        self._left = max(0, here - size)
        self._head = data[here:]
        return True

    def _continues(self, first: int) -> bool:
        """Count a fragment; False if the message has too many."""
        self._fragments = 0 if first & FIN else self._fragments + 1
        return self._fragments <= FRAGMENTS


def unmasked(frame: bytes) -> bytes:
    """Answer the payload of a short whole frame."""
    size = len(frame) - HEAD
    mask = (frame[2:HEAD] * (size // KEY + 1))[:size]
    plain = int.from_bytes(frame[HEAD:], "big") ^ int.from_bytes(mask, "big")
    return plain.to_bytes(size, "big")


def _end(data: bytes, here: int) -> int:
    """Answer where a long frame ends, or 0 if its head is not complete."""
    body = here + (4 if data[here + 1] & SIZE == SHORT else 10)
    return body + KEY + int.from_bytes(data[here + 2 : body], "big") if len(data) >= body else 0
