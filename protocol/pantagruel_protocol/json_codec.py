"""Messages as JSON, one object in one text frame: for browsers, logs and curious people."""

from msgspec.json import Decoder, Encoder

from pantagruel_protocol.client_messages import ClientMessage
from pantagruel_protocol.frames import (
    CLIENT_FRAME,
    CLIENT_TYPES,
    SERVER_FRAME,
    SERVER_TYPES,
    Message,
    check_size,
    message_of,
    too_deep,
    unreadable,
)
from pantagruel_protocol.server_messages import ServerMessage


class JsonCodec:
    """The encoding for readers; frames go in and out as UTF-8 bytes."""

    name = "pantagruel.v1.json"
    binary = False

    def __init__(self) -> None:
        self._encoder = Encoder()
        self._decoder = Decoder()

    def encode(self, message: Message) -> bytes:
        """Answer the payload of one text frame."""
        return self._encoder.encode(message)

    def decode_client(self, frame: bytes) -> ClientMessage:
        """Read what a client sent; raises BadFrame and nothing else."""
        check_size(frame, CLIENT_FRAME)
        return message_of(self._parse(frame), CLIENT_TYPES)

    def decode_server(self, frame: bytes) -> ServerMessage:
        """Read what a server sent; raises BadFrame and nothing else."""
        check_size(frame, SERVER_FRAME)
        return message_of(self._parse(frame), SERVER_TYPES)

    def _parse(self, frame: bytes) -> object:
        try:
            return self._decoder.decode(frame)
        except RecursionError:
            raise too_deep() from None
        except (ValueError, TypeError, MemoryError) as error:
            raise unreadable(error) from None
