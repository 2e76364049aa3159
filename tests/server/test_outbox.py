"""What waits for one socket is bounded, and a close has a reason."""

import asyncio
import dataclasses
import socket
from base64 import b64encode
from collections.abc import Iterator
from contextlib import suppress

import pytest

from pantagruel_protocol.client_messages import ClientMessage, Hello, Play, Watch
from pantagruel_protocol.client_messages import Settings as Wish
from pantagruel_protocol.codecs import CODECS, Codec
from pantagruel_protocol.codes import MEANINGS, Code
from pantagruel_protocol.dialogue import Dialogue, Side
from pantagruel_protocol.server_messages import Deal, Error, Ok, Progress, Room, Welcome
from pantagruel_protocol.values import Limits, View
from pantagruel_server.edge.limits import OUTBOX_BYTES
from pantagruel_server.edge.outbox import Outbox
from pantagruel_server.edge.session import Session
from pantagruel_server.rooms.frames import Parcel, framed
from pantagruel_server.settings import Settings
from pantagruel_server.telemetry import Tally
from tests.server.house import House, living

CODEC = CODECS["pantagruel.v1.json"]
WELCOME = Welcome("anna", "Anna", 0, Limits(1, 1, 1, 1))


class Pipe(asyncio.Transport):
    """A transport that nobody reads."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.closing = False
        self._size = 0

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written.append(bytes(data))
        self._size += len(data)

    def get_write_buffer_size(self) -> int:
        return self._size

    def is_closing(self) -> bool:
        return self.closing


class Desk:
    """An outbox in the lobby, its transport, and the closes it asked for."""

    def __init__(self) -> None:
        self.pipe = Pipe()
        self.closes: list[tuple[Code, str]] = []
        dialogue = Dialogue(Side.SERVER)
        dialogue.receive(Hello(name="Anna"))
        self.moves: list[str] = []
        self.outbox = Outbox(
            self.pipe,
            CODEC,
            dialogue,
            lambda code, why: self.closes.append((code, why)),
            self.moves.append,
            Tally(),
        )
        self.outbox.send(WELCOME)


@pytest.fixture
def desk() -> Desk:
    """Answer an outbox whose client has been welcomed."""
    return Desk()


def test_frames_go_straight_out(desk: Desk) -> None:
    """A message for one and a message for many look the same on the wire."""
    desk.outbox.send(Ok(1))
    desk.outbox.pass_on(Parcel(Ok(2)))

    assert desk.pipe.written == [framed(CODEC, said) for said in (WELCOME, Ok(1), Ok(2))]


def test_the_bound(desk: Desk) -> None:
    """Over the bound the socket is told `slow` and closed, once, and nothing follows."""
    frame = len(framed(CODEC, Progress(1, ())))
    sent = 0
    while not desk.outbox.shut:
        desk.outbox.pass_on(Parcel(Progress(1, ())))
        sent += 1
    before = list(desk.pipe.written)
    desk.outbox.send(Ok(1))
    desk.outbox.pass_on(Parcel(Progress(1, ())))
    desk.outbox.end(Code.GOING_AWAY)

    assert OUTBOX_BYTES < sum(map(len, before[:-1])) <= OUTBOX_BYTES + frame
    assert desk.pipe.written == before
    assert before[-1] == framed(CODEC, Error(*desk.closes[0]))
    assert [code for code, _ in desk.closes] == [Code.SLOW]


def test_a_closing_transport_takes_nothing(desk: Desk) -> None:
    """When the connection goes there is nobody to write to."""
    desk.pipe.closing = True
    desk.outbox.send(Ok(1))
    desk.outbox.end(Code.GOING_AWAY)

    assert len(desk.pipe.written) == 1
    assert [code for code, _ in desk.closes] == [Code.GOING_AWAY]


def test_what_must_not_be_said(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    """A message out of place is our mistake: it is logged, not sent, and the client resumes."""
    view = View((), (), (), (), 0, 0, 0, 0, 0, 0)
    desk.outbox.send(Deal(5, 0, view))

    assert [code for code, _ in desk.closes] == [Code.FAULT]
    assert len(desk.pipe.written) == 2
    assert "Deal was not to be said now" in caplog.text


class Deaf:
    """A client that speaks and does not listen, on a bare socket."""

    def __init__(self, raw: socket.socket, codec: Codec) -> None:
        self._raw = raw
        self._codec = codec
        self._loop = asyncio.get_running_loop()

    async def enter(self, house: House) -> Outbox:
        """Be welcomed; answer the server's end."""
        host, port = house.url.removeprefix("http://").split(":")
        await self._loop.sock_connect(self._raw, (host, int(port)))
        head = [
            "GET /ws HTTP/1.1",
            f"Host: {host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {b64encode(bytes(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Protocol: {self._codec.name}",
        ]
        await self._loop.sock_sendall(self._raw, "\r\n".join([*head, "", ""]).encode())
        await self._loop.sock_sendall(self._raw, self._frame(Hello(name="Anna")))
        while not (found := living(Outbox)):  # noqa: ASYNC110 -- there is no event for it
            await asyncio.sleep(0.01)
        return found[0]

    async def babble(self, outbox: Outbox) -> None:
        """Ask what has long answers, and more and more of it."""
        questions = self._frame(Play(1, "D")) * 100
        while not outbox.shut:
            await self._loop.sock_sendall(self._raw, questions)
            await asyncio.sleep(0.002)  # or the kernel would hold more than is read in seconds

    async def say(self, message: ClientMessage) -> None:
        """Send one message."""
        await self._loop.sock_sendall(self._raw, self._frame(message))

    async def listen(self) -> bytes:
        """Read to the end at last."""
        received = b""
        while data := await self._loop.sock_recv(self._raw, 1 << 20):
            received += data
        return received

    async def bye(self) -> None:
        """Answer the close."""
        mask = bytes([0x88, 0x82]) + bytes(4)
        await self._loop.sock_sendall(self._raw, mask + (1000).to_bytes(2, "big"))

    def _frame(self, message: ClientMessage) -> bytes:
        payload = self._codec.encode(message)
        first = 0x82 if self._codec.binary else 0x81
        return bytes([first, 0x80 | len(payload)]) + bytes(4) + payload  # the mask is zero


