"""Encrypted lines: a server is believed by its certificate, one of its own by SSL_CERT_FILE."""

import asyncio
import ssl
from pathlib import Path

import pytest

from pantagruel_client import web
from pantagruel_client.address import Address
from pantagruel_client.client import Client
from pantagruel_client.errors import ServerUnreachable
from tests.client.fake import Table, Talk, fake_server
from tests.client.test_web import RACE, Answering


def context(certificate: Path) -> ssl.SSLContext:
    """Make the server's side of encryption."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(certificate, f"{certificate}.key")
    return made


async def test_a_certificate_of_ones_own_is_believed_by_the_environment(
    certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without it the server is not let near; with it the same address works."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.begin(talk)
        await talk.stay()

    async with fake_server(script, secure=context(certificate)) as fake:
        assert fake.url.startswith("wss://")
        with pytest.raises(ServerUnreachable, match="certificate"):
            await Client(fake.url, name="Me").open()
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        async with Client(fake.url, name="Me") as me:
            race = await me.races.join("K7QWERTY")

    assert race.code == "K7QWERTY"


async def test_pages_are_believed_likewise(
    certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What goes over HTTPS asks for the same certificate."""
    answer = Answering("200 OK", RACE)
    serving = asyncio.start_server(answer.handle, "127.0.0.1", 0, ssl=context(certificate))
    async with await serving as server:
        port = server.sockets[0].getsockname()[1]
        address = Address.parse(f"https://127.0.0.1:{port}")
        with pytest.raises(ServerUnreachable, match="certificate"):
            await web.race(address, "r1")
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        shown = await web.race(address, "r1")

    assert shown.race == "r1"
