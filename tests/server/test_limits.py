"""Every limit of one socket and of one address, hit over the wire; a neighbour notices nothing."""

import dataclasses
from contextlib import AsyncExitStack
from ipaddress import ip_network
from typing import NamedTuple

import aiohttp
import pytest
from msgspec import json
from websockets.exceptions import InvalidStatus

from pantagruel_protocol.client_messages import Hello, Join, Ping, Watch
from pantagruel_protocol.codecs import CODECS, Codec
from pantagruel_protocol.server_messages import Pong, Refused, Welcome
from pantagruel_server.edge.crowd import Crowd
from pantagruel_server.settings import Bounds, Settings
from tests.server.house import House, Peer, forwarded, living, until
from tests.server.test_guard import frame

MSGPACK, JSON = CODECS.values()
RACES = "/api/races"
GREEDY, HONEST = "203.0.113.9", "198.51.100.1"


class Answer(NamedTuple):
    """What came back over HTTP."""

    status: int
    code: str
    after_s: str | None


def bounded(settings: Settings, codec: Codec = MSGPACK, **bounds: int) -> House:
    """Answer a server with these bounds, behind a proxy that names its clients."""
    proxies = (ip_network("127.0.0.0/8"),)
    narrow = dataclasses.replace(settings.bounds, **bounds)
    return House(dataclasses.replace(settings, trusted_proxies=proxies, bounds=narrow), codec)


async def asked(
    house: House, address: str, path: str, body: object = None, **headers: str
) -> Answer:
    """Ask over HTTP, by POST if there is a body."""
    async with (
        aiohttp.ClientSession(headers=forwarded(address) | headers) as session,
        session.request(
            "GET" if body is None else "POST",
            house.url + path,
            data=None if body is None else json.encode(body),
        ) as response,
    ):
        said = json.decode(await response.read())
        return Answer(response.status, said.get("code", ""), response.headers.get("Retry-After"))


async def refused(house: House, address: str) -> Answer:
    """Knock for a socket that is not opened."""
    with pytest.raises(InvalidStatus) as caught:
        async with house.visit(address=address):
            pass
    response = caught.value.response
    said = json.decode(response.body)
    return Answer(response.status_code, said["code"], response.headers.get("Retry-After"))


async def answers(peer: Peer) -> bool:
    """Say whether the server still hears *peer*."""
    await peer.say(Ping(peer.q(), 0))
    return isinstance(await peer.hear(), Pong)


# One socket.


async def test_messages_of_a_socket(settings: Settings, codec: Codec) -> None:
    """A burst is heard, one message more closes the socket; the next socket has its own burst."""
    async with (
        bounded(settings, codec, message_rate=30, message_burst=5).open() as house,
        house.peer(address=GREEDY) as fast,
        house.peer(address=GREEDY) as other,
    ):
        for _ in range(5):
            await fast.say(Ping(fast.q(), 0))
        heard = [await fast.hear() for _ in range(5)]
        await fast.say(Ping(fast.q(), 0))
        code, reason, said = await fast.ended()

        assert all(isinstance(message, Pong) for message in heard)
        assert (code, said) == (1008, "too-fast")
        assert reason.startswith("too-fast: ")
        assert await answers(other)


async def test_a_socket_in_its_time(settings: Settings, codec: Codec) -> None:
    """Whoever keeps to the rate of the welcome is heard for ever."""
    async with (
        bounded(settings, codec, message_rate=50, message_burst=1).open() as house,
        house.visit() as peer,
    ):
        await peer.say(Hello(name="Panurge"))
        welcome = await peer.until(Welcome)

        assert (welcome.limits.rate, welcome.limits.burst) == (50, 1)
        for _ in range(100):
            assert await answers(peer)
            house.clock.advance(20)


async def test_control_frames_count(settings: Settings) -> None:
    """Pings of the WebSocket protocol are answered too, so they are no way around the rate."""
    async with (
        bounded(settings, message_burst=5).open() as house,
        house.peer() as peer,
    ):
        for _ in range(6):
            _ = await peer.socket.ping()
        code, _, said = await peer.ended()

        assert (code, said) == (1008, "too-fast")


