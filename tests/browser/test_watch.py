"""The page of those who watch: what it shows, and what the server lets it know before its time."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from playwright.async_api import Page, WebSocket, WebSocketRoute, expect

from pantagruel_client.bots.field import Field, riders
from pantagruel_client.race import Race
from pantagruel_client.running import Steady
from pantagruel_protocol.values import Faces
from tests.browser.conftest import Visitors

CARD = re.compile(r'"[A23456789TJQK][HDSC]"')
VARIANT = "turn3"
SHORT = "klondike-1"  # games that end within the patience of a test


class Heard:
    """Every frame that a page receives."""

    def __init__(self, page: Page) -> None:
        self.frames: list[str] = []
        self.sockets = 0
        page.on("websocket", self._open)

    def _open(self, socket: WebSocket) -> None:
        self.sockets += 1
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def told(self, kind: str) -> Iterator[dict[str, Any]]:
        """Yield the messages of a kind."""
        messages = (json.loads(frame) for frame in self.frames)
        return (message for message in messages if message["t"] == kind)

    def cards_before(self, kind: str) -> list[str]:
        """Answer the frames with a card in them before the first message of a kind."""
        kinds = [json.loads(frame)["t"] for frame in self.frames]
        return [frame for frame in self.frames[: kinds.index(kind)] if CARD.search(frame)]


@asynccontextmanager
async def field(
    visit: Visitors, count: int = 2, faces: Faces = 0, variant: str = VARIANT, pace_s: float = 0.03
) -> AsyncIterator[tuple[Field, Race]]:
    """Seat bots in a race whose faces come as late as *faces* says."""
    async with Field(visit.url, riders(count, "watch", Steady(pace_s, Random(2)))) as bots:
        race = await bots.create(variant)
        if faces:
            await race.settings(faces=faces)
        yield bots, race


async def watching(visit: Visitors, target: str, **options: Any) -> tuple[Page, Heard]:
    """Open the page of somebody who watches, with an ear on the line."""
    page = await visit("/rules", **options)
    heard = Heard(page)
    await page.goto(f"{visit.url}/watch#{target}")
    return page, heard


async def stopped(task: asyncio.Task[object]) -> None:
    """End a race that nobody needs any more."""
    task.cancel()
    await asyncio.wait([task])


async def described(page: Page, seat: int) -> str:
    """Answer what the copy for screen readers says of a board."""
    return await page.locator(f".tile[data-seat='{seat}'] ul").inner_text()


async def test_boards_with_faces_follow_the_race(visit: Visitors) -> None:
    """Before the start one sees who is there; then every board, the order and the graph live."""
    async with field(visit, 4) as (bots, race):
        page, heard = await watching(visit, race.code)
        await expect(page.locator("#wait")).to_contain_text("0 of 4 players are ready")
        run = asyncio.create_task(bots.run())

        await expect(page.locator(".tile")).to_have_count(4)
        await expect(page.locator("#rows [data-seat]")).to_have_count(4)
        await expect(page.locator("#sight")).to_have_text("Live: you see every card at once.")
        await page.wait_for_function(
            "() => [...document.querySelectorAll('#rows .home')].every(one => one.textContent > 2)"
        )
        await expect(page.locator(".tile[data-seat='0'] ul")).to_contain_text("on top the")
        await expect(page.locator("#graph canvas")).to_have_attribute(
            "aria-label", re.compile(r"Cards home over race time: .+ \d+, .+ \d+")
        )
        assert sum(len(message.get("steps", ())) for message in heard.told("progress")) > 20
        assert heard.sockets == 1, "a step was amiss"
        await stopped(run)


async def test_a_board_is_picked(visit: Visitors) -> None:
    """Large by its head or its line, and small again; the last move is told in words."""
    async with field(visit, 3) as (bots, race):
        page, _ = await watching(visit, race.id)
        run = asyncio.create_task(bots.run())
        large = page.locator(".gallery-large .tile")

        await page.locator(".tile[data-seat='1'] .tile-head").click()
        await expect(large).to_have_attribute("data-seat", "1")
        await expect(large.locator(".tile-fate")).to_have_text(re.compile("moves|draws|turns"))
        await page.locator("#rows [data-seat='2']").click()
        await expect(large).to_have_attribute("data-seat", "2")
        await page.keyboard.press("Escape")
        await page.locator(".tile[data-seat='2'] canvas").click()
        await expect(large).to_have_count(0)
        await stopped(run)


async def test_hidden_until_the_end(visit: Visitors) -> None:
    """No frame has a card in it before the results; then all cards are shown."""
    async with field(visit, 2, "end", SHORT) as (bots, race):
        page, heard = await watching(visit, race.code)
        run = asyncio.create_task(bots.run())
        await expect(page.locator("#sight")).to_contain_text("faces hidden")
        await expect(page.locator(".tile[data-seat='1'] ul")).to_contain_text(
            "faces are not shown"
        )
        await run

        await expect(page.locator("#winner")).to_have_text(re.compile("won$"))
        await expect(page.locator("#sight")).to_contain_text("all cards are shown")
        await expect(page.locator(".tile[data-seat='1'] ul")).to_contain_text("Home up to")
        assert next(heard.told("outline"), None) is not None
        assert heard.cards_before("results") == []
        await page.get_by_role("link", name="Replay and verify").click()
        await expect(page.locator("#shown")).to_be_visible()


async def test_faces_come_late(visit: Visitors) -> None:
    """A card is told no sooner than its time; until then one sees how the cards lie."""
    late_ms = 2_000
    async with field(visit, 2, late_ms // 1000) as (bots, race):
        page, heard = await watching(visit, race.code)
        run = asyncio.create_task(bots.run())
        sight = page.locator("#sight")
        await expect(sight).to_contain_text("Faces are shown 2 s late")
        await expect(page.locator(".tile[data-seat='0'] ul")).to_contain_text(
            "faces are not shown"
        )
        await expect(sight).to_contain_text("The boards are 2 s late")
        await expect(page.locator(".tile[data-seat='0'] ul")).to_contain_text(" of ")

        await page.get_by_role("button", name="As it is now").click()
        await expect(page.locator(".tile[data-seat='0'] ul")).to_contain_text(
            "faces are not shown"
        )
        await page.get_by_role("button", name="With faces").click()
        await expect(page.locator(".tile[data-seat='0'] ul")).to_contain_text(" of ")
        await page.wait_for_function("document.querySelector('#clock b').textContent > '0:05'")

        steps = [(m["ms"], step) for m in heard.told("steps") for step in m["steps"]]
        assert len(steps) > 10
        assert all(now - step[2] >= late_ms for now, step in steps)
        assert not any(CARD.search(json.dumps(message)) for message in heard.told("progress"))
        assert heard.cards_before("board") == []
        await stopped(run)


async def test_a_line_that_breaks_is_mended(visit: Visitors) -> None:
    """It says that what one sees is old, comes again by itself, and the boards go on."""
    visit.expect("WebSocket connection")
    visit.expect("ERR_INTERNET_DISCONNECTED")
    async with field(visit) as (bots, race):
        page, _ = await watching(visit, race.code)
        sockets: list[WebSocketRoute] = []

        def through(socket: WebSocketRoute) -> None:
            sockets.append(socket)
            socket.connect_to_server()

        await page.route_web_socket("**/ws", through)
        await page.reload()
        run = asyncio.create_task(bots.run())
        await expect(page.locator("#rows [data-seat]")).to_have_count(2)

        await sockets[0].close(code=1001, reason="gone")
        await expect(page.locator("#line")).to_contain_text("What you see is old")
        await expect(page.locator("#line")).to_be_hidden()
        before = await described(page, 0)
        await expect(page.locator(".tile[data-seat='0'] ul")).not_to_have_text(before)
        assert len(sockets) == 2
        await stopped(run)


async def test_what_cannot_be_watched(visit: Visitors) -> None:
    """What stands in the way is said, and the way back."""
    page, _ = await watching(visit, "NOTACODE")
    await expect(page.locator("#gate")).to_contain_text("No race has this code")
    await expect(page.get_by_role("link", name="To the races")).to_be_visible()
