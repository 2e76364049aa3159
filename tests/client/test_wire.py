"""One socket: what a newer server says, what is said before a close, who is turned away."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus

import msgpack
import msgspec
import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from pantagruel_client.address import Address
from pantagruel_client.client import Encoding
from pantagruel_client.errors import MoveRefused, ServerUnreachable
from pantagruel_client.wire import Wire, WireClosed
from pantagruel_protocol.client_messages import Hello, Play
from pantagruel_protocol.codecs import CODECS
from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import Error
from tests.client.fake import Table, Talk, client, fake_server

JSON = CODECS["pantagruel.v1.json"]
ENCODINGS = pytest.mark.parametrize("encoding", ["msgpack", "json"])


async def say_plain(talk: Talk, encoding: Encoding, plain: dict[str, object]) -> None:
    """Say what no message type of ours describes."""
    if encoding == "msgpack":
        await talk.say_raw(msgpack.packb(plain))
    else:
        await talk.say_raw(msgspec.json.encode(plain).decode())


@ENCODINGS
async def test_what_a_newer_server_says_is_passed_over(encoding: Encoding) -> None:
    """Unknown messages, fields and codes cost nothing; the race goes on."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.begin(talk)
        await say_plain(talk, encoding, {"t": "weather", "sun": [1, {"deep": True}]})
        await say_plain(talk, encoding, {"t": "error", "code": "drizzle", "why": "it rains"})
        play = await talk.hear(Play)
        refused = {"t": "refused", "code": "too-wet", "why": "wait for sun", "n": play.n, "new": 1}
        await say_plain(talk, encoding, refused)
        await talk.say(table.accept(await talk.hear(Play)))
        await talk.stay()

    async with fake_server(script) as fake, client(fake, encoding) as me:
        race = await me.races.join("K7QWERTY")
        async for _ in race.events():
            if race.view.playing:
                break
        with pytest.raises(MoveRefused, match="wait for sun") as caught:
            await race.play("D")
        ack = await race.play("D")

    assert caught.value.code is Code.UNHEARD
    assert ack.n == 1


async def test_the_words_before_a_close_are_kept() -> None:
    """The `error` says more than the reason of a close has room for."""

    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.say(Error(Code.TOO_FAST, "more than 30 a second"))
        await talk.close(1008, "too-fast")

    async with fake_server(script) as fake:
        wire = await Wire.open(Address.parse(fake.url), JSON)
        await wire.send(Hello(name="Me"))
        with pytest.raises(WireClosed) as caught:
            await listen(wire)

    assert (caught.value.code, caught.value.why) == (1008, "more than 30 a second")


async def listen(wire: Wire) -> None:
    """Hear everything up to the close."""
    while True:
        await wire.receive()


@asynccontextmanager
async def turning_away(body: str, retry: str | None) -> AsyncIterator[Address]:
    """Refuse every socket before it is one."""

    def refuse(socket: ServerConnection, request: Request) -> Response:
        del request
        response = socket.respond(HTTPStatus.TOO_MANY_REQUESTS, body)
        if retry is not None:
            response.headers["Retry-After"] = retry
        return response

    async def never(socket: ServerConnection) -> None:
        del socket

    async with serve(never, "127.0.0.1", 0, process_request=refuse) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        yield Address("127.0.0.1", port)


@pytest.mark.parametrize(
    ("retry", "wait_s"), [("7", 7.0), ("100000", 60.0), (None, 0.0), ("tomorrow", 0.0)]
)
async def test_who_is_turned_away_hears_why_and_for_how_long(
    retry: str | None, wait_s: float
) -> None:
    """A server that is full speaks as race servers do, and may name a time, within reason."""
    body = '{"code": "too-many-sockets", "why": "too many sockets are open from this address"}'
    async with turning_away(body, retry) as address:
        with pytest.raises(ServerUnreachable, match="too many sockets") as caught:
            await Wire.open(address, JSON)

    assert caught.value.retry_s == wait_s


async def test_who_is_turned_away_by_another_server_hears_that() -> None:
    """A page of a proxy is no word of ours."""
    async with turning_away("<html>", "7") as address:
        with pytest.raises(ServerUnreachable, match="no race server"):
            await Wire.open(address, JSON)


async def test_a_broken_line_has_a_code_of_its_own() -> None:
    """Without a close frame the code is 1006."""

    async def script(talk: Talk) -> None:
        await talk.welcome()
        await asyncio.sleep(0)
        talk.cut()

    async with fake_server(script) as fake:
        wire = await Wire.open(Address.parse(fake.url), JSON)
        await wire.send(Hello(name="Me"))
        with pytest.raises(WireClosed, match="broke") as caught:
            await listen(wire)

    assert caught.value.code == 1006
