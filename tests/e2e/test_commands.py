"""The commands against a running server: a person's race, bots sent by code, what goes wrong."""

import asyncio
import stat
import sys
from os import environ
from pathlib import Path

import pytest

from pantagruel_client.client import Client
from pantagruel_server.app import serving
from pantagruel_server.settings import BOUNDLESS, Settings
from tests.e2e.commands import command

pytestmark = pytest.mark.slow

CREATE = ("play", "--create", "--variant", "klondike-1", "--name", "Ada", "--brief")


def settings(folder: Path, port: int = 0) -> Settings:
    """Make a server's settings; its data lie in *folder*."""
    return Settings(port=port, data=folder / "data", bounds=BOUNDLESS)


@pytest.mark.slow
async def test_a_person_races_a_bot(tmp_path: Path) -> None:
    """A race is created, a bot comes by the code, both play, and the replay verifies."""
    replay = tmp_path / "replay.json"
    async with serving(settings(tmp_path)) as url:
        here = ("--server", url)
        async with command(tmp_path, *CREATE, "--save", str(replay), *here) as person:
            code = (await person.until("Race code")).split()[-1]
            async with command(tmp_path, "bot", code, "--pace", "0", *here) as bot:
                await person.until("came: 2 of 2")
                person.type("ready")
                await person.until("Everybody is ready")
                person.type("start")
                await person.until("Go!")
                person.type("d", "d", "s", "T1>T1", "bank", "yes")
                await person.until("Results")
                assert (await bot.end())[0] == 0
            status, said = await person.end()
        async with command(tmp_path, "verify", str(replay)) as check:
            verdict = await check.end()

    assert status == 0
    assert "Drawn: " in said
    assert "Refused: " in said
    assert "Ada (you)" in said
    assert f"Check it: pantagruel verify {replay}" in said
    assert verdict[0] == 0


@pytest.mark.slow
async def test_the_same_command_comes_back_to_the_seat(tmp_path: Path) -> None:
    """After Ctrl-C the code and the kept token lead back to the board as it was left."""
    async with serving(settings(tmp_path)) as url:
        async with command(tmp_path, *CREATE, "--seats", "1", server=url) as first:
            code = (await first.until("Race code")).split()[-1]
            first.type("ready", "start")
            await first.until("Go!")
            first.type("d", "d", "d")
            for _ in range(3):
                await first.until("Drawn")
            first.interrupt()
            status, said = await first.end()
        async with command(tmp_path, "play", code, "--name", "Ada", server=url) as second:
            await second.until("The board as it is now")
            talon = await second.until("Stock")
            second.type("bank", "yes")
            again = await second.end()
    tokens = tmp_path / "state" / "pantagruel" / "tokens.json"

    assert status == 1
    assert f"Your seat stays yours: pantagruel play {code} --name Ada --server " in said
    assert "Traceback" not in said
    assert talon.startswith("Stock 21; waste 3")
    assert again[0] == 0
    assert stat.S_IMODE(tokens.stat().st_mode) == 0o600


async def test_whoever_goes_before_the_start_frees_the_seat(tmp_path: Path) -> None:
    """Ctrl-C in the room leaves it: the seat is there for somebody else."""
    async with serving(settings(tmp_path)) as url, Client(url, name="Bea") as other:
        race = await other.races.create(variant="turn1", seats=2)
        async with command(tmp_path, "play", race.code, "--name", "Ada", server=url) as person:
            await person.until("2 of 2 seats")
            person.interrupt()
            status, said = await person.end()
        async for _ in race.events():
            if [seat.name for seat in race.view.seats] == ["Bea"]:
                break

    assert status == 1
    assert "Traceback" not in said


@pytest.mark.slow
async def test_whoever_is_done_first_may_come_back_for_the_results(tmp_path: Path) -> None:
    """Going after one's own end, while others play, names the way back."""
    async with serving(settings(tmp_path)) as url, Client(url, name="Bea") as other:
        race = await other.races.create(variant="klondike-1", seats=2)
        async with command(tmp_path, "play", race.code, "--name", "Ada", server=url) as person:
            await person.until("2 of 2 seats")
            await race.ready()
            person.type("ready")
            await person.until("You are ready")
            await race.start()
            await person.until("Go!")
            person.type("bank", "yes", "q")
            status, said = await person.end()

    assert status == 0
    assert f"Your seat stays yours: pantagruel play {race.code}" in said


