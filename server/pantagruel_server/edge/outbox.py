"""What waits to be read by one socket: its transport's own write buffer, bounded."""

import logging
from asyncio import Transport
from collections.abc import Callable

from pantagruel_protocol.codecs import Codec
from pantagruel_protocol.codes import MEANINGS, Code
from pantagruel_protocol.dialogue import Dialogue, LocalFault
from pantagruel_protocol.server_messages import Error, Progress, Refused, ServerMessage
from pantagruel_server.edge.limits import OUTBOX_BYTES
from pantagruel_server.rooms.frames import Parcel, framed
from pantagruel_server.telemetry import Tally

PING, PONG = 0x89, 0x8A  # RFC 6455, 5.2: FIN with the opcode

logger = logging.getLogger(__name__)


class Outbox:
    """Writes whole frames straight to the transport; nothing is copied and nothing waits.

    The bound of queue 2: a socket with more than OUTBOX_BYTES unread is told `slow` and closed
    (1013). Its player loses nothing: a resume sends every state frame again. *closing* is called
    once, after the last frame, with the code that the socket is to be closed for; *moved* when
    the socket is led to another race, with its id.
    """

    __slots__ = ("_closing", "_codec", "_dialogue", "_moved", "_tally", "_transport", "shut")

    def __init__(
        self,
        transport: Transport,
        codec: Codec,
        dialogue: Dialogue,
        closing: Callable[[Code, str], None],
        moved: Callable[[str], None],
        tally: Tally,
    ) -> None:
        self._transport = transport
        self._codec = codec
        self._dialogue = dialogue
        self._closing = closing
        self._moved = moved
        self._tally = tally
        self.shut = False  # nothing may follow the frame that says why

    @property
    def crowded(self) -> bool:
        """Say whether so much is unread that nothing big should be sent now."""
        return self._transport.get_write_buffer_size() > OUTBOX_BYTES // 2

    def send(self, message: ServerMessage) -> None:
        """Write one message."""
        if self.shut:
            return
        try:
            self._dialogue.send(message)
        except LocalFault:
            self._misspoke(message)
        else:
            self._write(framed(self._codec, message))

    def refuse(self, refused: Refused) -> None:
        """Write a refusal, and count it."""
        self._tally.refusals[refused.code.value] += 1
        self.send(refused)

    def pass_on(self, parcel: Parcel) -> None:
        """Write a message that others get too."""
        # Rows change nothing in the talk, and there are more of them than of all else together.
        if self.shut:
            return
        try:
            if type(parcel.message) is not Progress:
                self._dialogue.send(parcel.message)
        except LocalFault:
            self._misspoke(parcel.message)
        else:
            self._write(parcel.frame(self._codec))

    def control(self, first: int, payload: bytes = b"") -> None:
        """Write a control frame, whose payload has 125 bytes at most."""
        if not self.shut:
            self._write(bytes([first, len(payload)]) + payload)

    def end(self, code: Code, why: str = "") -> None:
        """Say why, and close."""
        if self.shut:
            return
        why = why or MEANINGS[code].text
        self._tally.closes[code.value] += 1
        self.last(Error(code, why))
        self._closing(code, why)

    def follow(self, race: str) -> None:
        """Belong to another race from now on."""
        self._moved(race)

    def last(self, message: ServerMessage) -> None:
        """Write one message, over the bound if need be, and nothing after it."""
        if not self.shut and not self._transport.is_closing():
            self._transport.write(framed(self._codec, message))
        self.shut = True

    def _misspoke(self, message: ServerMessage) -> None:
        logger.error("%s was not to be said now", type(message).__name__)
        self.end(Code.FAULT)

    def _write(self, frame: bytes) -> None:
        transport = self._transport
        if transport.is_closing():
            return
        transport.write(frame)
        if transport.get_write_buffer_size() > OUTBOX_BYTES:
            self.end(Code.SLOW)
