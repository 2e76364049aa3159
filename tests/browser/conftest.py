"""A real browser and a real server; every page is watched for errors and strange requests."""

import shutil
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Request,
    ViewportSize,
    async_playwright,
    expect,
)

from pantagruel_server.app import serving
from pantagruel_server.settings import BOUNDLESS, Settings
from tests.browser.replays import race

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP race.lan 127.0.0.1",
)
WIDE: ViewportSize = {"width": 1366, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}
PATIENCE_MS = 15_000  # of slow machines; whoever waits for less says so
expect.set_options(timeout=PATIENCE_MS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run every test of this folder in the browser's loop; none is for the quick suite."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.slow)
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(missing: Callable[[str], object]) -> AsyncIterator[Browser]:
    """Start the browser of this machine, once."""
    found = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if found is None:
        missing("chromium is not on this machine")
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield started
        await started.close()


@dataclass
class Visitors:
    """Makes people, each with a browser profile of their own, at one server."""

    browser: Browser
    url: str
    contexts: list[BrowserContext] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    async def __call__(
        self, path: str = "/", *, name: str = "", phone: bool = False, **options: Any
    ) -> Page:
        """Open *path* as somebody new, called *name* if the page need not ask for it."""
        look: dict[str, Any] = {"viewport": PHONE if phone else WIDE}
        if phone:
            look |= {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
        context = await self.browser.new_context(reduced_motion="reduce", **(look | options))
        context.set_default_timeout(PATIENCE_MS)
        self.contexts.append(context)
        if name:
            await context.add_init_script(f"localStorage['pantagruel.name'] ??= {name!r}")
        page = await context.new_page()
        self.watch(page)
        await page.goto(self.url + path)
        return page

    def watch(self, page: Page) -> None:
        """Note what goes wrong in *page*, a second one of a context too."""
        page.on("pageerror", self._error)
        page.on("console", self._console)
        page.on("request", self._request)

    def expect(self, part: str) -> None:
        """Let faults with *part* in them pass: the test makes them."""
        self.expected.append(part)

    def _error(self, error: Error) -> None:
        self._fault(f"error: {error.stack or error}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._fault(f"{message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.url, "data:", "blob:")):
            self._fault(f"asks another host: {request.url}")

    def _fault(self, fault: str) -> None:
        self.faults.append(fault)

    async def close(self) -> None:
        """Send everybody home; fails if any page had a fault."""
        for context in self.contexts:
            await context.close()
        left = [one for one in self.faults if not any(part in one for part in self.expected)]
        assert not left, left


@pytest_asyncio.fixture(loop_scope="session")
async def server(browser: Browser, tmp_path: Path) -> AsyncIterator[str]:
    """Run a server, and answer its URL; the browser is there first, so that it may stay."""
    assert browser.is_connected()
    settings = Settings(port=0, data=tmp_path, bounds=BOUNDLESS)
    async with serving(settings) as url:
        yield url


@pytest_asyncio.fixture(loop_scope="session")
async def visit(browser: Browser, server: str) -> AsyncIterator[Visitors]:
    """Answer what opens pages, each for somebody new."""
    visitors = Visitors(browser, server)
    yield visitors
    await visitors.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def replay(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[bytes]:
    """Race once, for all who only want the file."""
    folder = tmp_path_factory.mktemp("raced")
    async with serving(Settings(port=0, data=folder, bounds=BOUNDLESS)) as server:
        raced = await race(server)
    yield raced[1]
