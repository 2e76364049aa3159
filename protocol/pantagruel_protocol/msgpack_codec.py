"""Messages as MessagePack, one map in one binary frame.

Two libraries share the work. msgpack reads, because it can be told what to bear: no lengths
beyond the limits are allocated, no extension types, no keys but strings. msgspec writes, two to
five times faster than msgpack's Packer over plain values (`bench/codec.py`), and the same bytes:
where fields are left out it reserves a long map header, which is made short here.
"""

from typing import NoReturn

import msgpack
from msgspec.msgpack import Encoder

from pantagruel_protocol.client_messages import ClientMessage
from pantagruel_protocol.codes import Code
from pantagruel_protocol.frames import (
    CLIENT_FRAME,
    CLIENT_TYPES,
    SERVER_FRAME,
    SERVER_TYPES,
    BadFrame,
    Message,
    check_size,
    message_of,
    too_deep,
    unreadable,
)
from pantagruel_protocol.server_messages import ServerMessage

# Entries of one array and of one map: the longest honest array is the stock of 25 packs or the
# moves of a finish, the largest map is a room's.
_ARRAY = 4096
_MAP = 32

_MAP16 = 0xDE
_SHORT_MAPS = tuple(bytes([0x80 | length]) for length in range(16))


class MsgpackCodec:
    """The encoding for programs: half the bytes of JSON."""

    name = "pantagruel.v1.msgpack"
    binary = True

    def __init__(self) -> None:
        self._encoder = Encoder()

    def encode(self, message: Message) -> bytes:
        """Answer the payload of one binary frame."""
        frame = self._encoder.encode(message)
        if frame[0] == _MAP16 and frame[1] == 0 and frame[2] < len(_SHORT_MAPS):
            return _SHORT_MAPS[frame[2]] + frame[3:]
        return frame

    def decode_client(self, frame: bytes) -> ClientMessage:
        """Read what a client sent; raises BadFrame and nothing else."""
        check_size(frame, CLIENT_FRAME)
        return message_of(_parse(frame), CLIENT_TYPES)

    def decode_server(self, frame: bytes) -> ServerMessage:
        """Read what a server sent; raises BadFrame and nothing else."""
        check_size(frame, SERVER_FRAME)
        return message_of(_parse(frame), SERVER_TYPES)


def _no_extension(code: int, _data: bytes) -> NoReturn:
    raise BadFrame(Code.UNREADABLE, f"extension type {code} is not spoken here")


def _parse(frame: bytes) -> object:
    try:
        return msgpack.unpackb(
            frame,
            ext_hook=_no_extension,
            max_ext_len=0,
            max_array_len=_ARRAY,
            max_map_len=_MAP,
        )
    except BadFrame:
        raise
    except (msgpack.StackError, RecursionError):
        raise too_deep() from None
    except (ValueError, TypeError, MemoryError) as error:
        raise unreadable(error) from None
