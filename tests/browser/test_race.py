"""A race in the browser, from the room to the rematch, over lines that break."""

import json
from itertools import permutations
from typing import Any

import pytest
from playwright.async_api import Page, WebSocketRoute, expect

from pantagruel_engine.game import Game
from pantagruel_engine.notation import Kind, Move
from tests.browser import hands
from tests.browser.conftest import Visitors
from tests.browser.rooms import Line, bank, begun, columns, joined, link_of, opened, settle

TAGS = "<img src=x onerror=alert(1)>"


def plain_moves(count: int) -> tuple[Game, list[Move]]:
    """Answer the deal of the tests' races, and moves between its columns."""
    game = hands.begun("pan")
    moves = []
    for _ in range(count):
        found = (one for one in game.legal_moves() if one.kind is Kind.COLUMN_TO_COLUMN)
        move = next(found, None) or next(one for one in game.legal_moves())
        game.play(move)
        moves.append(move)
    return hands.begun("pan"), moves


async def turn_a_card(page: Page) -> None:
    """Type moves, sensible or not, until the own numbers show that a hidden card was turned up."""
    hidden = page.locator("#numbers .hidden dd")
    before = await hidden.inner_text()
    while True:
        for first, second in permutations("123456789", 2):
            await page.keyboard.type(first + second)
            if await hidden.inner_text() != before:
                return
        await page.keyboard.press("d")


async def play(page: Page, game: Game, move: Move) -> None:
    """Play *move* by keys, here and there, and wait for the card that it shows."""
    await hands.by_keys(page, game, move)
    game.play(move)
    await expect(page.locator('.place[aria-label*="face down"]')).to_have_count(0)


async def test_two_race_to_a_result(visit: Visitors) -> None:
    """Each sees the other's line, both see the same table, and who is who in it."""
    ada = await opened(visit, seed=None)
    bob = await joined(visit, ada)
    await begun(ada, bob)
    await turn_a_card(ada)
    await expect(bob.locator("#standing")).to_contain_text("behind Ada")
    await expect(bob.locator("#place")).to_have_text("2nd of 2")

    await bank(ada)
    await expect(bob.locator(".rows li", has_text="Ada")).to_contain_text("banked")
    await expect(ada.get_by_role("link", name="Watch the others")).to_be_visible()
    await bank(bob)

    await expect(ada.get_by_role("heading", name="You won the race")).to_be_visible()
    await expect(bob.get_by_role("heading", name="You came 2nd of 2")).to_be_visible()
    await expect(bob.locator(".results tbody tr")).to_contain_text(["Ada", "Bob"])
    for page in (ada, bob):
        await expect(
            page.get_by_text("and your own random number, as was promised")
        ).to_be_visible()
        replay = page.get_by_role("link", name="Replay and verify")
        assert (await replay.get_attribute("href") or "").startswith("replay#")


async def test_a_game_is_won_and_finished(visit: Visitors) -> None:
    """Once nothing is left to decide a button plays the rest."""
    page = await opened(visit, seats="1", seed=hands.SEED)
    await begun(page)
    game = hands.begun()
    for move in hands.winning_line():
        if game.finishable:
            break
        await play(page, game, move)

    await page.get_by_role("button", name="Finish").click()

    await expect(page.get_by_role("heading", name="You cleared the board")).to_be_visible()
    await expect(page.locator(".results tbody tr")).to_contain_text("cleared at")


async def test_a_reload_in_mid_race_goes_on(visit: Visitors) -> None:
    """The board is as it was, and the next move counts."""
    page = await opened(visit, seats="1")
    await begun(page)
    game, (first, second) = plain_moves(2)
    await play(page, game, first)
    await expect(page.locator("#actions")).to_be_visible()
    before = await columns(page)
    await page.reload()

    await expect(page.locator(".felt .card").first).to_be_visible()
    assert await columns(page) == before
    await play(page, game, second)
    await bank(page)
    await expect(page.locator(".results .wide").last).to_have_text(str(game.moves))


async def test_a_cut_line_is_mended_and_unacknowledged_moves_sent_again(visit: Visitors) -> None:
    """One plays on meanwhile; what the server never heard goes out first, with its number."""
    visit.expect("WebSocket")
    page = await visit("/", name="Ada")
    line = await Line(page).lay()
    await settle(page, seats="1")
    await begun(page)
    game, (first, last) = plain_moves(2)
    await play(page, game, first)
    await play(page, game, Move(Kind.DRAW))
    line.deaf = True
    await page.keyboard.press("d")
    line.shut = True
    await line.cut()
    banner = page.locator("#line")
    await expect(banner).to_contain_text("play on. 1 move waits")
    await page.keyboard.press("d")
    await expect(banner).to_contain_text("2 moves wait")

    line.deaf = line.shut = False

    await expect(banner).to_be_hidden()
    assert line.commands == [(3, "D"), (4, "D")]
    await play(page, game, last)
    await bank(page)
    await expect(page.locator(".results .wide").last).to_have_text(str(game.moves))


