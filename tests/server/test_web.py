"""The HTTP face: races made, replays fetched, and every refusal in JSON."""

import dataclasses

import aiohttp
import pytest
from msgspec import convert, json
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin, Subprotocol

from pantagruel_protocol.client_messages import Bank, Hello
from pantagruel_protocol.codecs import CODECS, Codec
from pantagruel_protocol.http_api import Created
from pantagruel_protocol.replay_file import read
from pantagruel_protocol.server_messages import Reveal
from pantagruel_server.settings import Settings
from tests.server.held import HeldJournal
from tests.server.house import House

MSGPACK, JSON = CODECS


@pytest.fixture(params=["msgpack"])
def codec(request: pytest.FixtureRequest) -> Codec:
    """HTTP is JSON whatever the sockets speak."""
    return CODECS[f"pantagruel.v1.{request.param}"]


async def test_a_guest_makes_a_race(house: House) -> None:
    """Whoever has no token gets one with the race."""
    status, answer = await house.post("/api/races", {"variant": "turn1", "name": " Jean "})
    made = convert(answer, Created)
    async with house.peer(token=made.token) as host:
        await house.seat(made.code, host)

        assert status == 201
        assert host.player == made.player
        assert made.commit is not None
        assert made.rules == "turn1;passes=none;fresh"


async def test_a_known_player_makes_a_race(house: House) -> None:
    """A token names the host; no other is made."""
    async with house.peer() as host:
        made = await house.create(host, variant="turn3", passes=4, seed="text")

        assert made.player == host.player
        assert made.token is None
        assert made.commit is None
        assert made.rules == "turn3;passes=4;numbered"


@pytest.mark.parametrize(
    ("variant", "options", "limit_ms"),
    [
        ("strict-royal", {}, 600_000),
        ("turn1", {}, 1_800_000),
        ("turn1", {"limit_ms": 10_000}, 10_000),
        ("turn1", {"limit_ms": 21_600_000}, 21_600_000),
    ],
    ids=str,
)
async def test_limits(
    house: House, variant: str, options: dict[str, object], limit_ms: int
) -> None:
    """Each variant has its usual limit; a host may choose another within bounds."""
    async with house.peer() as host:
        made = await house.create(host, variant=variant, **options)
        room = await house.enter(made.code, host)

        assert (room.limit_ms, room.places, room.rank_by) == (limit_ms, 2, "time")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "unreadable"),
        (b"{", "unreadable"),
        (b"\xff", "unreadable"),
        (b"[" * 10_000, "bad-field"),
        (b"[]", "bad-field"),
        ({}, "bad-field"),
        ({"variant": "patience"}, "bad-field"),
        ({"variant": 1}, "bad-field"),
        ({"variant": "turn1", "seats": 0}, "bad-field"),
        ({"variant": "turn1", "seats": 65}, "bad-field"),
        ({"variant": "turn1", "seats": True}, "bad-field"),
        ({"variant": "turn1", "limit_ms": 9_999}, "bad-field"),
        ({"variant": "turn1", "limit_ms": 21_600_001}, "bad-field"),
        ({"variant": "turn1", "passes": 0}, "bad-field"),
        ({"variant": "turn1", "rank_by": "luck"}, "bad-field"),
        ({"variant": "turn1", "seed": ""}, "bad-field"),
        ({"variant": "turn1", "name": "\u202e"}, "bad-name"),
        ({"variant": "turn1", "undo": True}, "unknown-field"),
    ],
    ids=lambda value: str(value)[:40],
)
async def test_refused_bodies(house: House, body: object, code: str) -> None:
    """What is no wish for a race makes none, and the answer says what is wrong."""
    status, trouble = await house.post("/api/races", body)
    _, health = await house.get("/healthz")

    assert (status, trouble["code"]) == (400, code)
    assert trouble["why"]
    assert health == b'{"races":0}'


async def test_a_body_too_large(house: House) -> None:
    """A body over 16 KiB is not read to its end."""
    status, trouble = await house.post("/api/races", b" " * 20_000)

    assert (status, trouble["code"]) == (413, "too-large")


@pytest.mark.parametrize("header", ["Bearer " + "0" * 64, "Basic YTpi", ""])
async def test_wrong_tokens(house: House, header: str) -> None:
    """Who shows a token must be known by it."""
    async with (
        aiohttp.ClientSession(headers={"Authorization": header}) as session,
        session.post(f"{house.url}/api/races", json={"variant": "turn1"}) as response,
    ):
        assert response.status == 401
        assert json.decode(await response.read())["code"] == "bad-token"


