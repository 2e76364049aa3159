"""Load against a running server."""

from pathlib import Path

import pytest
from msgspec import json

from pantagruel_client.load.report import Report
from pantagruel_server.app import serving
from pantagruel_server.settings import BOUNDLESS, Bounds, Settings
from tests.e2e.commands import command

pytestmark = pytest.mark.slow

SMALL = ("load", "--races", "2", "--players", "2", "--watchers", "2")


async def test_every_move_is_made_when_due_and_acknowledged(tmp_path: Path) -> None:
    """40 moves a second for two seconds: all answered, and both watchers of a race see them."""
    settings = Settings(port=0, data=tmp_path / "data", bounds=BOUNDLESS)
    async with serving(settings) as url:
        wish = ("--rate", "40", "--seconds", "2", "--json")
        async with command(tmp_path, *SMALL, *wish, server=url) as load:
            status, said = await load.end()
    report = json.decode(said[said.index("{") :], type=Report)

    assert status == 0
    assert 76 <= report.sent == report.acks <= 81
    assert (report.refused, report.unanswered, report.lost) == (0, 0, 0)
    assert report.latency is not None
    assert 0 < report.latency.p50 <= report.latency.p95 <= report.latency.max
    assert report.watcher_frames >= 2 * report.sent / 4  # some moves share a tick


async def test_a_server_that_throttles_is_reported(tmp_path: Path) -> None:
    """Sockets that the server closes for haste are counted, and the command fails."""
    bounds = Bounds(message_rate=1, message_burst=5)
    async with serving(Settings(port=0, data=tmp_path / "data", bounds=bounds)) as url:
        wish = ("--rate", "40", "--seconds", "1")
        async with command(tmp_path, *SMALL, *wish, server=url) as load:
            status, said = await load.end()

    assert status == 1
    assert "lost      4 sockets" in said


async def test_nonsense_is_refused(tmp_path: Path) -> None:
    """More moves than a seat takes, more sockets than there may be, and no variant: usage."""
    many = ("load", "--races", "1", "--rate", "9000")
    huge = ("load", "--races", "10000", "--watchers", "10000")
    for wish in (many, huge, ("load", "--variant", "whist"), ("load", "--rate", "0")):
        async with command(tmp_path, *wish) as load:
            status, _ = await load.end()
        assert status == 2, wish
