"""Practice: any deal, back and forth, with hints."""

import re

from playwright.async_api import expect

from tests.browser.conftest import Visitors
from tests.browser.hands import begun, by_keys, winning_line

DEAL = "/practice?seed=pan"


async def test_undo_and_redo(visit: Visitors) -> None:
    """Every move can be taken back, by the button or by Ctrl+Z, and made again."""
    page = await visit(DEAL)
    numbers = page.locator("#numbers")
    await page.keyboard.type("16d")
    await expect(numbers).to_contain_text("1 moves")
    await page.keyboard.press("Control+z")
    await page.get_by_role("button", name="Undo").click()
    await expect(numbers).to_contain_text("0 moves")
    await expect(page.get_by_role("button", name="Column 1: six of spades")).to_have_count(1)
    await expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    await page.get_by_role("button", name="Redo").click()

    await expect(numbers).to_contain_text("1 moves")


async def test_hint(visit: Visitors) -> None:
    """It points at a card that may be moved, and where to."""
    page = await visit(DEAL)
    await page.get_by_role("button", name="Hint").click()

    await expect(page.locator(".card.hint")).not_to_have_count(0)


async def test_other_deals(visit: Visitors) -> None:
    """A seed is a deal; without one every deal is another."""
    page = await visit("/practice")
    piles = page.locator(".place.column").first
    await page.locator("#seed").fill("pan")
    await page.get_by_role("button", name="Deal").click()
    await expect(piles).to_have_attribute("aria-label", "Column 1: six of spades")
    await page.locator("#variant").select_option("klondike-1")
    await expect(page.locator(".place.column")).to_have_count(7)
    await expect(page.locator("#numbers")).to_contain_text("of 52 home")


async def test_a_whole_game(visit: Visitors) -> None:
    """Won by keys; the celebration is in nobody's way."""
    page = await visit("/practice?seed=cup 263")
    game = begun()
    for move in winning_line():
        await by_keys(page, game, move)
        game.play(move)
        if game.finishable:
            break
    await page.get_by_role("button", name="Finish").click()
    await expect(page.get_by_text("Cleared!")).to_be_visible()
    await expect(page.locator("#wonText")).to_contain_text(re.compile(r"[0-9]+ points"))
    await page.get_by_role("button", name="Another deal").click()

    await expect(page.locator("#numbers")).to_contain_text("0 of 104 home")
