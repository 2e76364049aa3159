"""What holds for MessagePack alone."""

from typing import get_args

import msgpack
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantagruel_protocol.client_messages import ClientMessage, Play, Unready
from pantagruel_protocol.codes import Code
from pantagruel_protocol.frames import BadFrame, Message
from pantagruel_protocol.msgpack_codec import MsgpackCodec
from pantagruel_protocol.server_messages import ServerMessage

CODEC = MsgpackCodec()
PLAY = b"\x83\xa1t\xa4play\xa1n"  # three fields: the number comes next


@given(
    message=st.one_of(
        [st.from_type(kind) for kind in (*get_args(ClientMessage), *get_args(ServerMessage))]
    )
)
def test_both_libraries_write_the_same(message: Message) -> None:
    """The bytes of msgspec are those of msgpack's own Packer over the plain values."""
    assert msgpack.packb(msgspec.to_builtins(message)) == CODEC.encode(message)


def test_vector() -> None:
    """The bytes of one move, for who builds a bot by hand."""
    assert CODEC.encode(Play(n=7, m="T2>T5:3")) == b"\x83\xa1t\xa4play\xa1n\x07\xa1m\xa7T2>T5:3"


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (b"", Code.UNREADABLE),
        (b"\xc1", Code.UNREADABLE),
        (PLAY + b"\x01\xa1m\xa1D\x00", Code.UNREADABLE),
        (PLAY + b"\x01\xa1m\xa1D" * 2, Code.UNREADABLE),
        (PLAY + b"\x01\xa1m", Code.UNREADABLE),
        (PLAY + b"\x01\xa1m\xa2\xff\xfe", Code.UNREADABLE),
        (PLAY + b"\x01\xa1m\xa3\xed\xa0\x80", Code.UNREADABLE),
        (PLAY + b"\x01\xa1m\xc4\x01D", Code.BAD_FIELD),
        (PLAY + b"\xca\x3f\x80\x00\x00\xa1m\xa1D", Code.BAD_FIELD),
        (PLAY + b"\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00\xa1m\xa1D", Code.BAD_FIELD),
        (PLAY + b"\xcb\x7f\xf0\x00\x00\x00\x00\x00\x00\xa1m\xa1D", Code.BAD_FIELD),
        (PLAY + b"\xd4\x05\x00\xa1m\xa1D", Code.UNREADABLE),
        (PLAY + b"\xc7\x00\x05\xa1m\xa1D", Code.UNREADABLE),
        (PLAY + b"\xd6\xff\x00\x00\x00\x00\xa1m\xa1D", Code.UNREADABLE),
        (PLAY + b"\xc7\x0c\xff" + b"\x00" * 12 + b"\xa1m\xa1D", Code.UNREADABLE),
        (PLAY + b"\xdd\xff\xff\xff\xff", Code.UNREADABLE),
        (PLAY + b"\xdf\xff\xff\xff\xff", Code.UNREADABLE),
        (PLAY + b"\xdb\xff\xff\xff\xff", Code.UNREADABLE),
        (PLAY + b"\xc6\xff\xff\xff\xff", Code.UNREADABLE),
        (PLAY + b"\xc9\xff\xff\xff\xff\x05", Code.UNREADABLE),
        (b"\x84\xa1t\xa4play\xa1n\x01\xa1m\xa1D\x05\x01", Code.UNREADABLE),
        (b"\x84\xa1t\xa4play\xa1n\x01\xa1m\xa1D\x91\x01\x01", Code.UNREADABLE),
        (b"\x84\xa1t\xa4play\xa1n\x01\xa1m\xa1D\xc4\x01x\x01", Code.BAD_FIELD),
        (b"\x83\xc4\x01t\xa4play\xa1n\x01\xa1m\xa1D", Code.UNKNOWN_TYPE),
    ],
    ids=lambda value: value.hex() if isinstance(value, bytes) else str(value),
)
def test_hostile_frames(frame: bytes, code: Code) -> None:
    """Extension types, forged lengths, floats, raw bytes and rests all have their code."""
    with pytest.raises(BadFrame) as caught:
        CODEC.decode_client(frame)

    assert code is caught.value.code


def test_last_of_two_keys_wins() -> None:
    """A key that comes twice counts as it stood last."""
    assert Unready(q=2) == CODEC.decode_client(b"\x83\xa1t\xa7unready\xa1q\x01\xa1q\x02")


def test_wide_maps_and_arrays_are_not_built() -> None:
    """Many small entries meet a limit, where only bytes were counted before."""
    for head in (b"\xde\x00\x21", b"\xdc\x10\x01"):
        with pytest.raises(BadFrame) as caught:
            CODEC.decode_server(head + b"\xc0" * 9000)

        assert Code.UNREADABLE is caught.value.code
        assert "exceeds" in caught.value.why
