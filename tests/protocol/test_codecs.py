"""What holds in every encoding."""

from contextlib import suppress
from typing import get_args

import msgpack
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pantagruel_protocol.client_messages import ClientMessage, Hello, Play, Unready
from pantagruel_protocol.codecs import CODECS, SUBPROTOCOLS, BadFrame, Codec
from pantagruel_protocol.codes import Code
from pantagruel_protocol.frames import CLIENT_FRAME, CLIENT_TYPES, SERVER_FRAME, SERVER_TYPES
from pantagruel_protocol.server_messages import Pong, ServerMessage
from pantagruel_protocol.values import BIGGEST

per_codec = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


def pack(codec: Codec, plain: object) -> bytes:
    """Write *plain* as it stands, with no message type to keep it honest."""
    return msgpack.packb(plain) if codec.binary else msgspec.json.encode(plain)


def code_of(codec: Codec, frame: bytes) -> Code:
    """Decode a hostile frame of a client and answer what it was found guilty of."""
    with pytest.raises(BadFrame) as caught:
        codec.decode_client(frame)
    assert caught.value.why
    return caught.value.code


def test_subprotocols() -> None:
    """The names are stable and msgpack, the lighter one, comes first."""
    binary = {name: codec.binary for name, codec in CODECS.items()}

    assert list(SUBPROTOCOLS) == ["pantagruel.v1.msgpack", "pantagruel.v1.json"]
    assert binary == {"pantagruel.v1.msgpack": True, "pantagruel.v1.json": False}


@per_codec
@given(message=st.one_of([st.from_type(kind) for kind in get_args(ClientMessage)]))
def test_client_messages_round_trip(codec: Codec, message: ClientMessage) -> None:
    """Whatever a client may say arrives as it was said."""
    assert message == codec.decode_client(codec.encode(message))


@per_codec
@given(message=st.one_of([st.from_type(kind) for kind in get_args(ServerMessage)]))
def test_server_messages_round_trip(codec: Codec, message: ServerMessage) -> None:
    """Whatever a server may say arrives as it was said."""
    assert message == codec.decode_server(codec.encode(message))


@per_codec
@given(frame=st.binary(max_size=200))
def test_noise(codec: Codec, frame: bytes) -> None:
    """Random bytes are a message or a BadFrame, never another exception."""
    for decode in (codec.decode_client, codec.decode_server):
        with suppress(BadFrame):
            decode(frame)


@per_codec
@given(
    message=st.one_of([st.from_type(kind) for kind in get_args(ClientMessage)]),
    data=st.data(),
)
def test_damage(codec: Codec, message: ClientMessage, data: st.DataObject) -> None:
    """One damaged byte leaves a message or a BadFrame, never another exception."""
    frame = bytearray(codec.encode(message))
    frame[data.draw(st.integers(0, len(frame) - 1))] = data.draw(st.integers(0, 255))
    with suppress(BadFrame):
        codec.decode_client(bytes(frame))


@pytest.mark.parametrize("plain", [None, 7, "play", [], [["t", "play"]], True, 1.5])
def test_no_map(codec: Codec, plain: object) -> None:
    """A frame that is not one map is unreadable."""
    assert code_of(codec, pack(codec, plain)) is Code.UNREADABLE


@pytest.mark.parametrize(
    "plain",
    [{}, {"t": None}, {"t": 1}, {"t": ["play"]}, {"t": {}}, {"t": "sing"}, {"t": "ack"}, {"n": 1}],
)
def test_unknown_types(codec: Codec, plain: object) -> None:
    """Only the words of its own side open a message."""
    assert code_of(codec, pack(codec, plain)) is Code.UNKNOWN_TYPE


def test_sides_are_apart(codec: Codec) -> None:
    """A server's word in a client's mouth is no message, nor the other way round."""
    assert not CLIENT_TYPES.keys() & SERVER_TYPES.keys()
    with pytest.raises(BadFrame):
        codec.decode_server(codec.encode(Play(n=1, m="D")))


@pytest.mark.parametrize(
    "change",
    [
        {"n": True},
        {"n": 1.0},
        {"n": 1.5},
        {"n": "1"},
        {"n": None},
        {"n": [1]},
        {"n": 0},
        {"n": -1},
        {"n": 2**31 + 1},
        {"n": 2**63},
        {"n": 2**64 - 1},
        {"m": ""},
        {"m": "D" * 17},
        {"m": 1},
        {"m": None},
        {"m": {}},
        {"m": True},
    ],
    ids=str,
)
def test_bad_fields(codec: Codec, change: dict[str, object]) -> None:
    """A field of the wrong type or out of range is named as such."""
    assert code_of(codec, pack(codec, {"t": "play", "n": 1, "m": "D"} | change)) is Code.BAD_FIELD


