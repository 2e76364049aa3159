"""HTTP beside the socket: answers read, refusals and nonsense told apart."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from pantagruel_client import web
from pantagruel_client.address import Address
from pantagruel_client.errors import RequestRefused, ServerUnreachable
from pantagruel_protocol.codes import Code
from pantagruel_protocol.http_api import NewRace

TOKEN = "5e" * 32
CREATED = (
    b'{"race": "r1", "code": "K7QWERTY", "deal_id": "d1", "rules": "turn1;passes=none;fresh",'
    b' "player": "me", "commit": null}'
)


class Answering:
    """An HTTP server with one answer, and what it was asked."""

    def __init__(self, status: str, body: bytes) -> None:
        self._answer = b"HTTP/1.1 %b\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%b" % (
            status.encode(),
            len(body),
            body,
        )
        self.asked = b""

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.lower().split(b"\r\n")
        length = next((line for line in lines if line.startswith(b"content-length:")), b":0")
        self.asked = head + await reader.readexactly(int(length.partition(b":")[2]))
        writer.write(self._answer)
        await writer.drain()
        writer.close()
        await writer.wait_closed()


@asynccontextmanager
async def answering(status: str, body: bytes) -> AsyncIterator[tuple[Address, Answering]]:
    """Serve one answer."""
    answer = Answering(status, body)
    async with await asyncio.start_server(answer.handle, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        yield Address("127.0.0.1", port), answer


async def test_a_race_is_created_with_what_was_wished() -> None:
    """The token goes in a header, and what is left out is not sent."""
    async with answering("201 Created", CREATED) as (address, server):
        created = await web.create(
            address, TOKEN, NewRace(variant="turn1", seats=3, faces="end", title="Theleme")
        )

    assert (created.race, created.code) == ("r1", "K7QWERTY")
    assert server.asked.startswith(b"POST /api/races HTTP/1.1\r\n")
    assert f"Authorization: Bearer {TOKEN}".encode() in server.asked
    assert server.asked.endswith(b'{"variant":"turn1","seats":3,"title":"Theleme","faces":"end"}')


async def test_a_refusal_has_its_code() -> None:
    """The server's code and words reach the caller."""
    body = b'{"code": "race-unknown", "why": "no such race", "more": 1}'
    async with answering("404 Not Found", body) as (address, _):
        with pytest.raises(RequestRefused, match="no such race") as caught:
            await web.replay(address, "r1")

    assert caught.value.code == Code.RACE_UNKNOWN


@pytest.mark.parametrize(
    ("status", "body"), [("404 Not Found", b"<html>"), ("500 Oh", b"{}"), ("200 OK", b"[1]")]
)
async def test_another_server_is_told_apart(status: str, body: bytes) -> None:
    """What does not speak like a race server is none."""
    async with answering(status, body) as (address, _):
        with pytest.raises(ServerUnreachable):
            await web.create(address, TOKEN, NewRace(variant="turn1"))


async def test_nobody_there_is_said() -> None:
    """A closed port is one line."""
    async with answering("200 OK", b"") as (address, _):
        pass
    with pytest.raises(ServerUnreachable, match="no server answers"):
        await web.replay(address, "r1")


async def test_a_replay_is_kept_as_it_is() -> None:
    """The bytes of the file are not touched."""
    async with answering("200 OK", b'{"a":  1}') as (address, _):
        assert await web.replay(address, "r1") == b'{"a":  1}'


RACE = (
    b'{"race": "r1", "deal_id": "d1", "variant": "turn1", "rules": "turn1;passes=none;fresh",'
    b' "kind": "fresh", "phase": "open", "host": "h", "places": 2, "seats": [], "limit_ms": 60000,'
    b' "rank_by": "time", "settings": {"name": "Theleme"}, "opened": 5, "later": true}'
)


async def test_races_are_listed() -> None:
    """What is asked for goes into the address, what is not stays out; news is passed over."""
    async with answering("200 OK", b'{"races": [%b], "next": "r1"}' % RACE) as (address, server):
        found = await web.races(address, phase="open", after="r 0", limit=5)

    assert server.asked.startswith(b"GET /api/races?phase=open&after=r+0&limit=5 HTTP/1.1\r\n")
    assert [one.settings.name for one in found.races] == ["Theleme"]
    assert found.next == "r1"


async def test_every_race_is_listed_when_nothing_is_asked() -> None:
    """Without a wish there is no query."""
    async with answering("200 OK", b'{"races": []}') as (address, server):
        found = await web.races(address)

    assert server.asked.startswith(b"GET /api/races HTTP/1.1\r\n")
    assert found.races == ()


async def test_a_race_is_shown() -> None:
    """Its id is one part of the address, whatever it is."""
    async with answering("200 OK", RACE) as (address, server):
        shown = await web.race(address, "r/1")

    assert server.asked.startswith(b"GET /api/races/r%2F1 HTTP/1.1\r\n")
    assert shown.phase == "open"


async def test_variants_are_rules() -> None:
    """They come as the engine has them."""
    body = (
        b'{"variants": [{"id": "turn1", "title": "T", "packs": 2, "ranks": 13, "columns": [1],'
        b' "draw": 1, "max_passes": null, "foundation_return": true, "run_moves": "any",'
        b' "scoring": "royal", "pass_penalty": 20, "streak": true, "build": "other-colour",'
        b' "empty_column": "king", "limit_ms": 1800000}]}'
    )
    async with answering("200 OK", body) as (address, _):
        found = await web.variants(address)

    assert [one.pass_penalty for one in found.variants] == [20]
