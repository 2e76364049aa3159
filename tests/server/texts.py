"""What a frame says as text: the cards in it, wherever they stand."""

import re
from collections.abc import Iterable

from msgspec import json, msgpack

from pantagruel_protocol.codecs import Codec

CARD = re.compile(r"[A23456789TJQK][HDSC]")


def texts_of(value: object) -> Iterable[str]:
    """Answer every text in a plain value, keys of maps aside."""
    match value:
        case str():
            yield value
        case dict():
            for one in value.values():
                yield from texts_of(one)
        case list() | tuple():
            for one in value:
                yield from texts_of(one)
        case _:
            pass


def texts(frames: Iterable[bytes], codec: Codec) -> Iterable[str]:
    """Answer every text in *frames*."""
    decode = msgpack.decode if codec.binary else json.decode
    for frame in frames:
        yield from texts_of(decode(frame))


def cards(frames: Iterable[bytes], codec: Codec) -> list[str]:
    """Answer every card that stands in *frames*."""
    return [text for text in texts(frames, codec) if CARD.fullmatch(text)]
