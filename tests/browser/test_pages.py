"""What holds for every page of the browser client."""

import pytest

from pantagruel_server.edge.assets import read
from pantagruel_web import ASSETS
from tests.browser.conftest import Visitors

PAGES = sorted(read(ASSETS).pages)


@pytest.mark.parametrize("path", PAGES)
async def test_opens_without_a_fault(visit: Visitors, path: str) -> None:
    """It has a heading and a way to the others, and asks nobody else for anything."""
    page = await visit(path)

    assert await page.locator("h1").count() == 1
    assert await page.get_by_role("navigation", name="Pages").is_visible()
