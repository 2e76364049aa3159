"""A store that an older server wrote: copied, brought up to date, and its races go on.

`stores/version-1.db` was written by the server before hosting and watching: a finished race, a
running one of five moves, and an open one with a player in it.
"""

import shutil
import sqlite3
from pathlib import Path

import pytest

from pantagruel_protocol.client_messages import Ready
from pantagruel_protocol.replay_file import read
from pantagruel_protocol.server_messages import Ack, Ok, Resync, Room
from pantagruel_protocol.values import Resume
from pantagruel_protocol.verify import verify
from pantagruel_server.app import FILE
from pantagruel_server.errors import ServerError
from pantagruel_server.journal.migrations import STEPS
from pantagruel_server.settings import Settings
from tests.server.house import NONCE, House

OLD = Path(__file__).parent / "stores" / "version-1.db"
FINISHED, RUNNING, OPEN = "f1483f95a90d9df2d60f", "e2db611a91bfe3943a92", "0A27VVXY"
RUNNER = "f54ee781cc75f636d85099095aa300165a67036f9b540d6b8f0be21124179c3d"
WAITING = "b6dd210faf94acd3cf92c190237cb11f5d108cf25930263938b370a1b5769fa0"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Put the old store into the data folder."""
    settings.data.mkdir(exist_ok=True)
    shutil.copy(OLD, settings.data / FILE)
    return settings


async def test_its_races_go_on(house: House) -> None:
    """The running one to the next move, the open one to the start; the finished one verifies."""
    async with house.peer(token=RUNNER, resume=Resume(RUNNING, 2**53 - 1)) as runner:
        picture = await runner.until(Resync)
        room = await runner.until(Room)
        assert (picture.n, picture.view.draws) == (5, 5)
        assert (room.settings.faces, room.settings.visibility, room.bell_ms) == (0, "code", None)
        assert isinstance(await runner.play(6, "D"), Ack)
    async with house.peer(token=WAITING) as waiting:
        await house.enter(OPEN, waiting)
        assert isinstance(await waiting.ask(Ready(waiting.q(), NONCE)), Ok)
    status, body = await house.get(f"/api/races/{FINISHED}/replay")

    assert status == 200
    assert verify(read(body)) is None


async def test_a_copy_of_it_is_kept(house: House) -> None:
    """As it was, of the version that it was."""
    kept = sqlite3.connect(house.settings.data / f"{FILE}.version-1")
    (version,) = kept.execute("PRAGMA user_version").fetchone()
    (tables,) = kept.execute(
        "SELECT count(*) FROM sqlite_schema WHERE name = 'summaries'"
    ).fetchone()
    kept.close()

    assert (version, tables) == (1, 0)


async def test_a_newer_store_is_refused(settings: Settings) -> None:
    """In words, and untouched."""
    store = sqlite3.connect(settings.data / FILE)
    store.execute(f"PRAGMA user_version = {len(STEPS) + 1}")
    store.close()
    before = (settings.data / FILE).read_bytes()
    with pytest.raises(ServerError, match="was written by a newer Pantagruel"):
        async with House(settings).open():
            pass

    assert (settings.data / FILE).read_bytes() == before