async def test_a_refused_move_goes_back(visit: Visitors) -> None:
    """The board is again as the server has it, and says why."""
    page = await visit("/", name="Ada")
    line = await Line(page).lay()
    await settle(page, seats="1")
    await begun(page)
    game, (move, *_) = plain_moves(1)
    before = await columns(page)
    line.forged[move.text] = "T1>T1"

    await hands.by_keys(page, game, move)

    await expect(page.locator(".board-note")).to_contain_text("A column's cards are on it already")
    assert await columns(page) == before
    line.forged.clear()
    await play(page, game, move)
    await expect(page.locator("#numbers .hidden dd")).to_have_text(str(game.hidden))


async def test_giving_up_is_confirmed_and_not_at_once(visit: Visitors) -> None:
    """In the first seconds the server refuses it; the game goes on."""
    page = await opened(visit, seats="1")
    await begun(page)
    await page.get_by_role("button", name="Give up").click()
    await page.get_by_role("dialog").get_by_role("button", name="Give up").click()

    await expect(page.locator(".toast")).to_contain_text("five seconds")
    await expect(page.get_by_role("button", name="Bank")).to_be_visible()


async def test_who_opens_the_race_twice_has_it_in_the_newer_window(visit: Visitors) -> None:
    """The older one freezes and says so; a click takes the seat back."""
    page = await opened(visit, seats="1")
    await begun(page)
    other = await page.context.new_page()
    visit.watch(other)
    await other.goto(page.url)
    await expect(other.locator(".felt .card").first).to_be_visible()
    banner = page.locator("#line")
    await expect(banner).to_contain_text("open in another window")
    before = await columns(page)
    await page.keyboard.press("d")
    assert await columns(page) == before

    await banner.get_by_role("button", name="Play here").click()

    await expect(banner).to_be_hidden()
    await expect(other.locator("#line")).to_contain_text("open in another window")


async def test_a_host_kicks_and_starts_without_the_unready(visit: Visitors) -> None:
    """Both are confirmed; whoever is out is told why, and may watch where that is allowed."""
    ada = await opened(visit, seats="3")
    bob = await joined(visit, ada)
    eve = await joined(visit, ada, "Eve")
    await ada.get_by_role("button", name="Send Eve away").click()
    await ada.get_by_role("dialog").get_by_role("button", name="Send away").click()
    await expect(eve.get_by_role("heading", name="You were sent away")).to_be_visible()

    await ada.get_by_role("button", name="I am ready").click()
    await ada.get_by_role("button", name="Start the race").click()
    await expect(ada.get_by_role("dialog")).to_contain_text("Bob is not ready")
    await ada.get_by_role("dialog").get_by_role("button", name="Wait").click()
    await ada.get_by_role("button", name="Start the race").click()
    await ada.get_by_role("dialog").get_by_role("button", name="Start without").click()

    await expect(ada.locator(".counter")).to_be_visible()
    await expect(bob.get_by_role("heading", name="The race has begun")).to_be_visible()
    await expect(bob.get_by_role("link", name="Watch")).to_be_visible()


async def test_a_host_changes_settings_and_calls_the_race_off(visit: Visitors) -> None:
    """Everybody sees them at once; another sight takes the readiness back."""
    ada = await opened(visit)
    bob = await joined(visit, ada)
    await bob.get_by_role("button", name="I am ready").click()
    await expect(ada.locator(".seats .ready")).to_have_count(1)
    await ada.get_by_role("button", name="Settings").click()
    await ada.get_by_label("Title").fill("The cup")
    await ada.get_by_label("What watchers see").select_option("end")
    await ada.get_by_role("button", name="Change it").click()
    await expect(bob.locator(".room h2")).to_have_text("The cup")
    await expect(bob.locator(".facts")).to_contain_text("after the end")
    await expect(ada.locator(".seats .ready")).to_have_count(0)

    await ada.get_by_role("button", name="Call it off").click()
    await ada.get_by_role("dialog").get_by_role("button", name="Call it off").click()

    for page in (ada, bob):
        await expect(page.get_by_role("heading", name="The race was called off")).to_be_visible()


async def test_whoever_comes_late_may_watch(visit: Visitors) -> None:
    """When it runs, or every seat is taken."""
    ada = await opened(visit, seats="1")
    link = await link_of(ada)
    late = await visit(link, name="Bob")
    await late.get_by_role("button", name="Take a seat").click()
    await expect(late.get_by_role("heading", name="Every seat is taken")).to_be_visible()

    await begun(ada)
    await late.reload()

    await expect(late.get_by_role("heading", name="The race has begun")).to_be_visible()
    await expect(late.get_by_role("link", name="Watch")).to_have_attribute(
        "href", f"watch{link[link.index('#') :]}"
    )


