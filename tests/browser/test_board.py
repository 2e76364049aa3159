"""The board's manners: every way to move a card, and what happens to a move that is none."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.hands import drag, point, swipe

# Numbered deal "pan" of Turn-1 shows 6S JD 5S KC 4H 7H TD 9S QC.
DEAL = "/practice?seed=pan"
ULTRA = "/practice?seed=pan&variant=ultra-25"


async def shows(page: Page, text: str) -> None:
    """Wait until a pile says *text*."""
    await expect(page.get_by_role("button", name=text, exact=True)).to_have_count(1)


SIX_ON_SEVEN = "Column 6: 5 hidden, seven of hearts down to six of spades"


async def test_mouse_drag(visit: Visitors) -> None:
    """A card goes where it is dropped, and what lay below it is there."""
    page = await visit(DEAL)
    await drag(page, await point(page, "column", 0), await point(page, "column", 5))

    await shows(page, SIX_ON_SEVEN)
    await shows(page, "Column 1: empty")


async def test_a_drop_nearby_counts(visit: Visitors) -> None:
    """Columns reach to the foot of the table, and a card is a little larger than it looks."""
    page = await visit(DEAL)
    x, y = await point(page, "column", 5)
    await drag(page, await point(page, "column", 0), (x - 40, y + 330))

    await shows(page, SIX_ON_SEVEN)


async def test_an_illegal_drop_says_why(visit: Visitors) -> None:
    """The card goes back, shakes, and the reason can be read and heard."""
    page = await visit(DEAL)
    await drag(page, await point(page, "column", 0), await point(page, "column", 1))

    await expect(page.locator(".board-note")).to_have_text("6S does not go on JD")
    await expect(page.locator(".board [role=status]")).to_have_text(re.compile("6S does not go"))
    await expect(page.locator(".card.shakes")).to_have_count(1)
    await shows(page, "Column 1: six of spades")


async def test_tap_and_tap(visit: Visitors) -> None:
    """The first shows where the card may go, the second brings it there."""
    page = await visit(DEAL)
    await page.mouse.click(*await point(page, "column", 0))
    await expect(page.locator(".card.chosen")).to_have_count(1)
    await expect(page.locator(".card.target")).to_have_count(1)
    await page.mouse.click(*await point(page, "column", 5))

    await shows(page, SIX_ON_SEVEN)


async def test_escape_lets_go(visit: Visitors) -> None:
    """Of what was chosen, and of what was typed."""
    page = await visit(DEAL)
    await page.mouse.click(*await point(page, "column", 0))
    await page.keyboard.press("Escape")
    await expect(page.locator(".card.chosen")).to_have_count(0)
    await page.keyboard.press("1")
    await expect(page.locator(".board-keys")).to_have_text("1_")
    await page.keyboard.press("Escape")
    await page.keyboard.press("6")
    await expect(page.locator(".board-keys")).to_have_text("6_")


async def test_keys(visit: Visitors) -> None:
    """Two keys are a move; the length of the run is worked out."""
    page = await visit(DEAL)
    await page.keyboard.type("1687")
    await shows(page, SIX_ON_SEVEN)
    await shows(page, "Column 7: 6 hidden, ten of diamonds down to nine of spades")
    await page.keyboard.type("1f")
    await expect(page.locator(".board-note")).to_have_text("Column 1 is empty")
    await page.keyboard.press("d")
    await expect(page.get_by_role("button", name=re.compile("on no cards"))).to_have_count(1)


async def test_keys_of_wide_boards(visit: Visitors) -> None:
    """Where there are more than nine columns each number has two digits."""
    page = await visit(ULTRA)
    await page.keyboard.type("0513")  # 2S nowhere near a 3 of red in column 13
    await expect(page.locator(".board-note")).to_be_visible()
    await page.keyboard.type("0213")
    await expect(page.locator(".board-keys")).to_have_text("0213")


@pytest.mark.parametrize("how", ["right", "double"])
async def test_home_at_once(visit: Visitors, how: str) -> None:
    """Right-click or double-click sends a card to its foundation; where none waits it says so."""
    page = await visit(DEAL)
    x, y = await point(page, "column", 0)
    if how == "right":
        await page.mouse.click(x, y, button="right")
    else:
        await page.mouse.dblclick(x, y)

    await expect(page.locator(".board-note")).to_have_text("No foundation is ready for 6S")


async def test_home_and_not_back_by_one_tap(visit: Visitors) -> None:
    """An Ace goes up by a double-click; one tap on it afterwards only chooses it."""
    page = await visit("/practice?seed=cup 263")
    await page.mouse.dblclick(*await point(page, "column", 1))
    await expect(page.locator("#numbers")).to_contain_text("1 of 104 home")
    home = page.get_by_role("button", name=re.compile("Foundation .*: ace of"))
    await expect(home).to_have_count(1)
    pile = await page.evaluate(
        "() => [...document.querySelectorAll('.place.foundation')]"
        ".findIndex((place) => /ace/.test(place.ariaLabel))"
    )
    await page.mouse.click(*await point(page, "foundation", pile))

    await expect(page.locator("#numbers")).to_contain_text("1 of 104 home")


async def test_finger(visit: Visitors) -> None:
    """A finger drags as the mouse does; when the system takes it away the card goes back."""
    page = await visit(DEAL, phone=True)
    cdp = await page.context.new_cdp_session(page)
    start, end = await point(page, "column", 0), await point(page, "column", 5)
    await swipe(cdp, start, end, last="touchCancel")
    await shows(page, "Column 1: six of spades")
    await expect(page.locator(".card.held")).to_have_count(0)
    await swipe(cdp, start, end)

    await shows(page, SIX_ON_SEVEN)


async def test_pen(visit: Visitors) -> None:
    """A pen is a pointer like the others."""
    page = await visit(DEAL)
    cdp = await page.context.new_cdp_session(page)
    for kind, (x, y) in (
        ("mousePressed", await point(page, "column", 0)),
        ("mouseMoved", await point(page, "column", 3)),
        ("mouseMoved", await point(page, "column", 5)),
        ("mouseReleased", await point(page, "column", 5)),
    ):
        pen = {"pointerType": "pen", "button": "left", "buttons": 1, "clickCount": 1}
        await cdp.send("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, **pen})

    await shows(page, SIX_ON_SEVEN)


async def test_tab_and_enter(visit: Visitors) -> None:
    """Every pile can be reached and pressed, and says what lies there."""
    page = await visit(DEAL)
    await page.get_by_role("button", name="Column 1: six of spades").focus()
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="Column 6: 5 hidden, seven of hearts").focus()
    await page.keyboard.press("Enter")
    await shows(page, SIX_ON_SEVEN)
    await page.get_by_role("button", name="Stock: 59 cards, draw").focus()
    await page.keyboard.press(" ")

    await shows(page, "Stock: 58 cards, draw")


async def test_wide_boards_scroll(visit: Visitors) -> None:
    """49 columns keep a size that can be read and clicked; the last one can be scrolled to."""
    page = await visit(ULTRA)
    scroll = page.locator(".scroll")
    wide = await scroll.evaluate("(one) => [one.scrollWidth, one.clientWidth]")
    assert wide[0] > wide[1]
    await scroll.evaluate("(one) => { one.scrollLeft = one.scrollWidth; }")
    x, y = await point(page, "column", 48)
    assert 0 < x < 1366
    await page.mouse.click(x, y)

    await expect(page.locator(".card.chosen")).to_have_count(1)


async def test_nine_columns_fit_a_phone(visit: Visitors) -> None:
    """Nothing has to be scrolled, and the stock lies at the thumb."""
    page = await visit(DEAL, phone=True)
    scroll = page.locator(".scroll")
    assert await scroll.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    x, y = await point(page, "stock")

    assert x > 195
    assert y > 700
