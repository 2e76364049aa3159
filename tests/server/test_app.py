"""The whole server, from start to stop."""

import asyncio
import dataclasses
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from pantagruel_protocol.client_messages import Bank
from pantagruel_protocol.codecs import CODECS, Codec
from pantagruel_protocol.codes import Code
from pantagruel_protocol.replay_file import read
from pantagruel_protocol.server_messages import (
    Ack,
    Deal,
    Over,
    Results,
    Resync,
    Reveal,
    Room,
    SeatFrame,
)
from pantagruel_protocol.values import Resume
from pantagruel_protocol.verify import verify
from pantagruel_server import app
from pantagruel_server.journal import sqlite_file
from pantagruel_server.settings import Settings
from tests.server.house import House

UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: pantagruel.v1.json\r\n\r\n"
)
EVERYWHERE = "0.0.0.0"  # noqa: S104 -- what an operator may choose


async def test_a_race(house: House) -> None:
    """Two players race one deal: dealt at T0, answered, ranked, and told the key at the end."""
    async with house.peer("Panurge") as host, house.peer("Epistemon") as guest:
        await house.race(host, guest)
        ack = await host.play(1, "D")
        house.clock.advance(500)
        for n, peer in ((2, host), (1, guest)):
            await peer.say(Bank(n))
        table = [await peer.until(Results) for peer in (host, guest)]
        reveal = await host.until(Reveal)
        status, replay = await house.get(reveal.replay)

        assert status == 200
        assert verify(read(replay)) is None
        assert isinstance(ack, Ack)
        assert ack.draws == 1
        assert [row.result.place for row in table[0].rows] == [1, 1]
        assert table[0].rows == table[1].rows
        assert [Deal, Ack, Ack, Over, Results, Reveal] == [
            type(message) for message in host.heard if isinstance(message, SeatFrame)
        ]


async def test_a_stop(settings: Settings, codec: Codec) -> None:
    """A server that stops sends everybody home with 1001, whether they are in a race or not."""
    async with House(settings, codec).open() as house:
        racing, idle = house.peer(), house.visit()
        racer, visitor = await racing.__aenter__(), await idle.__aenter__()
        await house.race(racer)
    ends = [await racer.ended(), await visitor.ended()]
    for context in (racing, idle):
        await context.__aexit__(None, None, None)

    assert [(code, said) for code, _, said in ends] == [(1001, "going-away")] * 2
    with pytest.raises(OSError, match=r"refused|Connect call failed"):
        await connect(house.socket, proxy=None)


# A process of its own.


