"""One socket, from hello to close, over the wire and in both encodings."""

import asyncio
import dataclasses

import msgpack
import pytest
from msgspec import json

from pantagruel_protocol.client_messages import (
    Bank,
    ClientMessage,
    Finish,
    Forfeit,
    Hello,
    Join,
    Leave,
    Ping,
    Play,
    Ready,
    Start,
    Unready,
)
from pantagruel_protocol.codecs import CODECS, Codec
from pantagruel_protocol.server_messages import (
    Countdown,
    Deal,
    Ok,
    Pong,
    Refused,
    Room,
    Welcome,
)
from pantagruel_server.edge.session import Session
from pantagruel_server.settings import Settings
from tests.server.house import NONCE, House, living, until

MSGPACK, JSON = CODECS.values()


def packed(codec: Codec, value: object) -> bytes:
    """Write any value in an encoding, message or not."""
    return msgpack.packb(value) if codec.binary else json.encode(value)


def nested(levels: int) -> list[object]:
    """Put lists into one another."""
    value: list[object] = []
    for _ in range(levels):
        value = [value]
    return value


# Frames that are no messages.


async def sent(house: House, frame: bytes, *, text: bool | None = None) -> tuple[int, str, str]:
    """Send *frame* from the lobby; answer the close code, the reason and the code of the error."""
    async with house.peer() as peer:
        await peer.say_raw(frame, text=text)
        code, reason, said = await peer.ended()
        assert said is not None
        return code, reason, said


BROKEN = {MSGPACK: b"\xc1", JSON: b"{"}


async def test_unreadable(house: House) -> None:
    """Bytes that are nothing in the encoding close the socket with words."""
    code, reason, said = await sent(house, BROKEN[house.codec])

    assert (code, said) == (4000, "unreadable")
    assert reason.startswith("unreadable: ")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([1, 2], "unreadable"),
        ({"q": 1}, "unknown-type"),
        ({"t": "cheat", "q": 1}, "unknown-type"),
        ({"t": "ok", "q": 1}, "unknown-type"),
        ({"t": "ping", "q": "1", "at": 0}, "bad-field"),
        ({"t": "ping", "q": True, "at": 0}, "bad-field"),
        ({"t": "ping", "q": 1}, "bad-field"),
        ({"t": "ping", "q": 1, "at": -1}, "bad-field"),
        ({"t": "ping", "q": 1, "at": 0, "lag": 50}, "unknown-field"),
        ({"t": "ping", "q": 1, "at": nested(30)}, "too-deep"),
        ({"t": "hello", "name": "again"}, "hello-twice"),
    ],
    ids=str,
)
async def test_no_message(house: House, value: object, expected: str) -> None:
    """Whatever is no message of a client is named for what it is, and closes the socket."""
    code, reason, said = await sent(house, packed(house.codec, value))

    assert (code, said) == (4000, expected)
    assert reason.startswith(expected)


async def test_wrong_encoding(house: House) -> None:
    """A text frame is nothing to a binary encoding, nor the other way round."""
    code, _, said = await sent(house, b"{}", text=house.codec.binary)

    assert (code, said) == (4000, "wrong-encoding")


@pytest.mark.parametrize("size", [4097, 60_000, 300_000])
async def test_too_large(house: House, size: int) -> None:
    """A frame over the limit closes with 1009, one that aiohttp refuses to read as well."""
    code, reason, said = await sent(house, b" " * size)

    assert (code, said) == (1009, "too-large")
    assert reason


async def test_a_reason_is_cut_between_letters(house: House) -> None:
    """The words of a refusal may quote any letters, a close frame holds 123 bytes of them."""
    code, reason, said = await sent(house, packed(house.codec, {"t": "é" * 1000}))

    assert (code, said) == (4000, "unknown-type")
    assert 100 < len(reason.encode()) <= 123


# The door.


async def test_welcome(house: House) -> None:
    """A guest learns who it is, what the time is, and what the server bears."""
    async with house.visit() as peer:
        await peer.say(Hello(name=" Frère  Jean "))
        welcome = await peer.until(Welcome)

        assert welcome.name == "Frère Jean"
        assert welcome.now == house.clock.wall_ms()
        assert welcome.token is not None
        assert (welcome.limits.frame_bytes, welcome.limits.commands) == (4096, 4000)


