"""Messages as whole WebSocket frames, built once for however many sockets receive them."""

import struct

from pantagruel_protocol.codecs import Codec
from pantagruel_protocol.server_messages import ServerMessage

# RFC 6455, 5.2: FIN with the opcode, then the length; a server's frames carry no mask.
TEXT, BINARY = 0x81, 0x82
SHORT, MEDIUM = 126, 1 << 16

_short = struct.Struct("!BB").pack
_medium = struct.Struct("!BBH").pack
_long = struct.Struct("!BBQ").pack


def framed(codec: Codec, message: ServerMessage) -> bytes:
    """Answer the one frame that carries *message* to a socket which speaks *codec*."""
    payload = codec.encode(message)
    first = BINARY if codec.binary else TEXT
    size = len(payload)
    if size < SHORT:
        return _short(first, size) + payload
    if size < MEDIUM:
        return _medium(first, 126, size) + payload
    return _long(first, 127, size) + payload


class Parcel:
    """One message for many sockets, encoded and framed at most once per encoding."""

    __slots__ = ("_frames", "message")

    def __init__(self, message: ServerMessage) -> None:
        self.message = message
        self._frames: dict[str, bytes] = {}

    def frame(self, codec: Codec) -> bytes:
        """Answer the frame for sockets that speak *codec*."""
        frame = self._frames.get(codec.name)
        if frame is None:
            frame = self._frames[codec.name] = framed(codec, self.message)
        return frame
