"""Replays for the tests in the browser."""

import json
from random import Random

from playwright.async_api import FilePayload

from pantagruel_client.bots.field import Field, riders
from pantagruel_client.running import Steady

VARIANT = "klondike-1"


async def race(server: str) -> tuple[str, bytes]:
    """Let two bots race; answer the race's id and its replay."""
    pace = Steady(0.001, Random(1))
    async with Field(server, riders(2, "replay", pace)) as field:
        first = await field.create(VARIANT)
        await field.run()
        return first.id, await field.clients[0].replays.download(first.id)


def as_file(file: object) -> FilePayload:
    """Answer *file* as a file that may be given to a page."""
    return {"name": "x.json", "mimeType": "application/json", "buffer": json.dumps(file).encode()}
