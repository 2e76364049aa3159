"""What holds for JSON alone."""

import pytest

from pantagruel_protocol.client_messages import Play, Unready
from pantagruel_protocol.codes import Code
from pantagruel_protocol.frames import BadFrame
from pantagruel_protocol.json_codec import JsonCodec

CODEC = JsonCodec()


def test_vector() -> None:
    """The bytes of one move: no spaces, `t` first."""
    assert CODEC.encode(Play(n=7, m="T2>T5:3")) == b'{"t":"play","n":7,"m":"T2>T5:3"}'


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (b"", Code.UNREADABLE),
        (b"{", Code.UNREADABLE),
        (b'{"t":"play","n":1,"m":"D"}{}', Code.UNREADABLE),
        (b'{"t":"play","n":1,"m":"D"} x', Code.UNREADABLE),
        (b"\xef\xbb\xbf{}", Code.UNREADABLE),
        (b'{"t":"play","n":NaN,"m":"D"}', Code.UNREADABLE),
        (b'{"t":"play","n":Infinity,"m":"D"}', Code.UNREADABLE),
        (b'{"t":"play","n":1e999,"m":"D"}', Code.UNREADABLE),
        (b'{"t":"play","n":01,"m":"D"}', Code.UNREADABLE),
        (b'{"t":"play","n":1e0,"m":"D"}', Code.BAD_FIELD),
        (b'{"t":"play","n":' + b"9" * 4000 + b',"m":"D"}', Code.BAD_FIELD),
        (b'{"t":"play","n":1,"m":"\xff"}', Code.UNREADABLE),
        (b'{"t":"play","n":1,"m":"\xed\xa0\x80"}', Code.UNREADABLE),
        (b'{"t":"play","n":1,"m":"\\ud800"}', Code.UNREADABLE),
        (b'{"t":"play","n":1,"m":"\\ud800xxxxxxxx"}', Code.UNREADABLE),
        (b'{"t":"play","n":1,"m":"\\udc00\\ud800"}', Code.UNREADABLE),
        (b'{"t":"play","n":1,"m":"D\n"}', Code.UNREADABLE),
        (b"{'t':'play','n':1,'m':'D'}", Code.UNREADABLE),
        (b'{"t":"play","n":1,"m":"D",}', Code.UNREADABLE),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_hostile_frames(frame: bytes, code: Code) -> None:
    """Text that JSON does not allow, numbers that no message has: each has its code."""
    with pytest.raises(BadFrame) as caught:
        CODEC.decode_client(frame)

    assert code is caught.value.code


def test_last_of_two_keys_wins() -> None:
    """A key that comes twice counts as it stood last."""
    assert Unready(q=2) == CODEC.decode_client(b'{"t":"ping","q":1,"q":2,"t":"unready"}')


def test_spaces_are_no_matter() -> None:
    """People may write frames by hand."""
    assert Play(n=1, m="D") == CODEC.decode_client(b'\r\n{ "m" : "D",\t"n": 1, "t": "play" }\n')
