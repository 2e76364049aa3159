"""The lobby: opening races, finding them, and coming in by a code or a link."""

from playwright.async_api import Browser, Page, expect

from tests.browser.conftest import Visitors
from tests.browser.rooms import begun, choose, joined, link_of, opened


async def code_of(page: Page) -> str:
    """Answer the code that a room shows."""
    return await page.locator(".code").inner_text()


async def test_a_race_is_opened_as_one_chose(visit: Visitors) -> None:
    """Game, seats, limit, bell, ranking, passes, sight, title: the room tells them all."""
    page = await opened(
        visit,
        variant="strict-royal",
        seats="5",
        limit="15",
        bell="60",
        rank="score",
        passes="2",
        faces="end",
        title="Thursday's cup",
    )

    await expect(page.get_by_role("heading", name="Thursday's cup")).to_have_count(2)
    facts = page.locator(".facts")
    for told in (
        "Strict Royal",
        "15 min at most, the bell 1 min after the first win",
        "ranked by points",
        "2 passes",
        "watchers see the cards after the end",
        "a practice deal",
    ):
        await expect(facts).to_contain_text(told)
    await expect(page.get_by_text("1 of 5 seats taken")).to_be_visible()


async def test_what_is_usual_is_remembered(visit: Visitors) -> None:
    """Whoever comes again finds name and choices; titles and seeds are typed anew."""
    page = await opened(visit, seats="7", title="Once")
    await page.goto(visit.url)

    await expect(page.locator("#name")).to_have_value("Ada")
    await expect(page.locator("#seats")).to_have_value("7")
    await expect(page.locator("#title")).to_have_value("")
    await expect(page.locator("#seed")).to_have_value("")


async def test_a_listed_race_shows_up_for_those_who_wait(visit: Visitors) -> None:
    """Without a reload; a click leads to the invitation, and from there to a seat."""
    waiting = await visit("/", name="Bob")
    await expect(waiting.get_by_text("No race is listed")).to_be_visible()
    host = await opened(visit, visibility="listed", title="Open to all")
    line = waiting.locator(".races li", has_text="Open to all")
    await expect(line).to_contain_text("1 seat free")

    await line.get_by_role("link", name="Take a seat").click()
    await waiting.get_by_role("button", name="Take a seat").click()

    await expect(waiting.locator(".seats .name")).to_have_text(["Ada", "Bob"])
    await expect(host.locator(".seats .name")).to_have_text(["Ada", "Bob"])


async def test_codes_are_read_as_people_type_them(visit: Visitors) -> None:
    """In small letters, with a space; what is no code is told before anybody is asked."""
    host = await opened(visit)
    code = await code_of(host)
    page = await visit("/", name="Bob")
    await page.get_by_role("textbox", name="Code or link").fill("K7")
    await page.get_by_role("button", name="Go on").click()
    await expect(page.get_by_role("alert")).to_contain_text("eight letters or digits")

    await page.get_by_role("textbox", name="Code or link").fill(f" {code.lower()} ")
    await page.get_by_role("button", name="Go on").click()
    await page.get_by_role("button", name="Take a seat").click()

    await expect(page.locator(".seats .name")).to_have_text(["Ada", "Bob"])


async def test_a_whole_link_may_be_pasted(visit: Visitors) -> None:
    """The invitation is in it."""
    host = await opened(visit)
    page = await visit("/")
    await page.get_by_role("textbox", name="Code or link").fill(visit.url + await link_of(host))
    await page.get_by_role("button", name="Go on").click()

    await expect(page.get_by_role("heading", name="You are invited")).to_be_visible()
    await expect(page.get_by_role("link", name="Watch")).to_have_attribute(
        "href", f"watch#{(await code_of(host)).replace(' ', '')}"
    )


async def test_an_invitation_asks_for_a_name(visit: Visitors) -> None:
    """A stranger who follows a link to the race itself is asked first, then seated."""
    host = await opened(visit)
    code = (await link_of(host)).split("#")[1]
    page = await visit(f"/race#{code}")
    await expect(page.get_by_role("heading", name="You are invited")).to_be_visible()
    invited = page.get_by_role("region", name="You are invited")
    await invited.get_by_label("Your name").fill("Bob")
    await page.get_by_role("button", name="Take a seat").click()

    await expect(host.locator(".seats .name")).to_have_text(["Ada", "Bob"])


async def test_a_name_that_is_taken_is_asked_for_again(visit: Visitors) -> None:
    """At the door, and the same page goes on with the other one."""
    host = await opened(visit)
    page = await visit(await link_of(host), name="ada")
    await page.get_by_role("button", name="Take a seat").click()
    await page.get_by_label("Another name").fill("Bob")
    await page.get_by_role("button", name="Come in").click()

    await expect(page.locator(".seats .name")).to_have_text(["Ada", "Bob"])


async def test_a_code_of_no_race_is_told(visit: Visitors) -> None:
    """In words, with a way back."""
    page = await visit("/race#00000000", name="Ada")

    await expect(page.get_by_role("heading", name="No race has this code")).to_be_visible()
    await page.get_by_role("link", name="To the races").click()
    await expect(page.get_by_role("heading", name="Open a race")).to_be_visible()


async def test_a_wish_that_cannot_be_is_told(visit: Visitors) -> None:
    """The form stays as it was, with the server's reason."""
    visit.expect("400")
    page = await visit("/", name="Ada")
    await choose(page, "name", "\u200b")
    await page.get_by_role("button", name="Open the race").click()

    await expect(page.locator("#create").get_by_role("alert")).to_contain_text("name")


async def test_all_works_on_plain_http_in_a_home_network(browser: Browser, server: str) -> None:
    """Where browsers give neither a clipboard nor subtle cryptography."""
    visit = Visitors(browser, server.replace("127.0.0.1", "race.lan"))
    host = await opened(visit)
    assert not await host.evaluate("isSecureContext")
    await host.get_by_role("button", name="Copy").click()
    await expect(host.get_by_role("button", name="Copied")).to_be_visible()
    say = host.get_by_label("Say something")
    await say.focus()
    await host.keyboard.press("Control+v")
    assert await say.input_value() == visit.url + await link_of(host)

    await begun(host, await joined(visit, host))

    await visit.close()