async def test_a_token_is_sent_once(house: House) -> None:
    """Whoever is known is the same player again, and needs no new token."""
    async with house.peer("Panurge") as peer:
        player, token = peer.player, peer.token
    async with house.visit() as peer:
        await peer.say(Hello(token=token))
        welcome = await peer.until(Welcome)

        assert (welcome.player, welcome.name, welcome.token) == (player, "Panurge", None)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (Ping(1, 0), (4000, "hello-first")),
        (Join(1, "ABCD2345"), (4000, "hello-first")),
        (Hello(name="\u202e"), (4000, "bad-name")),
        (Hello(token="0" * 64), (4002, "bad-token")),
    ],
    ids=["ping", "join", "name", "token"],
)
async def test_turned_away(
    house: House, message: ClientMessage, expected: tuple[int, str]
) -> None:
    """Without a proper hello nobody comes in."""
    async with house.visit() as peer:
        await peer.say(message)
        code, reason, said = await peer.ended()

        assert (code, said) == expected
        assert reason.startswith(expected[1])


async def test_hello_late(settings: Settings, codec: Codec) -> None:
    """Whoever says nothing is sent away after a while."""
    async with (
        House(dataclasses.replace(settings, hello_ms=50), codec).open() as house,
        house.visit() as peer,
    ):
        assert (await peer.ended())[::2] == (4001, "hello-late")


async def test_ping(house: House) -> None:
    """A ping comes back with the server's time, in a race or not."""
    async with house.peer() as peer:
        await peer.say(Ping(7, 12345))

        assert await peer.hear() == Pong(7, 12345, house.clock.wall_ms())


@pytest.mark.parametrize(
    "message",
    [
        Leave(1),
        Ready(1, NONCE),
        Unready(1),
        Start(1),
        Play(1, "D"),
        Finish(1),
        Bank(1),
        Forfeit(1),
    ],
    ids=lambda message: type(message).__name__,
)
async def test_in_no_race(house: House, message: ClientMessage) -> None:
    """From the lobby nothing can be asked of a race; the refusal bears the request's number."""
    async with house.peer() as peer:
        refused = await peer.ask(message)

        assert isinstance(refused, Refused)
        assert refused.code == "not-in-race"
        assert 1 in {refused.q, refused.n}


async def test_web_socket_pings(house: House) -> None:
    """A ping of the WebSocket protocol is answered with its own words, before hello and after."""
    async with house.visit() as peer:
        assert await asyncio.wait_for(await peer.socket.ping(b"here?"), 5) > 0
        await peer.say(Hello(name="Panurge"))
        await peer.until(Welcome)
        assert await asyncio.wait_for(await peer.socket.ping(b"still?"), 5) > 0


async def test_heartbeat(settings: Settings, codec: Codec) -> None:
    """A silent peer is asked for a sign of life: who answers stays, who does not is given up."""
    lively = dataclasses.replace(settings, heartbeat_ms=400)
    async with House(lively, codec).open() as house, house.peer() as idle, house.peer() as dead:
        dead.socket.transport.pause_reading()
        await until(lambda: len(living(Session)) == 1)
        pong = await idle.ask(Leave(1))
        dead.socket.transport.resume_reading()

        assert isinstance(pong, Refused)
        assert (await dead.ended())[::2] == (1013, "slow")


