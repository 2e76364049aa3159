"""What a real server sends somebody who watches, recorded for the tests of the browser's boards.

`python -m tests.web.record_watching` writes `tests/web/recorded/` anew: a race of two players with
faces at once, a second late, and after the end, and what each player had before him after each of
his commands, as short hashes.
"""

import asyncio
import json
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from pantagruel_client.client import Client
from pantagruel_client.race import Race
from pantagruel_client.running import until_dealt
from pantagruel_engine.game import Game
from pantagruel_engine.view import masked_view
from pantagruel_protocol.values import Faces
from pantagruel_server.app import serving
from pantagruel_server.settings import BOUNDLESS, Settings
from tests.web.write_vectors import digest, view_of

FOLDER = Path(__file__).parent / "recorded"
MODES: dict[str, Faces] = {"at-once": 0, "late": 1, "end": "end"}
VARIANT = "klondike-3"
MOVES = 40
PACE_S = 0.05
AFTER_S = 0.5  # boards come some at a time
UNTOLD = {"streak": 0, "time_bonus": 0}  # a picture does not say whether a streak was alive


def faced(game: Game) -> str:
    """Hash a board with its faces."""
    return digest(view_of(game) | UNTOLD)


def blank(game: Game) -> str:
    """Hash a board without faces; no step tells its score."""
    view = masked_view(game)
    columns = [list(column) for column in view.columns]
    names = ("home", "stock", "waste", "redeals", "moves", "draws")
    return digest({name: getattr(view, name) for name in names} | {"columns": columns, "score": 0})


async def play(race: Race, chance: Random) -> list[list[str]]:
    """Play at random, bank, and answer the hashes of all boards, faced and blank."""
    await until_dealt(race)
    told = []
    for _ in range(MOVES):
        told.append([faced(race.view.board), blank(race.view.board)])
        await race.play(chance.choice(race.view.legal_moves()))
        await asyncio.sleep(PACE_S)
    told.append([faced(race.view.board), blank(race.view.board)])
    await race.bank()
    return told


async def listen(line: ClientConnection) -> list[dict[str, Any]]:
    """Answer all that is said until the race is over and its boards were shown."""
    frames: list[dict[str, Any]] = []
    try:
        async with asyncio.timeout(10) as patience:
            async for text in line:
                frames.append(json.loads(text))
                if frames[-1]["t"] == "reveal":
                    patience.reschedule(asyncio.get_running_loop().time() + AFTER_S)
    except (TimeoutError, ConnectionClosed):
        pass
    return frames


async def recorded(faces: Faces) -> dict[str, Any]:
    """Race once, with an ear on the line of somebody who watches."""
    folder = Path(tempfile.mkdtemp())
    settings = Settings(port=0, data=folder, bounds=BOUNDLESS)
    async with serving(settings) as url, AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(Client(url, name=name)) for name in ("One", "Two")
        ]
        host = await clients[0].races.create(variant=VARIANT, seats=2)
        await host.settings(faces=faces)
        races = [host, await clients[1].races.join(host.code)]
        address = url.replace("http", "ws") + "/ws"
        spoken = [Subprotocol("pantagruel.v1.json")]
        line = await stack.enter_async_context(connect(address, subprotocols=spoken, proxy=None))
        await line.send(json.dumps({"t": "hello", "name": "Watcher"}))
        await line.recv()
        await line.send(json.dumps({"t": "watch", "q": 1, "code": host.code}))
        async with asyncio.TaskGroup() as group:
            heard = group.create_task(listen(line))
            for race in races:
                await race.ready()
            plays = [group.create_task(play(race, Random(n))) for n, race in enumerate(races)]
    return {"variant": VARIANT, "frames": heard.result(), "boards": [p.result() for p in plays]}


def main() -> None:
    """Record all modes."""
    FOLDER.mkdir(exist_ok=True)
    for name, faces in MODES.items():
        told = asyncio.run(recorded(faces))
        frames = ",\n".join(json.dumps(one, separators=(",", ":")) for one in told.pop("frames"))
        head = json.dumps(told)[:-1]
        text = f'{head}, "frames": [\n{frames}\n]}}\n'
        (FOLDER / f"watching-{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
