"""Frames that a client must not send, alone and over the wire."""

import asyncio
import base64
import struct
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantagruel_protocol.codecs import CODECS
from pantagruel_server.edge.guard import Guard
from pantagruel_server.settings import Settings
from tests.server.house import House

HELLO = b'{"t":"hello","name":"Panurge"}'
KEY = b"\x01\x02\x03\x04"
TEXT, BINARY, CONTINUATION, PING = 1, 2, 0, 9
FIRST = 0x80 | TEXT


def frame(payload: bytes, opcode: int = TEXT, *, fin: bool = True, masked: bool = True) -> bytes:
    """Write a frame as a client should, or should not."""
    size = len(payload)
    if size < 126:
        length = bytes([size | masked << 7])
    elif size < 65_536:
        length = bytes([126 | masked << 7]) + struct.pack(">H", size)
    else:
        length = bytes([127 | masked << 7]) + struct.pack(">Q", size)
    first = bytes([opcode | fin << 7])
    if not masked:
        return first + length + payload
    return first + length + KEY + bytes(b ^ KEY[i % 4] for i, b in enumerate(payload))


class Log:
    """A reader and its queue, which note what they get."""

    def __init__(self) -> None:
        self.read = b""
        self.fault: BaseException | None = None

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        self.read += data
        return False, b""

    def feed_eof(self) -> None:
        self.read += b"."

    def set_exception(self, exc: BaseException) -> None:
        self.fault = exc


def guarded(pieces: list[bytes]) -> tuple[bytes, bool]:
    """Answer what passes of *pieces*, and whether all did."""
    log = Log()
    guard = Guard(log, log, FIRST)
    for piece in pieces:
        if guard.feed_data(piece)[0]:
            return log.read, False
    return log.read, log.fault is None


FRAMES = [
    frame(b""),
    frame(b"a"),
    frame(b"x" * 125, PING),
    frame(b"b", fin=False) + frame(b"", PING) + frame(b"c", CONTINUATION),
    frame(b"y" * 126),
    frame(b"z" * 70_000),
]


@given(
    frames=st.lists(st.sampled_from(FRAMES), min_size=1, max_size=5),
    cuts=st.lists(st.floats(0, 1), max_size=6),
    bad=st.booleans(),
)
def test_however_it_is_cut(frames: list[bytes], cuts: list[float], *, bad: bool) -> None:
    """Frames in order pass wherever the network cuts them; an unmasked one is found anywhere."""
    good = b"".join(frames)
    whole = good + frame(b"!", masked=False) if bad else good
    edges = sorted({0, len(whole), *(int(cut * len(whole)) for cut in cuts)})
    passed, all_did = guarded([whole[start:end] for start, end in pairwise(edges)])

    assert all_did is not bad
    assert whole.startswith(passed)
    assert bad or passed == whole


def test_shreds() -> None:
    """A message in a few fragments passes, one in endless empty ones does not."""
    few = [frame(b"a", fin=False), *[frame(b"", CONTINUATION, fin=False)] * 16]

    assert guarded([*few, frame(b"", CONTINUATION), *few])[1]
    assert not guarded([*few, frame(b"", CONTINUATION, fin=False)])[1]


def test_the_end() -> None:
    """The reader hears that no more will come."""
    log = Log()
    Guard(log, log, FIRST).feed_eof()

    assert log.read == b"."


@pytest.mark.parametrize(
    ("frames", "answer"),
    [
        ([frame(HELLO)], b'"welcome"'),
        ([frame(HELLO)[:9], frame(HELLO)[9:]], b'"welcome"'),
        ([frame(HELLO, masked=False)], b"\x88"),
        ([frame(HELLO[:5], fin=False), frame(HELLO[5:], CONTINUATION, masked=False)], b"\x88"),
    ],
    ids=["masked", "in two pieces", "unmasked", "unmasked later"],
)
@pytest.mark.parametrize("early", [False, True], ids=["after the handshake", "with it"])
async def test_over_the_wire(
    settings: Settings, frames: list[bytes], answer: bytes, *, early: bool
) -> None:
    """A client whose frames are not masked is closed with 1002, as RFC 6455 (5.1) demands."""
    async with House(settings, CODECS["pantagruel.v1.json"]).open() as house:
        port = int(house.url.rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = (
            b"GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: pantagruel.v1.json\r\n"
            b"Sec-WebSocket-Key: " + base64.b64encode(bytes(16)) + b"\r\n\r\n"
        )
        if early:
            writer.write(head + b"".join(frames))
            await reader.readuntil(b"\r\n\r\n")
        else:
            writer.write(head)
            await reader.readuntil(b"\r\n\r\n")
            for part in frames:
                writer.write(part)
                await asyncio.sleep(0.005)
        async with asyncio.timeout(5):
            said = await reader.read(2)
            said += await reader.read(1_000)
            if early and answer == b"\x88":  # what was read before may be answered first
                said += await reader.read(1_000)
        writer.close()
        await writer.wait_closed()

        assert answer in said
        if answer == b"\x88":
            assert struct.pack(">H", 1002) + b"the frame breaks the WebSocket protocol" in said


def taken(*pieces: bytes) -> tuple[list[bytes], bytes]:
    """Answer what is taken without aiohttp's reader, and what it reads."""
    log = Log()
    straight: list[bytes] = []
    guard = Guard(log, log, FIRST)
    guard.take = straight.append
    for piece in pieces:
        guard.feed_data(piece)
    return straight, log.read


@given(st.binary(max_size=125))
def test_a_short_message_goes_straight_to_who_takes_it(payload: bytes) -> None:
    """It comes without its mask, one after the other, and aiohttp's reader hears of neither."""
    assert taken(frame(payload), frame(payload)) == ([payload, payload], b"")


@pytest.mark.parametrize(
    "other",
    [
        frame(b"x" * 126),
        frame(HELLO, BINARY),
        frame(b"", PING),
        frame(HELLO, fin=False),
        frame(HELLO) + frame(HELLO),
        bytes([FIRST | 0x40]) + frame(HELLO)[1:],
    ],
    ids=["long", "other kind", "ping", "fragment", "two", "reserved bit"],
)
def test_whatever_is_not_such_a_message_is_read_by_aiohttp(other: bytes) -> None:
    """And nothing that comes behind it overtakes it."""
    assert taken(other, frame(HELLO)) == ([], other + frame(HELLO))


def test_a_message_that_comes_in_two_halves_is_read_by_aiohttp() -> None:
    """And so is what follows."""
    halves = frame(HELLO)[:9], frame(HELLO)[9:]
    assert taken(*halves, frame(HELLO)) == ([], frame(HELLO) * 2)


def test_no_message_is_taken_between_the_fragments_of_another() -> None:
    """Not even by who listens again after a ping that came between: aiohttp refuses it."""
    log = Log()
    straight: list[bytes] = []
    guard = Guard(log, log, FIRST)
    guard.feed_data(frame(HELLO, fin=False))
    guard.take = straight.append
    guard.feed_data(frame(HELLO))

    assert straight == []