async def test_a_flood_lets_others_have_their_turn(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much of one socket has come already, others need not wait until it is read."""
    answered: list[int] = []

    def note(q: int, at: int, now: int) -> Pong:
        answered.append(at)
        return Pong(q, at, now)

    monkeypatch.setattr("pantagruel_server.edge.session.Pong", note)
    async with (
        House(settings, JSON).open() as house,
        house.peer() as flood,
        house.peer() as neighbour,
    ):
        flood.socket.transport.write(frame(JSON.encode(Ping(1, 7))) * 500)
        assert await answers(neighbour)
        await until(lambda: len(answered) == 501)

        assert answered.index(0) < 50


# One address.


async def test_sockets_of_an_address(settings: Settings) -> None:
    """One socket too many is refused before it is one; when another closes there is room."""
    async with bounded(settings, sockets=3).open() as house, AsyncExitStack() as stack:
        first = await stack.enter_async_context(house.peer(address=GREEDY))
        for _ in range(2):
            await stack.enter_async_context(house.visit(address=GREEDY))
        one_more = await refused(house, GREEDY)
        async with house.peer(address=HONEST) as neighbour:
            assert await answers(neighbour)
        await first.socket.close()

        assert one_more == (429, "too-many-sockets", "10")
        async with house.peer(address=GREEDY) as again:
            assert await answers(again)


async def test_a_network_of_ipv6_is_one_address(settings: Settings) -> None:
    """Whoever has one address of IPv6 has billions, which count as one."""
    async with (
        bounded(settings, sockets=1).open() as house,
        house.visit(address="2001:db8:1:2::1"),
    ):
        same = await refused(house, "2001:db8:1:2:3:4:5:6")
        async with house.peer(address="2001:db8:1:3::1") as neighbour:
            assert await answers(neighbour)

        assert same.code == "too-many-sockets"


async def test_a_header_of_a_stranger_is_not_believed(settings: Settings) -> None:
    """Without a trusted proxy nobody is somebody else by writing so."""
    narrow = dataclasses.replace(settings, bounds=Bounds(sockets=1))
    async with House(narrow).open() as house, house.visit(address=GREEDY):
        assert (await refused(house, HONEST)).code == "too-many-sockets"


async def test_requests_of_an_address(settings: Settings) -> None:
    """Requests and openings of sockets are counted together; the answer says when to come back."""
    async with bounded(settings, request_rate=1, request_burst=4).open() as house:
        async with house.peer(address=GREEDY) as open_already:
            first = [await asked(house, GREEDY, "/healthz") for _ in range(3)]
            fourth = await asked(house, GREEDY, "/healthz")
            socket = await refused(house, GREEDY)
            neighbour = await asked(house, HONEST, "/healthz")
            assert await answers(open_already)
        house.clock.advance(1_000)
        later = await asked(house, GREEDY, "/healthz")

        assert [answer.status for answer in (*first, neighbour, later)] == [200] * 5
        assert fourth == socket == (429, "too-fast", "1")


async def test_races_of_an_address(settings: Settings) -> None:
    """Who opens races by the dozen has to wait, with whatever token."""
    wish = {"variant": "turn1"}
    async with (
        bounded(settings, race_rate=30, race_burst=2).open() as house,
        house.peer(address=GREEDY) as known,
    ):
        token = {"Authorization": f"Bearer {known.token}"}
        first = await asked(house, GREEDY, "/api/races", wish, **token)
        second = await asked(house, GREEDY, "/api/races", wish)
        third = await asked(house, GREEDY, "/api/races", wish, **token)
        neighbour = await asked(house, HONEST, "/api/races", wish)
        races = await house.get("/healthz")
        house.clock.advance(2_000)
        later = await asked(house, GREEDY, "/api/races", wish)

        assert [answer.status for answer in (first, second, neighbour, later)] == [201] * 4
        assert third == (429, "too-fast", "2")
        assert races == (200, b'{"races":3}')


async def test_guests_of_an_address(settings: Settings, codec: Codec) -> None:
    """New players are counted, by socket and by request together; known ones are not."""
    house = bounded(settings, codec, guest_rate=60, guest_burst=2)
    async with house.open(), house.peer(address=GREEDY) as known, house.peer(address=GREEDY):
        async with house.visit(address=GREEDY) as third:
            await third.say(Hello(name="Panurge"))
            ended = await third.ended()
        by_request = await asked(house, GREEDY, "/api/races", {"variant": "turn1"})
        async with (
            house.peer(token=known.token, address=GREEDY) as back,
            house.peer(address=HONEST) as neighbour,
        ):
            assert await answers(back)
            assert await answers(neighbour)
        house.clock.advance(1_000)
        async with house.peer(address=GREEDY) as later:
            assert await answers(later)

        assert (ended[0], ended[2]) == (1008, "too-fast")
        assert by_request == (429, "too-fast", "1")


async def test_guessing_codes(settings: Settings, codec: Codec) -> None:
    """After ten wrong codes, tried in whatever way, not even a right one is looked at.

    That lasts until the address has rested. To ask for a race by its id is no guess.
    """
    house = bounded(settings, codec, guess_rate=10, guess_burst=10)
    async with (
        house.open(),
        house.peer(address=GREEDY) as guesser,
        house.peer(address=GREEDY) as accomplice,
        house.peer(address=HONEST) as host,
    ):
        made = await house.create(host, seats=3)
        wrong = [await code(guesser, "AAAAAAAA") for _ in range(4)]
        wrong += [await code(accomplice, "AAAAAAAA", watch=True) for _ in range(4)]
        wrong += [(await asked(house, GREEDY, f"{RACES}/A{n}/replay")).code for n in range(2)]
        ids = [await asked(house, HONEST, f"{RACES}/{n:020x}/replay") for n in range(11)]
        right = await code(accomplice, made.code), await code(guesser, made.code, watch=True)
        by_request = await asked(house, GREEDY, f"{RACES}/{made.race}/replay")
        neighbour = await code(host, made.code)
        house.clock.advance(5_999)
        early = await code(guesser, made.code)
        house.clock.advance(1)
        rested = await code(guesser, made.code)

        assert wrong == ["unknown-code"] * 8 + ["race-unknown"] * 2
        assert {answer.code for answer in ids} == {"race-unknown"}
        assert right == ("guessing", "guessing")
        assert by_request == (429, "guessing", "6")
        assert (early, neighbour, rested) == ("guessing", "ok", "ok")


async def code(peer: Peer, tried: str, *, watch: bool = False) -> str:
    """Join or watch by a code; answer `ok`, or what it was refused for."""
    answer = await peer.ask(Watch(peer.q(), tried) if watch else Join(peer.q(), tried))
    return answer.code.value if isinstance(answer, Refused) else "ok"


async def test_what_is_counted_is_forgotten(settings: Settings) -> None:
    """Of an address that has rested nothing is left."""
    quick = dataclasses.replace(settings, heartbeat_ms=10)
    async with bounded(quick, guess_rate=60).open() as house:
        crowd = living(Crowd)[-1]
        async with house.peer(address=GREEDY) as peer:
            await code(peer, "AAAAAAAA")
            assert (await asked(house, GREEDY, "/api/races", {"variant": "turn1"})).status == 201
            busy = len(crowd)
        house.clock.advance(60_000)
        await until(lambda: len(crowd) == 0)

        assert busy == 5
