"""What holds for every page of the browser client."""

import pytest
from playwright.async_api import Page, expect

from pantagruel_server.edge.assets import read
from pantagruel_web import ASSETS
from tests.browser.conftest import Visitors
from tests.browser.rooms import bank, begun, opened, settle
from tests.browser.weight import first_load

PAGES = sorted(read(ASSETS).pages)


@pytest.mark.parametrize("path", PAGES)
async def test_opens_without_a_fault(visit: Visitors, path: str) -> None:
    """It has a heading and a way to the others, and asks nobody else for anything."""
    page = await visit(path)

    assert await page.locator("h1").count() == 1
    assert await page.get_by_role("navigation", name="Pages").is_visible()


@pytest.mark.parametrize("path", [path for path in PAGES if path not in ("/race", "/watch")])
async def test_the_first_visit_is_light(visit: Visitors, path: str) -> None:
    """All that somebody new must fetch for a page is less than 120 kB, headers included."""
    await is_light(await visit("/settings"), visit.url + path)


@pytest.mark.parametrize("path", ["/race", "/watch"])
async def test_the_first_visit_to_a_race_is_light(visit: Visitors, path: str) -> None:
    """To play, or to watch."""
    page = await opened(visit)
    url = page.url.replace("/race", path)
    await page.goto(visit.url + "/settings")

    await is_light(page, url)
    assert path in page.url


async def is_light(page: Page, url: str) -> None:
    """Weigh what is fetched."""
    weights = await first_load(page, url)

    assert len(weights) > 5
    assert 5_000 < sum(weights) < 120_000


async def test_results_fit_a_phone(visit: Visitors) -> None:
    """Every column of them can be read without scrolling, however long the names."""
    page = await visit("/", name="Wilhelmina von Hohenzollern-Sig", phone=True)
    await settle(page, seats="1")
    await begun(page)
    await page.get_by_role("button", name="More").click()
    await bank(page)
    table = page.locator(".results")
    await expect(table).to_be_visible()

    wide = await table.evaluate(
        "(one) => [one.parentElement.scrollWidth, one.parentElement.clientWidth]"
    )
    assert wide[0] <= wide[1]
    head = await table.locator("th[scope=col]:visible").last.bounding_box()
    row = await table.locator("th[scope=col]:visible").first.bounding_box()
    assert head is not None
    assert row is not None
    assert head["height"] == row["height"] < 40
