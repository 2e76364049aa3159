"""A game that is dead, as its player sees it."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Browser, expect

from pantagruel_server.app import serving
from pantagruel_server.race.prospects import LULL
from pantagruel_server.settings import BOUNDLESS, Settings
from tests.browser.conftest import PHONE, Visitors
from tests.browser.rooms import begun, opened
from tests.server.race.positions import ACE_PAYS, deals


@pytest_asyncio.fixture(loop_scope="session")
async def visit(browser: Browser, tmp_path: Path) -> AsyncIterator[Visitors]:
    """Let people come to a server where no game has a prospect but an Ace that can go home."""
    settings = Settings(port=0, data=tmp_path, bounds=BOUNDLESS)
    async with serving(settings, dealer=deals(ACE_PAYS)) as url:
        visitors = Visitors(browser, url)
        yield visitors
        await visitors.close()


async def test_dead_game_is_said_to_be(visit: Visitors) -> None:
    """It says so in a lull and after a reload, and ends with the last card that could go home."""
    page = await opened(visit, seed=None, variant="klondike-1")
    await begun(page)
    verdict = page.locator(".calls .verdict")
    for number in range(LULL):
        await expect(verdict).to_be_hidden()
        await page.keyboard.press("d")
        waste = page.locator('.place[aria-label^="Waste"]')
        label = re.compile(("empty", "nine of clubs")[number % 2])
        await expect(waste).to_have_attribute("aria-label", label)
    await expect(verdict).to_contain_text("No moves left")
    await expect(verdict).to_contain_text("except for cards that go home")
    await page.reload()
    await expect(verdict).to_contain_text("No moves left")
    await page.set_viewport_size(PHONE)
    await expect(verdict).to_be_in_viewport()
    await page.keyboard.type("1f")

    await expect(page.get_by_text("no moves left").first).to_be_visible()
    await expect(page.get_by_role("link", name="Replay and verify")).to_be_visible()
