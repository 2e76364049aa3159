"""The page of replays: a race of bots played again, stepped through, and proved or not."""

import json
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.replays import as_file, race


async def opened(visit: Visitors, file: object) -> Page:
    """Open a replay from disk."""
    page = await visit("/replay")
    await page.locator("#file").set_input_files(as_file(file))
    await page.locator("#shown").wait_for()
    return page


async def verdict(page: Page) -> str:
    """Have it checked and answer what the page says."""
    await page.get_by_role("button", name="Verify in this browser").click()
    await page.locator(".verdict").wait_for()
    return await page.locator("#verdict").inner_text()


async def test_a_race_of_the_server_is_proved(visit: Visitors) -> None:
    """By its address it comes from the server; everything is computed again and agrees."""
    race_id, raced = await race(visit.url)
    page = await visit(f"/replay#{race_id}")
    await page.locator("#shown").wait_for()

    said = await verdict(page)

    assert "Everything agrees" in said
    assert await page.locator("#verdict .checks .differs").count() == 0
    await page.get_by_text("What holds").click()
    holds = await page.locator("#verdict .checks").inner_text()
    for player in json.loads(raced)["players"]:
        assert player["name"] in holds
    assert json.loads(raced)["deal"]["commit"] in holds


def less_points(file: Any) -> None:
    file["players"][1]["result"]["total"] += 5


def other_commitment(file: Any) -> None:
    file["deal"]["commit"] = "0" * 64


def other_move(file: Any) -> None:
    file["players"][0]["moves"][0][1] = "R"


def sooner(file: Any) -> None:
    file["players"][0]["ended"][0] = 0


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (less_points, "players[1].result.total"),
        (other_commitment, "The commitment does not bind this deal"),
        (other_move, "move 1, R"),
        (sooner, "players[0].ended"),
    ],
)
async def test_a_tampered_one_is_not(
    visit: Visitors, replay: bytes, change: Any, named: str
) -> None:
    """What was changed is named, whatever it was."""
    forged = json.loads(replay)
    change(forged)
    page = await opened(visit, forged)

    said = await verdict(page)

    assert "do not hold" in said
    assert named in said
    assert await page.locator("#verdict .differs").count() >= 1


async def test_the_time_is_ones_own(visit: Visitors, replay: bytes) -> None:
    """It is stepped, jumped through, played to the end, and begun again; the rows go along."""
    file = json.loads(replay)
    page = await opened(visit, file)
    slider = page.get_by_role("slider", name="Race time")
    first = min(move[0] for player in file["players"] for move in player["moves"] if move[0])

    await page.get_by_role("button", name="One move on").click()
    await expect(slider).to_have_value(str(first))
    await page.get_by_role("button", name="One move back").click()
    await expect(slider).to_have_value("0")

    await page.keyboard.press("End")
    for player in file["players"]:
        row = page.locator(f"#rows [data-seat='{player['seat']}']")
        await expect(row.locator(".home")).to_have_text(str(player["result"]["foundations"]))
        await expect(row.locator(".rank")).to_have_text(str(player["result"]["place"]))

    await page.get_by_label("Speed").select_option("100")
    await page.get_by_role("button", name="Play", exact=True).click()
    await expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    await expect(slider).to_have_value(await slider.get_attribute("max") or "")


async def test_play_can_be_stopped(visit: Visitors, replay: bytes) -> None:
    """Pause leaves it where it is."""
    page = await opened(visit, json.loads(replay))
    await page.get_by_label("Speed").select_option("0.5")

    await page.get_by_role("button", name="Play", exact=True).click()
    await page.wait_for_function("document.querySelector('#controls input').value > 0")
    await page.get_by_role("button", name="Pause").click()

    slider = page.get_by_role("slider", name="Race time")
    stands = await slider.input_value()
    await page.wait_for_timeout(100)
    assert await slider.input_value() == stands


async def test_one_board_or_all(visit: Visitors, replay: bytes) -> None:
    """Side by side at first; one is picked by its head, its canvas, its row, or by name."""
    file = json.loads(replay)
    names = [player["name"] for player in file["players"]]
    page = await opened(visit, file)
    whose = page.get_by_label("Whose board")
    large = page.locator(".gallery-large .tile")
    await expect(large).to_have_count(0)

    await whose.select_option(names[1])
    await expect(large).to_contain_text(names[1])
    await page.locator(".gallery-small .tile canvas").click()
    await expect(large).to_contain_text(names[0])
    await page.locator("#rows [data-seat='1']").click()
    await expect(large).to_contain_text(names[1])
    await large.get_by_role("button").click()
    await expect(large).to_have_count(0)
    await expect(whose).to_have_value("")


async def test_what_is_no_replay_is_said_so(visit: Visitors) -> None:
    """A file that is none, a race that is not kept."""
    visit.expect("404")
    page = await visit("/replay#0123456789abcdef0123")
    await expect(page.get_by_role("alert")).to_have_text("No race of this name is kept here.")

    await page.locator("#file").set_input_files(as_file({"format": "else"}))
    await expect(page.get_by_role("alert")).to_contain_text("This is no replay")
    await page.locator("#file").set_input_files(as_file("no replay"))
    await expect(page.get_by_role("alert")).to_contain_text("This is no replay")
    await expect(page.locator("#empty")).to_be_visible()
