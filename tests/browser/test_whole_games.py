"""A whole game of Turn-1, raced and won with one kind of hand."""

import re

import pytest
from playwright.async_api import Page, expect

from pantagruel_engine.game import Game
from tests.browser import hands
from tests.browser.conftest import Visitors
from tests.browser.rooms import begun, settle


async def settled(page: Page, game: Game) -> None:
    """Wait until the page shows what the last move left, the card that it turned up included."""
    await expect(page.locator('.place[aria-label*="face down"]')).to_have_count(0)
    left = re.compile(f"Stock: {len(game.stock) or 'empty'}\\b")
    await expect(page.locator(".place.stock")).to_have_attribute("aria-label", left)


@pytest.mark.parametrize(
    ("player", "phone"),
    [(hands.by_mouse, False), (hands.by_keys, False), (hands.by_touch, True)],
    ids=["mouse", "keys", "touch"],
)
async def test_won(visit: Visitors, player: hands.Player, phone: bool) -> None:
    """Every card goes home by hand; the server says so, and counts the moves that were made."""
    page = await visit("/", name="Ada", phone=phone)
    await settle(page, hands.SEED, seats="1")
    await begun(page)
    game = hands.begun()
    for move in hands.winning_line():
        await player(page, game, move)
        game.play(move)
        await settled(page, game)

    await expect(page.get_by_role("heading", name="You cleared the board")).to_be_visible()
    await expect(page.locator(".results .wide").last).to_have_text(str(game.moves))
