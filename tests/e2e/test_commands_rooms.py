"""Rooms from the command line: hosts, watchers, talk, late comers and rematches, as processes."""

import asyncio
import json
import os
import pty
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pantagruel_client.client import Client
from pantagruel_client.running import until_dealt
from pantagruel_server.app import serving
from pantagruel_server.settings import BOUNDLESS, Settings
from tests.e2e.commands import Running, command

pytestmark = pytest.mark.slow

CREATE = ("play", "--create", "--variant", "klondike-1", "--brief", "--rematches", "--name", "Ada")
JOIN = ("--brief", "--rematches", "--name")


@asynccontextmanager
async def server(folder: Path) -> AsyncIterator[str]:
    async with serving(Settings(port=0, data=folder / "data", bounds=BOUNDLESS)) as url:
        yield url


async def code_of(host: Running) -> str:
    """Read the code of the race that *host* opened."""
    return (await host.until("Race code")).split()[-1]


async def test_an_evening_among_friends(tmp_path: Path) -> None:
    """Settings, talk, an early close by consent, the results for all, and the rematch with all."""
    async with (
        server(tmp_path) as url,
        command(tmp_path, *CREATE, "--faces", "end", "--bell", "60", server=url) as ada,
    ):
        code = await code_of(ada)
        link = (await ada.until("Invite by the link")).split()[-1]
        async with (
            command(tmp_path, "play", link, *JOIN, "Bea") as bea,
            command(tmp_path, "watch", code, "--rematches", "--name", "Will", server=url) as will,
        ):
            await _to_the_start(ada, bea, will)
            async with command(tmp_path, "races", server=url) as races:
                listed = await races.end()
            await _to_the_rematch(ada, bea, will)
            for each in (ada, bea, will):
                each.type("q")
            ends = [await each.end() for each in (ada, bea, will)]

    assert "Friday evening" in listed[1]
    assert [status for status, _ in ends] == [0, 0, 0]
    assert "psst" not in "\n".join(bea.said)
    assert not any("Traceback" in said for _, said in ends)


async def _to_the_start(ada: Running, bea: Running, will: Running) -> None:
    await bea.until("Watchers see the cards after the end")
    await will.until("You watch")
    ada.type("name Friday evening", "list", "faces 0")
    await bea.until("The race is called 'Friday evening' now.")
    await will.until("Watchers see the cards at once now")
    will.type("say good luck to all")
    await bea.until("Will (watching): good luck to all")
    bea.type("ready")
    await ada.until("Bea is ready")
    ada.type("ready")
    await ada.until("Everybody is ready")
    ada.type("start")
    await asyncio.gather(*(each.until("Go!") for each in (ada, bea, will)))
    will.type("b 2", "say psst")
    await will.until("Seat 2, Bea:")


async def _to_the_rematch(ada: Running, bea: Running, will: Running) -> None:
    ada.type("agree")
    await bea.until("Ada would close the race now.")
    bea.type("agree")
    await asyncio.gather(*(each.until("Results") for each in (ada, bea, will)))
    await ada.until("Replay: ")
    ada.type("rematch")
    await asyncio.gather(*(each.until("Rematch: the next") for each in (ada, bea, will)))
    await will.until("You watch. Type join")
    bea.type("/again")
    await will.until("Bea: again")


async def test_a_host_sends_somebody_away(tmp_path: Path) -> None:
    """Whoever is kicked hears why, and may not come back; `cancel` asks first."""
    async with server(tmp_path) as url, command(tmp_path, *CREATE, server=url) as ada:
        code = await code_of(ada)
        async with command(tmp_path, "play", code, *JOIN, "Bea", server=url) as bea:
            await ada.until("Bea came")
            ada.type("kick 2")
            status, said = await bea.end()
        async with command(tmp_path, "play", code, *JOIN, "Bea", server=url) as again:
            refused = await again.end()
        ada.type("cancel", "yes")
        await ada.until("The race is cancelled.")
        ended = await ada.end()

    assert (status, refused[0], ended[0]) == (1, 1, 0)
    assert "the host sent this player away" in said.splitlines()[-1]
    assert "the host has sent you away" in refused[1].splitlines()[-1]


async def test_names_that_look_alike_need_another(tmp_path: Path) -> None:
    """Whoever comes under a name that is there hears how to choose another."""
    async with server(tmp_path) as url, Client(url, name="Ada") as other:
        race = await other.races.create(variant="turn1", seats=2)
        async with command(tmp_path, "play", race.code, *JOIN, "ADA", server=url) as second:
            status, said = await second.end()

    assert status == 1
    assert said.splitlines()[-1].endswith("choose another name: --name")


