"""The programs in the docs are run as they stand."""

import asyncio
import re
import sys
from pathlib import Path

import pytest

from pantagruel import Client, Deal, Room
from pantagruel_server.app import serving
from pantagruel_server.settings import Settings

ROOT = Path(__file__).parents[2]
README, BOTS = ROOT / "README.md", ROOT / "docs" / "bots.md"


def programs(page: Path = BOTS) -> list[str]:
    """Answer the Python programs of a page, that on bots unless another is named."""
    return re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


async def python(program: str, *arguments: str) -> tuple[int | None, str, str]:
    """Run *program*; answer its status and what it wrote."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-W", "error", "-c", program, *arguments,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    async with asyncio.timeout(60):
        out, err = await process.communicate()
    return process.returncode, out.decode(), err.decode()


@pytest.mark.slow
async def test_the_first_bot_plays(tmp_path: Path) -> None:
    """The short bot of the page races to the end, copied as it is."""
    first, *_ = programs()
    async with serving(Settings(port=0, data=tmp_path / "data")) as url:
        status, out, err = await python(first, url)

    assert (status, err) == (0, "")
    assert re.fullmatch(r"1 My first bot \d+\n", out)


@pytest.mark.slow
async def test_the_bot_of_the_readme_plays(tmp_path: Path) -> None:
    """The shortest bot joins somebody's race and brings its game to an end."""
    (program,) = programs(README)
    async with serving(Settings(port=0, data=tmp_path / "data")) as url, Client(url) as host:
        race = await host.races.create(variant="strict-royal", seats=2)
        there = program.replace("http://127.0.0.1:8104", url).replace("ABCD2345", race.code)
        async with asyncio.TaskGroup() as group:
            bot = group.create_task(python(there))
            await race.ready()
            async for event in race.events():
                match event:
                    case Room() if race.view.all_ready:
                        await race.start()
                    case Deal():
                        await race.bank()
                    case _:
                        pass

    assert bot.result() == (0, "", "")
    assert race.view.over


def test_the_first_bot_is_short() -> None:
    """A whole bot is a matter of fifteen lines."""
    first, *_ = programs()

    assert len([line for line in first.splitlines() if line.strip()]) <= 15


@pytest.mark.slow
async def test_the_longer_program_races(tmp_path: Path) -> None:
    """The program on the asynchronous client starts, plays, is refused once, and is ranked."""
    _, second, *_ = programs()
    async with serving(Settings(port=0, data=tmp_path / "data")) as url:
        status, out, err = await python(second, url)
    lines = out.splitlines()

    assert (status, err) == (0, "")
    assert lines[0].startswith("join me: ")
    assert lines[1:] == ["illegal same-pile", "[(1, 'Panurge')]"]


@pytest.mark.slow
async def test_the_watching_program_watches(tmp_path: Path) -> None:
    """The program tells of a race that others play, and how it ended."""
    *_, watching, _ = programs()
    async with serving(Settings(port=0, data=tmp_path / "data")) as url, Client(url) as host:
        race = await host.races.create(variant="turn3", seats=1)
        async with asyncio.TaskGroup() as group:
            watcher = group.create_task(python(watching, url, race.code))
            while not race.view.room.watchers:
                await anext(race.events())
            await race.ready()
            async for event in race.events():
                match event:
                    case Room() if race.view.all_ready:
                        await race.start()
                    case Deal():
                        await asyncio.gather(*(race.play("D") for _ in range(10)))
                        await race.bank()
                    case _:
                        pass
    status, out, err = watcher.result()

    assert (status, err) == (0, "")
    assert "Guest 0 0\n" in out
    assert out.endswith("[(1, 'Guest')]\n")


@pytest.mark.slow
async def test_the_program_without_async_races(tmp_path: Path) -> None:
    """The blocking program draws, banks and reads the table."""
    *_, blocking = programs()
    async with serving(Settings(port=0, data=tmp_path / "data")) as url:
        status, out, err = await python(blocking, url)

    assert (status, err) == (0, "")
    assert re.fullmatch(r"\('\w\w',\)\n\d+\n", out)