async def test_a_fault_of_ours(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """If the server makes a mistake the socket is told so, and the log says where."""

    def seat_by_code(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("pantagruel_server.lobby.Lobby.seat_by_code", seat_by_code)
    async with house.peer() as peer:
        await peer.say(Join(1, "ABCD2345"))

        assert (await peer.ended())[::2] == (1011, "fault")
        assert "a bug" in caplog.text


# Rooms.


async def test_join(house: House) -> None:
    """Whoever joins hears `ok`, then the room; whoever is there sees it change."""
    async with house.peer("Panurge") as host, house.peer("Epistemon") as guest:
        made = await house.create(host, seats=2)
        await house.seat(made.code, host)
        first = await guest.ask(Join(5, made.code.lower()))
        room = await guest.hear()
        seen = await host.until(Room)
        while [seat.on for seat in seen.seats] != [True, True]:
            seen = await host.until(Room)

        assert first == Ok(5)
        assert isinstance(room, Room)
        assert (room.race, room.host, room.phase) == (made.race, host.player, "open")
        assert [(seat.name, seat.on) for seat in seen.seats] == [
            ("Panurge", True),
            ("Epistemon", True),
        ]


async def test_join_refused(house: House) -> None:
    """Unknown codes, full rooms and second joins are refused, and nothing changes."""
    async with house.peer() as host, house.peer() as guest:
        made = await house.create(host, seats=1)
        unknown = await host.ask(Join(1, "ZZZZ9999"))
        await house.seat(made.code, host)
        twice = await host.ask(Join(2, made.code))
        full = await guest.ask(Join(3, made.code))

        assert [
            answer.code for answer in (unknown, twice, full) if isinstance(answer, Refused)
        ] == [
            "unknown-code",
            "in-race",
            "full",
        ]
        assert [(answer.q) for answer in (unknown, twice, full)] == [1, 2, 3]


async def test_two_joins_at_once(house: House) -> None:
    """The second is refused although the first has no answer yet."""
    async with house.peer() as host:
        one, two = await house.create(host, seats=1), await house.create(host, seats=1)
        await host.say(Join(1, one.code), Join(2, two.code))
        answers: dict[int | None, Ok | Refused] = {}
        while len(answers) < 2:
            answer = await host.hear()
            if isinstance(answer, Ok | Refused):
                answers[answer.q] = answer

        assert answers[1] == Ok(1)
        assert isinstance(answers[2], Refused)
        assert answers[2].code == "in-race"


async def test_leave_and_come_again(house: House) -> None:
    """Before the countdown a seat that is left is free again, and its socket in the lobby."""
    async with house.peer("Panurge") as host, house.peer("Epistemon") as guest:
        made = await house.create(host, seats=1)
        await house.seat(made.code, host)
        left = await host.ask(Leave(9))
        taken = await guest.ask(Join(1, made.code))
        full = await host.ask(Join(10, made.code))

        assert left == Ok(9)
        assert taken == Ok(1)
        assert isinstance(full, Refused)
        assert full.code == "full"


async def test_start_refused(house: House) -> None:
    """Only the host starts, and not while somebody is not ready, unless told to."""
    async with house.peer() as host, house.peer() as guest:
        made = await house.create(host, seats=2)
        await house.seat(made.code, host, guest)
        answers = [
            await guest.ask(Start(1)),
            await host.ask(Start(1)),
            await host.ask(Ready(2, NONCE)),
            await host.ask(Start(3)),
            await host.ask(Unready(4)),
            await host.ask(Ready(5, NONCE)),
            await host.ask(Start(6, without_unready=True)),
        ]
        late = await guest.ask(Leave(2))

        assert [answer.code if isinstance(answer, Refused) else "ok" for answer in answers] == [
            "not-host",
            "too-few",
            "ok",
            "not-ready",
            "ok",
            "ok",
            "ok",
        ]
        assert late == Ok(2)  # left out of the countdown, it is in no race


async def test_countdown(house: House) -> None:
    """Everybody hears the same T0, and no card before it."""
    async with house.peer() as host, house.peer() as guest:
        made = await house.create(host, seats=2)
        await house.seat(made.code, host, guest)
        for peer in (host, guest):
            await peer.ask(Ready(peer.q(), NONCE))
        await host.ask(Start(host.q()))
        told = [await peer.until(Countdown) for peer in (host, guest)]
        house.clock.advance(2_999)
        early = await host.play(1, "D")
        house.clock.advance(1)
        deals = [await peer.until(Deal) for peer in (host, guest)]

        assert told[0].t0 == told[1].t0 == house.clock.wall_ms()
        assert told[0].seats == (host.player, guest.player)
        assert isinstance(early, Refused)
        assert early.code == "not-started"
        assert early.n == 1
        assert deals[0] == deals[1]
