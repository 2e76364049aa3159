"""The HTTP server itself: requests that are none, that are late, that break off."""

import asyncio
import dataclasses
import logging
from collections.abc import AsyncIterator

import pytest

from pantagruel_protocol.codecs import CODECS
from pantagruel_server.settings import Settings
from tests.server.house import House

PATIENCE_S = 5
BODY = b'{"variant":"turn1"}'


@pytest.fixture
async def house(settings: Settings) -> AsyncIterator[House]:
    """Run a server that does not wait long."""
    impatient = dataclasses.replace(settings, hello_ms=100)
    async with House(impatient, CODECS["pantagruel.v1.json"]).open() as opened:
        yield opened


async def sent(house: House, request: bytes) -> bytes:
    """Send bytes as they are, and answer what comes until the server hangs up."""
    port = int(house.url.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    try:
        async with asyncio.timeout(PATIENCE_S):
            return await reader.read()
    finally:
        writer.close()
        await writer.wait_closed()


def asked(first: str, *headers: bytes, body: bytes = b"") -> bytes:
    """Write a request by hand."""
    head = [f"{first} HTTP/1.1".encode(), b"Host: here", b"Connection: close", *headers]
    return b"\r\n".join([*head, b"", body])


def posted(*headers: bytes, size: int = len(BODY)) -> bytes:
    """Write a wish for a race by hand."""
    return asked("POST /api/races", b"Content-Length: %d" % size, *headers, body=BODY)


UPGRADE = (
    b"Upgrade: websocket",
    b"Connection: Upgrade",
    b"Sec-WebSocket-Protocol: pantagruel.v1.json",
)
KEY = b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="


@pytest.mark.parametrize(
    ("request_", "status", "code"),
    [
        (posted(b"Authorization: Bearer \xff\xfe"), 401, b"bad-token"),
        (posted(b"Authorization: \xff"), 401, b"bad-token"),
        (posted(b"Origin: http://["), 403, b"wrong-origin"),
        (posted("Origin: http://a℀b".encode()), 403, b"wrong-origin"),
        (posted(b"Content-Encoding: gzip"), 201, b"turn1"),
        (asked("GET /ws", b"Origin: http://[", *UPGRADE), 403, b"wrong-origin"),
        (
            asked("GET /ws", *UPGRADE, b"Sec-WebSocket-Version: 13", b"Sec-WebSocket-Key: \xff"),
            400,
            b"unreadable",
        ),
        (asked("GET /ws", *UPGRADE, KEY, b"Sec-WebSocket-Version: \xff"), 400, b"unreadable"),
    ],
)
async def test_odd_headers(
    house: House, caplog: pytest.LogCaptureFixture, request_: bytes, status: int, code: bytes
) -> None:
    """Whatever a header holds, the answer names a code, and no fault of the server's is logged."""
    answer = await sent(house, request_)

    assert answer.startswith(b"HTTP/1.1 %d " % status)
    assert code in answer
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize(
    "start",
    [b"", b"GET /heal", b"GET /healthz HTTP/1.1\r\nHost: here\r\n"],
    ids=["nothing", "half a line", "half a head"],
)
async def test_a_head_that_does_not_come(house: House, start: bytes) -> None:
    """Who says nothing, or half of it, is hung up on."""
    assert await sent(house, start) == b""


async def test_a_body_that_does_not_come(house: House) -> None:
    """A body shorter than its head says is waited for, but not for ever."""
    answer = await sent(house, posted(size=len(BODY) + 1))

    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"unreadable" in answer


async def test_a_body_that_breaks(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """A peer that goes in the middle of its body is no fault of the server's."""
    port = int(house.url.rpartition(":")[2])
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(posted(size=len(BODY) + 1))
    await asyncio.sleep(0.02)
    writer.transport.abort()
    await asyncio.sleep(0.02)
    _, health = await house.get("/healthz")

    assert health == b'{"races":0}'
    assert not [record for record in caplog.records if record.exc_info]


async def test_no_echo_in_the_log(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """A request that is no HTTP is named in one line, without what stood in it."""
    caplog.set_level(logging.DEBUG)
    answer = await sent(house, posted(b"Authorization: Bearer secret\0"))

    assert answer.startswith(b"HTTP/1.0 400 ")
    assert "Error handling request from 127.0.0.1: BadHttpMessage" in caplog.text
    assert "secret" not in caplog.text
    assert not [record for record in caplog.records if record.exc_info]
