"""Getting people into a race in the browser, and cutting their lines."""

import json
from typing import Any

from playwright.async_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Visitors

SEED = "pan"


async def opened(
    visit: Visitors, name: str = "Ada", *, seed: str | None = SEED, **choices: str
) -> Page:
    """Open a race of Turn-1 as *name*; *choices* is what is chosen, by the ids of fields."""
    page = await visit("/", name=name)
    await settle(page, seed, **choices)
    return page


async def settle(page: Page, seed: str | None = SEED, **choices: str) -> None:
    """Open a race from the lobby."""
    await page.get_by_text("More choices").click()
    for field, value in ({"variant": "turn1", "seed": seed or ""} | choices).items():
        await choose(page, field, value)
    await page.get_by_role("button", name="Open the race").click()
    await expect(page.get_by_text("Send this link")).to_be_visible()


async def choose(page: Page, field: str, value: str) -> None:
    """Fill in, or choose in, the field with this id."""
    found = page.locator(f"#{field}")
    if await found.evaluate("element => element.localName") == "select":
        await found.select_option(value)
    else:
        await found.fill(value)


async def link_of(page: Page) -> str:
    """Answer the path of the invitation that a room shows."""
    url = await page.get_by_label("Link to invite with").input_value()
    return "/" + url.split("/")[-1]


async def joined(visit: Visitors, host: Page, name: str = "Bob") -> Page:
    """Take a seat as *name* by the link that *host* shows."""
    page = await visit(await link_of(host), name=name)
    await page.get_by_role("button", name="Take a seat").click()
    await expect(page.get_by_text("Send this link")).to_be_visible()
    return page


async def begun(host: Page, *others: Page) -> None:
    """Let everybody be ready and the race begin."""
    for page in (host, *others):
        await page.get_by_role("button", name="I am ready").click()
    await expect(host.locator(".seats .ready")).to_have_count(1 + len(others))
    await host.get_by_role("button", name="Start the race").click()
    for page in (host, *others):
        await expect(page.locator(".felt .card").first).to_be_visible()


async def bank(page: Page) -> None:
    """Bank, and mean it."""
    await page.get_by_role("button", name="Bank", exact=True).click()
    await page.get_by_role("dialog").get_by_role("button", name="Bank").click()


async def columns(page: Page) -> list[str]:
    """Answer what every column holds, as it is told to those who listen."""
    places = page.locator(".place.column")
    return [await one.get_attribute("aria-label") or "" for one in await places.all()]


class Line:
    """The line of one page to the server, which can be cut; notes what is said over it.

    *deaf*: what the page says is lost. *shut*: nobody answers. *forged* moves go out as others.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self.sockets: list[WebSocketRoute] = []
        self.said: list[list[dict[str, Any]]] = []
        self.deaf = self.shut = False
        self.forged: dict[str, str] = {}

    async def lay(self) -> "Line":
        """Route every socket that the page opens from now on."""
        await self._page.route_web_socket("**/ws", self._open)
        return self

    async def cut(self) -> None:
        """Break the line."""
        await self.sockets[-1].close(code=1012)

    @property
    def commands(self) -> list[tuple[int, str]]:
        """What was played over the newest socket."""
        return [(one["n"], one["m"]) for one in self.said[-1] if one["t"] == "play"]

    async def _open(self, socket: WebSocketRoute) -> None:
        if self.shut:
            await socket.close(code=1012)
            return
        said: list[dict[str, Any]] = []
        self.sockets.append(socket)
        self.said.append(said)
        server = socket.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            said.append(message)
            message["m"] = self.forged.get(message.get("m", ""), message.get("m"))
            if not self.deaf:
                server.send(json.dumps({k: v for k, v in message.items() if v is not None}))

        socket.on_message(pass_on)