class Process:
    """`python -m pantagruel_server` on a folder; its first lines have been read."""

    def __init__(self, folder: Path, *options: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "pantagruel_server", "--port", "0", "--data", folder, *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={key: value for key, value in os.environ.items() if "PANTAGRUEL" not in key},
        )
        assert self._process.stdout is not None
        self.lines = [self._process.stdout.readline().rstrip() for _ in range(2)]
        self.url = self.lines[0].rpartition(" ")[2]

    def signal(self, number: int) -> None:
        """Send a signal, and do not wait."""
        self._process.send_signal(number)

    def stop(self, number: int) -> int:
        """Send a signal, and answer the exit status."""
        self.signal(number)
        self._process.communicate(timeout=20)
        return self._process.returncode

    def end(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.communicate()


@pytest.fixture
def started(tmp_path: Path) -> Iterator[list[Process]]:
    """Keep account of processes, and end what a test leaves."""
    processes: list[Process] = []
    yield processes
    for process in processes:
        process.end()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_and_a_restart(
    tmp_path: Path, started: list[Process], number: signal.Signals
) -> None:
    """A real process told to end says goodbye and exits 0; the next one goes on with the race."""
    started.append(Process(tmp_path))
    house = House(Settings(), CODECS["pantagruel.v1.msgpack"], url=started[0].url)
    async with house.peer() as peer:
        made = await house.race(peer)
        ack = await peer.play(1, "D")
        status = started[0].stop(number)
        code, _, said = await peer.ended()
    started.append(Process(tmp_path))
    house.url = started[1].url
    async with house.peer(token=peer.token, resume=Resume(made.race, 1)) as peer:
        again = await peer.until(Ack)
        await peer.until(Room)
        more = await peer.play(2, "D")

    assert (status, code, said) == (0, 1001, "going-away")
    assert str(tmp_path) in started[0].lines[1]
    assert again == ack
    assert isinstance(more, Ack)
    assert not any(isinstance(message, Resync) for message in peer.heard)
    assert started[1].stop(signal.SIGTERM) == 0


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_second_signal(
    tmp_path: Path, started: list[Process], number: signal.Signals
) -> None:
    """Who tells it again does not wait for sockets that do not answer."""
    started.append(process := Process(tmp_path))
    port = int(process.url.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(UPGRADE)
    await reader.readuntil(b"\r\n\r\n")
    process.signal(number)
    # It waits for us to say goodbye too.
    await asyncio.wait_for(reader.readuntil(Code.GOING_AWAY.encode()), 10)
    status = process.stop(number)
    writer.close()

    assert status == -number


# Starts that fail.


def refused(settings: Settings, capsys: pytest.CaptureFixture[str]) -> str:
    """Try to serve; answer the one line that says why not."""
    assert app.serve(settings) == 1
    line = capsys.readouterr().err
    assert line.count("\n") == 1
    return line


def test_a_busy_port(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    """A port that somebody has is named, with what to do."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]

        line = refused(dataclasses.replace(settings, port=port), capsys)

    assert f"127.0.0.1, port {port}, cannot be had (Address already in use)" in line
    assert "--port" in line


def test_no_such_host(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    """An address that is not this machine's is named too."""
    assert "192.0.2.1" in refused(dataclasses.replace(settings, host="192.0.2.1"), capsys)


def test_unwritable_data(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A data folder that cannot be one is named, with what to do."""
    file = tmp_path / "file"
    file.write_text("not a folder")

    line = refused(dataclasses.replace(settings, data=file / "data"), capsys)

    assert str(file) in line
    assert "a file is in the way" in line
    assert "--data" in line


def test_a_newer_store(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    """A store of a later version is refused in words, and not touched."""
    path = settings.data / app.FILE
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    before = path.read_bytes()

    assert "newer" in refused(settings, capsys)
    assert path.read_bytes() == before


def test_a_damaged_store(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    """Races that cannot be read keep the server from starting: without them it would deny them."""
    path = settings.data / app.FILE
    sqlite_file.connect(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE events")

    line = refused(settings, capsys)

    assert "cannot be brought back" in line
    assert "no such table" in line


async def test_a_locked_store(settings: Settings, codec: Codec) -> None:
    """A second server on the same data finds out at once."""
    async with House(settings, codec).open():
        command = [sys.executable, "-m", "pantagruel_server", "--port", "0", "--data"]
        second = await asyncio.create_subprocess_exec(
            *command, settings.data, stderr=asyncio.subprocess.PIPE
        )
        _, line = await asyncio.wait_for(second.communicate(), 20)

    assert second.returncode == 1
    assert b"Another server" in line


# What it says at its start.


def test_announcement(tmp_path: Path) -> None:
    """The address, and where the data lies, as an absolute path."""
    said = app.announcement("http://127.0.0.1:8104", Settings(data=Path("data")))

    assert said.splitlines() == [
        "Pantagruel listens on http://127.0.0.1:8104",
        f"Its data is in {Path.cwd() / 'data'}",
    ]


def test_announcement_to_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open to the network, it names the addresses that others can use."""
    monkeypatch.setattr(app, "lan_addresses", lambda _: ["192.168.1.7", "fd00::7"])
    said = app.announcement(f"http://{EVERYWHERE}:80", Settings(host=EVERYWHERE))

    assert "  in your network: http://192.168.1.7:80\n" in said
    assert "  in your network: http://[fd00::7]:80\n" in said


@pytest.mark.parametrize("host", [EVERYWHERE, "::", "127.0.0.1"])
def test_lan_addresses(host: str) -> None:
    """They are none that only this machine can use, and of the family that is listened to."""
    found = app.lan_addresses(host)

    assert not any(address.startswith("127.") or address == "::1" for address in found)
    assert all((":" in address) == (":" in host) for address in found)
    assert host in app.EVERYWHERE or found == []
