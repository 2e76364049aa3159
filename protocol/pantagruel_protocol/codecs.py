"""The encodings by the name of their WebSocket subprotocol."""

from pantagruel_protocol.frames import BadFrame, Codec
from pantagruel_protocol.json_codec import JsonCodec
from pantagruel_protocol.msgpack_codec import MsgpackCodec

__all__ = ["CODECS", "SUBPROTOCOLS", "BadFrame", "Codec"]

# In the order of preference: a client that offers both gets the first.
CODECS: dict[str, Codec] = {codec.name: codec for codec in (MsgpackCodec(), JsonCodec())}
SUBPROTOCOLS: tuple[str, ...] = tuple(CODECS)
