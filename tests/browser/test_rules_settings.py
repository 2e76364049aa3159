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
