"""The session in the page on HTTP is run as it stands."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from shutil import which

import pytest
from msgspec import json

from pantagruel_protocol.http_api import Created, RaceInfo, RaceList, Trouble
from pantagruel_server.edge.routes import ROUTES
from tests.server.house import House

PAGE = (Path(__file__).parents[2] / "docs" / "http.md").read_text("utf-8")
SHOWN = "http://127.0.0.1:8104"


def blocks(kind: str) -> list[str]:
    """Answer what the page shows as *kind*."""
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def curl(missing: Callable[[str], object]) -> None:
    """Stop a test on a machine without curl."""
    if which("curl") is None:
        missing("curl is not installed")


@pytest.mark.usefixtures("curl")
async def test_the_session_of_the_page(house: House, tmp_path: Path) -> None:
    """Every command works, and every answer has the fields that the page shows."""
    script = "set -e\n" + "".join(blocks("sh")).replace(SHOWN, house.url)
    process = await asyncio.create_subprocess_exec(
        "sh", "-c", script, cwd=tmp_path, stdout=asyncio.subprocess.DEVNULL
    )
    async with asyncio.timeout(20):
        assert await process.wait() == 0
    names = "made", "shown", "list", "replay"
    got = {name: (tmp_path / f"{name}.json").read_bytes() for name in names}
    made = json.decode(got["made"], type=Created)
    shown = json.decode(got["shown"], type=RaceInfo)
    created, refused = blocks("json")

    assert json.decode(created).keys() == json.decode(got["made"]).keys()
    assert json.decode(created)["rules"] == made.rules
    assert made.link == f"{house.url}/join#{made.code}"
    assert (shown.race, shown.code, shown.settings.name) == (
        made.race,
        made.code,
        "Friday evening",
    )
    assert json.decode(got["list"], type=RaceList).races == (shown,)
    assert json.decode(refused, type=Trouble) == json.decode(got["replay"], type=Trouble)


def test_the_page_names_every_route() -> None:
    """And none that is not there."""
    named = set(re.findall(r"`(GET|POST) (/[^`]*)`", PAGE)) - {("GET", "/"), ("GET", "/join")}
    whole = {(route.method, route.path) for route in ROUTES}

    assert named == whole - {("GET", "/api/openapi.json")}