async def test_replay(house: House) -> None:
    """A replay is a secret until the last player is done, and kept afterwards."""
    async with house.peer() as host:
        made = await house.race(host)
        path = f"/api/races/{made.race}/replay"
        early = await house.get(path)
        await host.say(Bank(1))
        reveal = await host.until(Reveal)
        at_once = await house.get(reveal.replay)
        later = await house.get(path)
    nothing = await house.get("/api/races/nowhere/replay")

    assert (early[0], json.decode(early[1])["code"]) == (409, "not-over")
    assert reveal.replay == path
    assert at_once == later
    assert read(later[1]).race == made.race
    assert (nothing[0], json.decode(nothing[1])["code"]) == (404, "race-unknown")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "not-found"),
        ("PUT", "/api/races", 405, "wrong-method"),
        ("DELETE", "/api/races", 405, "wrong-method"),
        ("GET", "/ws", 400, "unknown-subprotocol"),
    ],
)
async def test_elsewhere(house: House, method: str, path: str, status: int, code: str) -> None:
    """Whatever is asked, a refusal is JSON, and no browser guesses its kind."""
    async with (
        aiohttp.ClientSession() as session,
        session.request(method, house.url + path) as response,
    ):
        assert response.status == status
        assert response.content_type == "application/json"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert json.decode(await response.read())["code"] == code


async def test_no_socket_without_an_upgrade(house: House) -> None:
    """The right subprotocol without the rest of the handshake is no socket."""
    headers = {"Sec-WebSocket-Protocol": JSON}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.get(f"{house.url}/ws") as response,
    ):
        assert response.status == 400
        assert json.decode(await response.read())["code"] == "unreadable"


@pytest.mark.parametrize("offered", [None, ["chess.v1"]], ids=str)
async def test_unknown_subprotocols(house: House, offered: list[str] | None) -> None:
    """Before the upgrade a client learns which encodings there are."""
    names = [Subprotocol(name) for name in offered or []]
    with pytest.raises(InvalidStatus) as refused:
        await connect(house.socket, subprotocols=names or None, proxy=None)
    trouble = json.decode(refused.value.response.body or b"")

    assert refused.value.response.status_code == 400
    assert trouble["code"] == "unknown-subprotocol"
    assert all(name in trouble["why"] for name in CODECS)


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [([JSON, MSGPACK], MSGPACK), (["chess.v1", JSON], JSON)],
    ids=["both", "one of them"],
)
async def test_subprotocols(house: House, offered: list[str], chosen: str) -> None:
    """Of those that a client offers, the server takes the one it likes best."""
    names = [Subprotocol(name) for name in offered]
    async with connect(house.socket, subprotocols=names, proxy=None) as socket:
        assert socket.subprotocol == chosen
        assert "permessage-deflate" not in str(socket.response.headers if socket.response else "")


@pytest.mark.parametrize(
    ("origin", "welcome"),
    [
        ("https://pan.example", True),
        ("https://evil.example", False),
        ("http://pan.example", False),
        ("https://pan.example:8443", False),
        ("https://pan.example.evil.example", False),
        ("null", False),
    ],
)
async def test_origins(settings: Settings, codec: Codec, origin: str, *, welcome: bool) -> None:
    """Pages of other sites may use neither the socket nor the rest, unless they are listed."""
    listed = dataclasses.replace(settings, origins=("https://pan.example",))
    async with House(listed, codec).open() as house:
        socket = connect(
            house.socket,
            origin=Origin(origin),
            subprotocols=[Subprotocol(codec.name)],
            proxy=None,
        )
        async with (
            aiohttp.ClientSession(headers={"Origin": origin}) as session,
            session.post(f"{house.url}/api/races", json={"variant": "turn1"}) as response,
        ):
            assert response.status == (201 if welcome else 403)
        if welcome:
            async with socket:
                pass
        else:
            with pytest.raises(InvalidStatus, match="403"):
                await socket


async def test_own_origin(house: House) -> None:
    """The server's own pages need no listing; those of another port of the same machine do."""
    stranger = house.url.rpartition(":")[0] + ":1"
    with pytest.raises(InvalidStatus, match="403"):
        async with connect(house.socket, origin=Origin(stranger), proxy=None):
            pass
    async with (
        connect(
            house.socket,
            origin=Origin(house.url),
            subprotocols=[Subprotocol(house.codec.name)],
            proxy=None,
        ),
        aiohttp.ClientSession(headers={"Origin": house.url}) as session,
        session.post(f"{house.url}/api/races", json={"variant": "turn1"}) as response,
    ):
        assert response.status == 201


async def test_so_many_races(settings: Settings, codec: Codec) -> None:
    """When as many races are live as the server takes, the next is refused."""
    async with (
        House(dataclasses.replace(settings, max_races=2), codec).open() as house,
        house.peer() as host,
    ):
        await house.create(host)
        await house.create(host)
        status, trouble = await house.post("/api/races", {"variant": "turn1"}, host.token)

        assert (status, trouble["code"]) == (503, "busy")


async def test_without_a_journal(settings: Settings, codec: Codec) -> None:
    """While the journal does not answer nobody is let in, and everybody is told so."""
    journal = HeldJournal()
    async with House(settings, codec, open_journal=journal.open).open() as house:
        async with house.peer() as host:
            await house.create(host)
            token = host.token
        journal.down = True
        status, trouble = await house.post("/api/races", {"variant": "turn1"}, token)
        lost = await house.get("/api/races/nowhere/replay")
        async with house.visit() as peer:
            await peer.say(Hello(token=token))
            ended = await peer.ended()

        assert (status, trouble["code"]) == (503, "unavailable")
        assert lost[0] == 503
        assert ended[::2] == (1013, "unavailable")
