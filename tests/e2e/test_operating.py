"""What an operator does: an own certificate, a copy while people race, a start elsewhere."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from pantagruel_client.client import Client
from pantagruel_protocol.server_messages import Deal
from pantagruel_server.app import serving
from pantagruel_server.errors import ServerError
from pantagruel_server.settings import BOUNDLESS, Settings
from tests.e2e.commands import command
from tests.e2e.server_process import ServerProcess

pytestmark = pytest.mark.slow


async def test_tls_of_our_own(
    certificate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sockets and HTTP are encrypted, and links say https."""
    settings = Settings(
        port=0,
        data=tmp_path / "data",
        tls_cert=certificate,
        tls_key=Path(f"{certificate}.key"),
        bounds=BOUNDLESS,
    )
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    async with serving(settings) as url, Client(url, name="Me") as me:
        race = await me.races.create(variant="turn1", seats=1, visibility="listed")
        listed = await me.races.list()

        assert url.startswith("https://")
        assert listed.races[0].link == f"{url}/join#{race.code}"


@pytest.mark.parametrize("wrong", ["cert", "key", "missing"])
async def test_certificates_that_are_none(certificate: Path, tmp_path: Path, wrong: str) -> None:
    """The server does not start, and says which files it means."""
    key = Path(f"{certificate}.key")
    files = {"cert": (key, key), "key": (certificate, certificate)}
    cert, key = files.get(wrong, (tmp_path / "none", key))
    settings = Settings(port=0, data=tmp_path / "data", tls_cert=cert, tls_key=key)
    with pytest.raises(ServerError, match=str(cert)):
        async with serving(settings):
            pass


async def test_a_copy_while_people_race(tmp_path: Path) -> None:
    """Restored elsewhere, the race goes on with every move that was acknowledged before."""
    server = ServerProcess(tmp_path)
    await server.start()
    copy, elsewhere = tmp_path / "copy.db", tmp_path / "elsewhere"
    async with Client(server.url, name="Me") as me:
        token = me.token
        race = await me.races.create(variant="turn1", seats=1, seed="pan")
        await race.ready()
        await race.start()
        async for event in race.events():
            if isinstance(event, Deal):
                break
        for _ in range(5):
            await race.play("D")
        moving = asyncio.create_task(move_on(race.play))
        http = server.url.replace("ws", "http")
        async with command(
            tmp_path, "backup", str(copy), "--data", str(server.data), server=http
        ) as running:
            status, said = await running.end()
        moving.cancel()
        assert status == 0, said
    server.kill()
    async with command(tmp_path, "restore", str(copy), "--data", str(elsewhere)) as running:
        status, said = await running.end()
        assert status == 0, said
    async with command(tmp_path, "restore", str(copy), "--data", str(elsewhere)) as running:
        assert (await running.end())[0] == 1
    async with (
        serving(Settings(port=0, data=elsewhere, bounds=BOUNDLESS)) as url,
        Client(url, token=token) as me,
    ):
        again = await me.races.join(race.code)

        assert again.view.board.draws >= 5
        await again.play("D")


async def move_on(play: Callable[[str], object]) -> None:
    """Draw as long as the stock lasts."""
    for _ in range(40):
        await play("D")  # type: ignore[misc]


async def test_who_is_no_operator(tmp_path: Path) -> None:
    """A wrong token, none, or a file in the way: one line, and nothing written."""
    settings = Settings(port=0, data=tmp_path / "data", bounds=BOUNDLESS)
    (tmp_path / "wrong").write_text("0" * 64)
    async with serving(settings) as url:
        for arguments, said, status in (
            (("--token-file", str(tmp_path / "wrong")), "operator", 1),
            (("--token-file", str(tmp_path / "none")), "cannot be read", 2),
        ):
            async with command(
                tmp_path, "backup", str(tmp_path / "c"), *arguments, server=url
            ) as one:
                found, words = await one.end()
            assert (found, said in words) == (status, True), words
        assert not (tmp_path / "c").exists()
        async with command(
            tmp_path, "backup", str(tmp_path / "wrong"), "--data", str(settings.data), server=url
        ) as one:
            assert (await one.end())[0] == 2


async def test_the_version(tmp_path: Path) -> None:
    """`--version` says which it is."""
    async with command(tmp_path, "--version") as running:
        status, said = await running.end()

    assert (status, said.split()[0]) == (0, "pantagruel")
