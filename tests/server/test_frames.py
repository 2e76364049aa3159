"""Whole WebSocket frames, read back by a library that is not ours."""

import pytest
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from pantagruel_protocol.codecs import CODECS, Codec
from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import Ok, Refused, Results, ServerMessage
from pantagruel_protocol.values import Placing, Result
from pantagruel_server.rooms.frames import Parcel, framed

RESULT = Result("cleared", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
LINE = Placing(0, "player", "Panurge", (1, "won"), RESULT)


def opened(frame: bytes) -> Frame:
    """Parse one frame from the wire."""
    reader = StreamReader()
    reader.feed_data(frame)
    parser = Frame.parse(reader.read_exact, mask=False, max_size=None)
    with pytest.raises(StopIteration) as done:
        next(parser)
    assert not reader.buffer
    parsed: Frame = done.value.value
    return parsed


MESSAGES: dict[str, ServerMessage] = {
    "short": Ok(1),
    "medium": Refused(Code.BUSY, "w" * 200, q=1),
    "long": Results(4, (LINE,) * 900),
}


@pytest.mark.parametrize("message", MESSAGES.values(), ids=MESSAGES)
@pytest.mark.parametrize("codec", CODECS.values(), ids=CODECS)
def test_frames(codec: Codec, message: ServerMessage) -> None:
    """Each length has its header; the opcode is that of the encoding."""
    frame = opened(framed(codec, message))

    assert frame.fin
    assert frame.opcode is (Opcode.BINARY if codec.binary else Opcode.TEXT)
    assert codec.decode_server(bytes(frame.data)) == message


@pytest.mark.parametrize("codec", CODECS.values(), ids=CODECS)
def test_every_header_was_tried(codec: Codec) -> None:
    """The messages above need no further bytes for their lengths, two, and eight."""
    lengths = [len(codec.encode(message)) for message in MESSAGES.values()]

    assert lengths[0] < 126 <= lengths[1] < 1 << 16 <= lengths[2]


def test_a_parcel_is_packed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many receive it, a message is encoded once in each encoding."""
    packed: list[str] = []

    def count(codec: Codec, message: ServerMessage) -> bytes:
        packed.append(codec.name)
        return framed(codec, message)

    monkeypatch.setattr("pantagruel_server.rooms.frames.framed", count)
    parcel = Parcel(Ok(1))
    for _ in range(3):
        for codec in CODECS.values():
            assert parcel.frame(codec) == framed(codec, Ok(1))

    assert packed == list(CODECS)