@pytest.fixture
def raw() -> Iterator[socket.socket]:
    """Open a socket with a small ear."""
    with socket.socket() as opened:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        opened.setblocking(False)
        yield opened


@pytest.mark.slow
async def test_slow(settings: Settings, codec: Codec, raw: socket.socket) -> None:
    """Who does not read is told so, closed with 1013, and may read all of that later."""
    patient = dataclasses.replace(settings, close_ms=5_000)
    async with House(patient, codec).open() as house:
        deaf = Deaf(raw, codec)
        await deaf.babble(await deaf.enter(house))
        await deaf.bye()
        received = await deaf.listen()
        error = framed(codec, Error(Code.SLOW, MEANINGS[Code.SLOW].text))
        tail = received[received.rindex(error) + len(error) :]

        assert tail[0] == 0x88
        assert (tail[1], tail[2:4]) == (len(tail) - 2, (1013).to_bytes(2, "big"))
        assert tail[4:].decode().startswith("slow: ")


@pytest.mark.slow
async def test_a_watcher_who_does_not_read(
    settings: Settings, codec: Codec, raw: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who watches and does not read is closed with 1013, and nobody else misses anything."""
    monkeypatch.setattr("pantagruel_server.edge.outbox.OUTBOX_BYTES", 8_192)
    patient = dataclasses.replace(settings, close_ms=5_000)
    async with House(patient, codec).open() as house:
        deaf = Deaf(raw, codec)
        outbox = await deaf.enter(house)
        kernel = outbox._transport.get_extra_info("socket")  # noqa: SLF001 -- it would hold megabytes
        kernel.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)
        _, made = await house.post("/api/races", {"variant": "turn1", "name": "Gargantua"})
        code, token = str(made["code"]), str(made["token"])
        await deaf.say(Watch(1, code))
        async with house.peer(token=token) as host, house.peer() as other:
            for watcher in (host, other):
                assert isinstance(await watcher.ask(Watch(1, code)), Ok)
                await watcher.until(Room)
            asked = 0
            while not outbox.shut:
                asked += 1
                assert await host.ask(Wish(asked, name=f"{asked:059}")) == Ok(asked)
            titles = [(await other.until(Room)).settings.name for _ in range(asked)]
            received = await deaf.listen()

        error = framed(codec, Error(Code.SLOW, MEANINGS[Code.SLOW].text))
        assert titles == [f"{number:059}" for number in range(1, asked + 1)]
        assert (1013).to_bytes(2, "big") in received[received.rindex(error) + len(error) :]


@pytest.mark.slow
async def test_deaf_for_ever(house: House, raw: socket.socket) -> None:
    """Who never reads is cut off, if not for what waits then for silence; nothing of it stays."""
    deaf = Deaf(raw, house.codec)
    with suppress(ConnectionError):
        await deaf.babble(await deaf.enter(house))
    async with asyncio.timeout(80):
        while living(Session):  # noqa: ASYNC110 -- as above
            await asyncio.sleep(0.05)
    with suppress(ConnectionResetError):
        await asyncio.wait_for(deaf.listen(), 5)