async def test_everybody_goes_on_to_the_rematch(visit: Visitors) -> None:
    """On the same page, with a new board; a reload stays there."""
    ada = await opened(visit)
    bob = await joined(visit, ada)
    await begun(ada, bob)
    old = ada.url
    for page in (ada, bob):
        await bank(page)
    await ada.get_by_role("button", name="Rematch").click()
    await expect(bob.get_by_text("2 of 2 seats taken")).to_be_visible()
    assert ada.url != old
    await bob.reload()
    await expect(bob.get_by_text("2 of 2 seats taken")).to_be_visible()

    await begun(ada, bob)

    await turn_a_card(ada)
    await expect(bob.locator("#place")).to_have_text("2nd of 2")


async def test_the_race_ends_when_all_agree(visit: Visitors) -> None:
    """One by one, and it can be taken back."""
    ada = await opened(visit)
    bob = await joined(visit, ada)
    await begun(ada, bob)
    await ada.get_by_role("button", name="Agree to end").click()
    await expect(bob.get_by_text("1 of 2 players would end it now")).to_be_visible()
    await ada.get_by_role("button", name="Play on after all").click()
    await expect(bob.get_by_text("would end it now")).to_have_count(0)
    await bob.get_by_role("button", name="Agree to end").click()

    await ada.get_by_role("button", name="Agree to end").click()

    await expect(ada.locator(".results tbody tr")).to_have_count(2)


async def test_names_and_talk_are_text_and_nothing_else(visit: Visitors) -> None:
    """Whatever anybody calls himself or says."""
    ada = await opened(visit, title=TAGS)
    bob = await joined(visit, ada, TAGS)
    await bob.get_by_label("Say something").fill(f"Hello {TAGS}")
    await bob.get_by_role("button", name="Say", exact=True).click()
    await expect(ada.locator(".said li")).to_contain_text([f"Hello {TAGS}"])
    await expect(ada.locator(".seats .name").last).to_have_text(TAGS)
    await begun(ada, bob)
    await expect(ada.locator(".rows .name")).to_contain_text([TAGS])
    for page in (ada, bob):
        await bank(page)
    await expect(ada.locator(".results")).to_contain_text(TAGS)

    for page in (ada, bob):
        assert await page.locator("main img").count() == 0


async def test_no_talk_where_the_host_wants_none(visit: Visitors) -> None:
    """The field is not even there."""
    page = await opened(visit, chat="off")

    await expect(page.get_by_text("The host has switched the chat off.")).to_be_visible()
    await expect(page.get_by_label("Say something")).to_be_hidden()


async def test_a_phone_shows_the_race_on_a_strip(visit: Visitors) -> None:
    """A sixth of the screen at most; everybody's line and the talk are a tap away."""
    ada = await opened(visit)
    bob = await visit(await link_of(ada), name="Bob", phone=True)
    await bob.get_by_role("button", name="Take a seat").tap()
    await begun(ada, bob)
    strip = await bob.locator("#side").bounding_box()
    assert strip is not None
    assert strip["height"] < 844 / 6
    await expect(bob.locator(".rows")).to_be_hidden()

    await bob.get_by_role("button", name="More").tap()

    await expect(bob.locator(".rows .name")).to_have_text(["Ada", "Bob"])
    await bob.get_by_role("button", name="Board").tap()
    await expect(bob.locator(".rows")).to_be_hidden()
    await expect(bob.locator(".felt .card").first).to_be_visible()


@pytest.mark.parametrize("ms", [1, 3_000])
async def test_a_race_that_stands_still_is_told(visit: Visitors, ms: int) -> None:
    """Nobody plays then; a resync goes on where the server stands."""
    page = await visit("/", name="Ada")
    sockets: list[WebSocketRoute] = []
    boards: list[dict[str, Any]] = []

    def open_socket(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        server = socket.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            if message["t"] == "deal":
                boards.append(message)
            socket.send(text)

        server.on_message(pass_on)

    await page.route_web_socket("**/ws", open_socket)
    await page.locator("#seats").fill("1")
    await page.get_by_role("button", name="Open the race").click()
    await begun(page)
    sockets[-1].send(json.dumps({"t": "suspended"}))
    await expect(page.locator("#line")).to_contain_text("the race stands still")
    await expect(page.locator(".table")).to_have_class("table locked")

    resync = {"t": "resync", "s": 1, "ms": ms, "n": 0, "view": boards[0]["view"]}
    sockets[-1].send(json.dumps(resync))

    await expect(page.locator("#line")).to_be_hidden()
    await expect(page.locator(".table")).to_have_class("table")