async def test_late_comers_on_a_pipe_watch(tmp_path: Path) -> None:
    """A seat is not to be had any more: the race is shown instead, to its end."""
    async with server(tmp_path) as url, Client(url, name="Ada") as host:
        race = await host.races.create(variant="klondike-1", seats=1)
        await race.ready()
        await race.start()
        await until_dealt(race)
        async with command(tmp_path, "play", race.code, "--name", "Late", server=url) as late:
            await late.until("The race has started without you.")
            await late.until("You watch")
            await race.bank()
            status, said = await late.end()

    assert status == 0
    assert "1. Ada: banked after" in said


async def test_programs_watch_in_json(tmp_path: Path) -> None:
    """Every line is one event; the last of the race are its results and what was hidden."""
    async with server(tmp_path) as url, Client(url, name="Ada") as host:
        race = await host.races.create(variant="klondike-1", seats=1)
        async with command(tmp_path, "watch", race.id, "--json", server=url) as program:
            await program.until('"t":"room"')
            await race.ready()
            await race.start()
            await program.until('"t":"board"')
            await race.bank()
            status, said = await program.end()
    told = [json.loads(line)["t"] for line in said.splitlines() if line.startswith("{")]

    assert status == 0
    assert {"room", "countdown", "board", "progress", "results", "reveal"} <= set(told)
    assert len(told) == len(said.splitlines()) - 1  # and the line on stderr that names the server


async def test_ctrl_c_ends_a_watch(tmp_path: Path) -> None:
    """It is the usual way to stop looking: no complaint."""
    async with server(tmp_path) as url, Client(url, name="Ada") as host:
        race = await host.races.create(variant="turn1", seats=2)
        async with command(tmp_path, "watch", race.code, server=url) as will:
            await will.until("You watch")
            will.interrupt()
            status, said = await will.end()

    assert status == 0
    assert said.splitlines()[-1].startswith("You watch")


async def test_seats_and_gallery_at_a_terminal(tmp_path: Path) -> None:
    """A person at a terminal watches, sits down, rises, and is asked before a late watch."""
    async with server(tmp_path) as url, Client(url, name="Ada") as host:
        race = await host.races.create(variant="klondike-1", seats=2)
        async with terminal(tmp_path, "watch", race.code, "--name", "Will", server=url) as will:
            await will.until("You watch")
            will.type("join")
            await will.until("Type ready when you are")
            will.type("watch")
            await will.until("You watch. Type join")
            await race.ready()
            await race.start(without_unready=True)
            await will.until("Go! b N shows board N")
            async with terminal(tmp_path, "play", race.code, "--name", "L", server=url) as late:
                await late.until("Watch it? Type yes")
                late.type("yes")
                await late.until("You watch")
                late.type("q")
                assert await late.status() == 0
            await race.bank()
            await will.until("The host may open the next race")
            await race.rematch()
            await will.until("Rematch: the next race is")
            await will.until("You watch. Type join")
            will.type("q")
            assert await will.status() == 0


class AtTerminal:
    """A command whose lines come from and go to a terminal of its own."""

    def __init__(self, process: asyncio.subprocess.Process, master: int) -> None:
        self._process = process
        self._master = master
        self._shown = ""
        self._more = asyncio.Event()
        asyncio.get_running_loop().add_reader(master, self._read)

    def _read(self) -> None:
        try:
            self._shown += os.read(self._master, 4096).decode(errors="replace")
        except OSError:  # the command has ended
            asyncio.get_running_loop().remove_reader(self._master)
        self._more.set()

    async def until(self, words: str) -> None:
        """Wait for *words* after what was waited for before."""
        try:
            async with asyncio.timeout(30):
                while words not in self._shown:
                    self._more.clear()
                    await self._more.wait()
        except TimeoutError:
            msg = f"{words!r} was never shown in:\n{self._shown}"
            raise AssertionError(msg) from None
        self._shown = self._shown.partition(words)[2]

    def type(self, line: str) -> None:
        os.write(self._master, f"{line}\n".encode())

    async def status(self) -> int:
        async with asyncio.timeout(30):
            return await self._process.wait()


@asynccontextmanager
async def terminal(folder: Path, *arguments: str, server: str) -> AsyncIterator[AtTerminal]:
    """Start `pantagruel` at a terminal."""
    master, slave = pty.openpty()
    state = {"XDG_STATE_HOME": str(folder / "state"), "PANTAGRUEL_SERVER": server}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "pantagruel", *arguments,
        stdin=slave, stdout=slave, stderr=slave, env={**os.environ, **state},
    )  # fmt: skip
    os.close(slave)
    try:
        yield AtTerminal(process, master)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
        asyncio.get_running_loop().remove_reader(master)
        os.close(master)
