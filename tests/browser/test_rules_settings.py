"""The pages of rules and of settings."""

from pantagruel_engine.rows import VARIANTS
from tests.browser.conftest import Visitors


async def test_every_variant_is_told(visit: Visitors) -> None:
    """Each has a panel with its numbers; ultra's are chosen by their packs, as a tent too."""
    page = await visit("/rules")
    plain = [name for name in VARIANTS if not name.startswith("ultra")]

    assert await page.locator("article").count() == len(plain) + 1
    for name in plain:
        panel = page.locator(f"#{name}")
        assert await panel.get_by_role("heading").inner_text() == VARIANTS[name].title
        assert f"{VARIANTS[name].cards} cards" in await panel.inner_text()
        assert await panel.get_by_role("img", name="The layout").is_visible()

    await page.get_by_label("Packs").fill("20")
    await page.get_by_label("as a tent").check()
    assert "62 columns" in await page.locator("#games-ultra article").inner_text()
    await page.get_by_label("Packs").fill("2")
    assert "Twelve columns" in await page.locator("#games-ultra article").inner_text()


async def test_a_variant_can_be_pointed_at(visit: Visitors) -> None:
    """The address of a variant shows it at once."""
    page = await visit("/rules#harp-single")

    await page.wait_for_function("scrollY > 500")
    box = await page.locator("#harp-single").bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 200


async def test_settings_hold_on_every_page(visit: Visitors) -> None:
    """What is chosen shows at once, is kept, and reaches a page that is open already."""
    page = await visit("/settings")
    other = await page.context.new_page()
    visit.watch(other)
    await other.goto(visit.url + "/settings")

    await page.get_by_label("Midnight Navy").check()
    await page.get_by_label("Left-handed").check()
    await page.get_by_label("fast", exact=True).check()
    for one in (page, other):
        await one.wait_for_function(
            "document.documentElement.dataset.felt === 'navy'"
            " && document.documentElement.dataset.speed === 'fast'"
        )
    assert await other.get_by_label("Left-handed").is_checked()

    await page.reload()
    assert await page.get_by_label("Midnight Navy").is_checked()
    await page.get_by_role("button", name="As usual").click()
    assert await page.get_by_label("Emerald Green").is_checked()
    assert not await page.get_by_label("Left-handed").is_checked()


async def test_settings_can_be_tried(visit: Visitors) -> None:
    """The small game beside them can be played."""
    page = await visit("/settings")
    stock = page.locator("#board .place.stock")
    assert await stock.get_attribute("aria-label") == "Stock: 24 cards, draw"

    await page.keyboard.press("d")
    await page.get_by_label("Stock: 23 cards, draw").wait_for()
    await page.get_by_role("button", name="Deal again").click()
    await page.get_by_label("Stock: 24 cards, draw").wait_for()