@pytest.mark.slow
async def test_two_players_of_one_name_are_one(tmp_path: Path) -> None:
    """Whoever is pushed out by the own second terminal hears how two can play."""
    async with serving(settings(tmp_path)) as url, command(tmp_path, *CREATE, server=url) as first:
        code = (await first.until("Race code")).split()[-1]
        others = await first.until("Others join with")
        async with command(tmp_path, "play", code, "--name", "Ada", server=url) as second:
            await second.until("1 of 2 seats")
            status, said = await first.end()
            second.type("q")
            await second.end()

    assert f"pantagruel play {code} --name NAME" in others
    assert status == 1
    assert said.splitlines()[-1].endswith(
        "two players on one machine need different names: --name"
    )


@pytest.mark.slow
async def test_a_forgotten_token_makes_a_new_guest(tmp_path: Path) -> None:
    """A server that lost its memory is no obstacle: the name is enough to come in again."""
    async with (
        serving(settings(tmp_path)) as url,
        command(tmp_path, *CREATE, server=url) as first,
    ):
        await first.until("Race code")
        first.type("q")
        assert (await first.end())[0] == 0
    port = int(url.rpartition(":")[2])
    async with (
        serving(settings(tmp_path / "new", port)) as same,
        command(tmp_path, *CREATE, server=same) as second,
    ):
        await second.until("Race code")
        second.type("q")
        assert (await second.end())[0] == 0


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("play", "NOSUCHXX"), 1, "no open race has this code"),
        (("play", "NO SUCH"), 1, "no open race has this code"),
        (("play", "NOSUCHXX", "--name", "x" * 41), 2, "a name has 40 characters at most"),
        (("bot", "NOSUCHXX"), 1, "no open race has this code"),
        (("play", "--create", "--variant", "whist"), 2, "there are: turn1"),
        (("play",), 2, "a CODE or a link, or --create"),
        (("bot", "X", "--count", "2", "--name", "Ada"), 2, "--name is for one bot"),
    ],
)
async def test_what_cannot_be_is_one_line(
    tmp_path: Path, arguments: tuple[str, ...], status: int, words: str
) -> None:
    """Whatever is wrong with the race is said in one line after that of the server."""
    async with (
        serving(settings(tmp_path)) as url,
        command(tmp_path, *arguments, server=url) as running,
    ):
        found, said = await running.end()

    assert found == status
    assert words in said.splitlines()[-1]
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("server", "status", "words"),
    [
        ("ws://127.0.0.1:1", 1, "no server answers at ws://127.0.0.1:1: connection refused"),
        ("ftp://nowhere", 2, "'ftp://nowhere' is no server address"),
    ],
)
async def test_no_server_is_one_line(tmp_path: Path, server: str, status: int, words: str) -> None:
    """A server that is not there, or no address at all, is named."""
    async with command(tmp_path, "bot", "K7QWERTY", server=server) as running:
        found, said = await running.end()

    assert found == status
    assert words in said.splitlines()[-1]


async def test_a_closed_input_is_an_empty_one(tmp_path: Path) -> None:
    """Started without a standard input, `play` has nothing to say and goes."""
    async with serving(settings(tmp_path)) as url:
        process = await asyncio.create_subprocess_exec(
            "sh", "-c", '"$@" <&-', "sh", sys.executable, "-m", "pantagruel", *CREATE,
            "--server", url, env={**environ, "XDG_STATE_HOME": str(tmp_path)},
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        async with asyncio.timeout(30):
            out, _ = await process.communicate()

    assert process.returncode == 0
    assert out.decode().splitlines()[-1] == "No more lines before the race: you leave it."


@pytest.mark.slow
async def test_the_server_starts_and_stops(tmp_path: Path) -> None:
    """`serve` says where it is and what it keeps where, and ends well when told to."""
    arguments = ("serve", "--port", "0", "--data", str(tmp_path / "data"))
    async with command(tmp_path, *arguments) as server:
        url = (await server.until("listens on")).split()[-1]
        await server.until(str(tmp_path / "data"))
        port = url.rpartition(":")[2]
        async with command(tmp_path, "serve", "--port", port, "--data", str(tmp_path)) as other:
            status, said = await other.end()
        server.terminate()

        assert (await server.end())[0] == 0
    assert status == 1
    assert port in said


@pytest.mark.slow
async def test_an_interrupted_race_is_one_line(tmp_path: Path) -> None:
    """Ctrl-C in a race of bots leaves no traceback."""
    async with command(tmp_path, "race", "--pace", "1") as race:
        await race.until("leads")
        race.interrupt()
        status, said = await race.end()

    assert status == 1
    assert said.splitlines()[-1] == "pantagruel: stopped"
