"""What axe finds on the pages: what bars the way for people with other eyes and hands."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.replays import as_file
from tests.browser.rooms import bank, begun, joined, link_of, opened
from tests.browser.test_pages import PAGES
from tests.browser.test_watch import field, stopped, watching

AXE = Path(__file__).parents[1] / "web/node_modules/axe-core/axe.min.js"
GRAVE = ("serious", "critical")
EYES = pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])


@pytest.fixture(scope="session")
def axe(missing: Callable[[str], object]) -> str:
    """Read axe."""
    if not AXE.is_file():
        missing("axe-core is not there: npm ci --prefix tests/web")
    return AXE.read_text("utf-8")


async def findings(page: Page, axe: str) -> list[str]:
    """Answer what axe calls serious, or worse, about what *page* shows now."""
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(axe)
    found = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    assert len(found["passes"]) > 10
    return [
        f"{one['id']}: {node['html'][:120]} {node['failureSummary']}"
        for one in found["violations"]
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]


@EYES
@pytest.mark.parametrize("path", PAGES)
async def test_pages(visit: Visitors, axe: str, path: str, phone: bool) -> None:
    """Every page as it opens."""
    page = await visit(path, phone=phone)
    await page.wait_for_load_state("networkidle")

    assert not await findings(page, axe)


async def test_axe_finds_what_is_wrong(visit: Visitors, axe: str) -> None:
    """A button without a name, and words too faint to read, are both serious."""
    page = await visit("/settings")
    await page.evaluate(
        "document.querySelector('main').innerHTML = '<button></button>"
        '<p class="bad">faint</p>\';'
        "document.querySelector('.bad').style.color = '#333';"
        "document.querySelector('.bad').style.background = '#222';"
    )

    found = await findings(page, axe)

    assert any(one.startswith("button-name") for one in found)
    assert any(one.startswith("color-contrast") for one in found)


@EYES
async def test_a_race_from_room_to_results(visit: Visitors, axe: str, phone: bool) -> None:
    """The room, the board beside the others' lines, a question, and the results."""
    ada = await opened(visit, seats="3")
    bob = await joined(visit, ada)
    seen = await visit("/rules", phone=phone, name="Cem")
    await seen.goto(visit.url + await link_of(ada))
    await seen.get_by_role("button", name="Take a seat").click()
    await expect(seen.get_by_text("Send this link")).to_be_visible()
    assert not await findings(seen, axe)
    await begun(ada, bob, seen)
    await expect(seen.locator("#actions")).to_be_attached()
    assert not await findings(seen, axe)
    await bank(ada)
    await bank(bob)
    if phone:
        await seen.get_by_role("button", name="More").click()
        assert not await findings(seen, axe)
    await seen.get_by_role("button", name="Bank", exact=True).click()
    await expect(seen.get_by_role("dialog")).to_be_visible()
    assert not await findings(seen, axe)
    await seen.get_by_role("dialog").get_by_role("button", name="Bank").click()
    await expect(seen.locator(".results tbody tr")).to_have_count(3)

    assert not await findings(seen, axe)


@EYES
async def test_watching(visit: Visitors, axe: str, phone: bool) -> None:
    """Before the start, and in the middle of the race."""
    async with field(visit, 4) as (bots, race):
        page, _ = await watching(visit, race.code, phone=phone)
        await expect(page.locator("#wait")).to_contain_text("0 of 4 players are ready")
        assert not await findings(page, axe)
        run = asyncio.create_task(bots.run())
        await expect(page.locator(".tile")).to_have_count(4)

        assert not await findings(page, axe)
        await stopped(run)


@EYES
async def test_a_replay(visit: Visitors, axe: str, replay: bytes, phone: bool) -> None:
    """A replay that is shown, and its proof."""
    page = await visit("/replay", phone=phone)
    await page.locator("#file").set_input_files(as_file(json.loads(replay)))
    await page.locator("#shown").wait_for()
    await page.get_by_role("button", name="Verify in this browser").click()
    await page.locator(".verdict").wait_for()
    await page.get_by_text("What holds").click()

    assert not await findings(page, axe)