@pytest.mark.parametrize("lost", ["n", "m"])
def test_missing_fields(codec: Codec, lost: str) -> None:
    """A field that is not there is a bad field."""
    plain: dict[str, object] = {"t": "play", "n": 1, "m": "D"}
    del plain[lost]

    assert code_of(codec, pack(codec, plain)) is Code.BAD_FIELD


@pytest.mark.parametrize(
    "plain",
    [
        {"t": "play", "n": 1, "m": "D", "x": 1},
        {"t": "play", "n": 1, "m": "D", "N": 1},
        {"t": "hello", "name": "a", "resume": {"race": "r", "s": 0, "seat": 1}},
    ],
    ids=str,
)
def test_unknown_fields(codec: Codec, plain: object) -> None:
    """A field that the type does not know is refused, inside a value too."""
    assert code_of(codec, pack(codec, plain)) is Code.UNKNOWN_FIELD


@pytest.mark.parametrize("tail", ["\n", "\r\n", " ", "0", "\u0660", "x"])
def test_patterns_bind_the_whole_text(codec: Codec, tail: str) -> None:
    """Nothing rides behind a token, not even a line feed."""
    token = "0" * 64

    assert Hello(token=token) == codec.decode_client(pack(codec, {"t": "hello", "token": token}))
    assert code_of(codec, pack(codec, {"t": "hello", "token": token + tail})) is Code.BAD_FIELD


@pytest.mark.parametrize("code", ["", "a" * 65, "a b", "a\n", "\u00e4", "../x"])
def test_ids(codec: Codec, code: str) -> None:
    """An id is 1 to 64 letters, digits, dashes and underscores."""
    assert code_of(codec, pack(codec, {"t": "join", "q": 1, "code": code})) is Code.BAD_FIELD


@pytest.mark.parametrize("levels", [9, 100, 600, 1300, 4000])
@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("shell", ["list", "map", "field"])
def test_deep_nesting(codec: Codec, levels: int, closed: bool, shell: str) -> None:
    """Nesting is refused with its own code at any depth, and never overflows the stack."""
    if codec.binary:
        left, right, core = {
            "list": (b"\x91", b"", b"\x01"),
            "map": (b"\x81\xa1a", b"", b"\x01"),
            "field": (b"\x91", b"", b"\x01"),
        }[shell]
        head, tail = (b"\x83\xa1t\xa4play\xa1n\x01\xa1m", b"") if shell == "field" else (b"", b"")
    else:
        left, right, core = {
            "list": (b"[", b"]", b"1"),
            "map": (b'{"a":', b"}", b"1"),
            "field": (b"[", b"]", b"1"),
        }[shell]
        head, tail = (b'{"t":"play","n":1,"m":', b"}") if shell == "field" else (b"", b"")
    frame = head + left * levels + (core + right * levels + tail if closed else b"")
    expected = {Code.TOO_DEEP} if closed else {Code.TOO_DEEP, Code.UNREADABLE}

    assert code_of(codec, frame) in (expected if len(frame) <= CLIENT_FRAME else {Code.TOO_LARGE})


def test_oversize(codec: Codec) -> None:
    """The limit is met exactly, and the frame is not parsed beyond it."""
    fits = pack(codec, {"t": "say" + "x" * 4000})

    assert code_of(codec, fits) is Code.UNKNOWN_TYPE
    assert code_of(codec, fits + b" " * (CLIENT_FRAME - len(fits))) is not Code.TOO_LARGE
    assert code_of(codec, fits + b" " * (CLIENT_FRAME + 1 - len(fits))) is Code.TOO_LARGE


def test_oversize_from_the_server(codec: Codec) -> None:
    """A client has a limit too, a far wider one."""
    frame = codec.encode(Pong(q=1, at=2, now=3))
    with pytest.raises(BadFrame) as caught:
        codec.decode_server(frame + b" " * SERVER_FRAME)

    assert caught.value.code is Code.TOO_LARGE


def test_explanations_are_short(codec: Codec) -> None:
    """What is quoted back of a frame is cut."""
    with pytest.raises(BadFrame) as caught:
        codec.decode_client(pack(codec, {"t": "x" * 4000}))

    assert len(caught.value.why) <= 200


def test_biggest_number(codec: Codec) -> None:
    """Numbers end where JSON readers stop being exact."""
    assert Unready(q=BIGGEST) == codec.decode_client(pack(codec, {"t": "unready", "q": BIGGEST}))
    assert code_of(codec, pack(codec, {"t": "unready", "q": BIGGEST + 1})) is Code.BAD_FIELD


def test_an_encoder_is_reused(codec: Codec) -> None:
    """Earlier payloads stay what they were when the next is written."""
    first = codec.encode(Play(n=1, m="D"))
    second = codec.encode(Play(n=2, m="R"))

    assert Play(n=1, m="D") == codec.decode_client(first)
    assert Play(n=2, m="R") == codec.decode_client(second)
