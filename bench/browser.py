"""The browser client in a real browser: bytes, main-thread time, long tasks, frames a second."""

import asyncio
import json
import shutil
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

from playwright.async_api import Browser, CDPSession, Page, async_playwright

from bench.measure import spread
from pantagruel_client.bots.field import Field, riders
from pantagruel_client.running import Steady
from pantagruel_server.app import serving
from pantagruel_server.settings import BOUNDLESS, Settings
from tests.browser import hands, weight
from tests.browser.conftest import CHROMIUMS, FLAGS, WIDE
from tests.browser.rooms import choose

MOVES = 200  # of a game, or of the mouse in one drag
RIVALS, BOARDS = 15, 8
PACE_S = 0.05  # between two commands of a bot: every row changes twenty times a second
WATCH_S = 8.0
SLICES = 3
MOST_TASK_MS, LEAST_FRAMES, MOST_KB = 50, 30, 120

_FRAMES = """(seconds) => new Promise((answer) => {
  const begun = performance.now();
  let frames = 0;
  const step = (now) => {
    frames += 1;
    if (now - begun < seconds * 1000) requestAnimationFrame(step);
    else answer(frames / ((now - begun) / 1000));
  };
  requestAnimationFrame(step);
})"""


@dataclass
class Desk:
    """One window of a browser at a server."""

    browser: Browser
    url: str
    page: Page
    cdp: CDPSession

    async def cpu_ms(self, work: Callable[[], Awaitable[None]]) -> float:
        """Answer the CPU time of the page's main thread during *work*."""
        before = await self._tasks_s()
        await work()
        return (await self._tasks_s() - before) * 1000

    async def _tasks_s(self) -> float:
        metrics = (await self.cdp.send("Performance.getMetrics"))["metrics"]
        return next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")

    async def tasks_ms(self, seconds: float) -> list[float]:
        """Answer how long each task of the page's main thread took, in *seconds* from now."""
        await self.browser.start_tracing(page=self.page, categories=["toplevel", "__metadata"])
        await asyncio.sleep(seconds)
        events = json.loads(await self.browser.stop_tracing())["traceEvents"]
        mains = {
            (one["pid"], one["tid"])
            for one in events
            if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
        }
        return [
            one["dur"] / 1000
            for one in events
            if one["name"].endswith("RunTask")
            and "dur" in one
            and (one["pid"], one["tid"]) in mains
        ]


@asynccontextmanager
async def desk(browser: Browser, url: str, path: str, name: str = "") -> AsyncIterator[Desk]:
    """Open a page as somebody new."""
    context = await browser.new_context(viewport=WIDE)
    if name:
        await context.add_init_script(f"localStorage['pantagruel.name'] ??= {name!r}")
    page = await context.new_page()
    cdp = await context.new_cdp_session(page)
    await cdp.send("Performance.enable", {"timeDomain": "threadTicks"})
    await page.goto(url + path, wait_until="networkidle")
    yield Desk(browser, url, page, cdp)
    await context.close()


async def loading(browser: Browser, url: str) -> None:
    """Print what each page weighs for somebody new."""
    for path in ("/", "/join#ABCD2345", "/race", "/watch", "/replay", "/practice"):
        async with desk(browser, url, "/", "Ada") as at:
            if path in ("/race", "/watch"):
                await at.page.get_by_role("button", name="Open the race").click()
                await at.page.get_by_text("Send this link").wait_for()
                path = at.page.url.removeprefix(url).replace("/race", path)  # noqa: PLW2901
                await at.page.goto(url + "/settings")
            weights = await weight.first_load(at.page, url + path)
        what = f"{path:<32} {sum(weights) / 1000:5.1f} kB, {len(weights)} requests"
        print(f"  first load of {what}   aim: under {MOST_KB}")


async def one_drag(at: Desk) -> None:
    """Drag a card about the board in many steps, and drop it where it may lie."""
    start, end = await hands.point(at.page, "column", 0), await hands.point(at.page, "column", 5)
    await at.page.mouse.move(*start)
    await at.page.mouse.down()
    for step in range(MOVES):
        around = 200 * ((step % 40) / 40)
        await at.page.mouse.move(start[0] + 3 * step, start[1] + around)
    await at.page.mouse.move(*end)
    await at.page.mouse.up()


async def many_drags(at: Desk) -> None:
    """Play a game by the mouse."""
    game = hands.begun()
    for move in hands.winning_line()[:MOVES]:
        await hands.by_mouse(at.page, game, move)
        game.play(move)


async def dragging(browser: Browser, url: str) -> None:
    """Print what dragging costs the main thread."""
    once: list[float] = []
    game: list[float] = []
    for _ in range(SLICES):
        async with desk(browser, url, "/practice?seed=pan") as at:
            once.append(await at.cpu_ms(lambda: one_drag(at)))
        async with desk(browser, url, f"/practice?seed={hands.SEED}") as at:
            game.append(await at.cpu_ms(lambda: many_drags(at)))
    print(f"  main thread, one drag of {MOVES} steps, ms      {spread(once, 0)}")
    print(f"  main thread, {MOVES} moves played by mouse, ms  {spread(game, 0)}")


@asynccontextmanager
async def racing(field: Field) -> AsyncIterator[None]:
    """Let bots race, as long as anybody looks."""
    run = asyncio.create_task(field.run())
    yield
    run.cancel()
    await asyncio.wait([run])


async def rivals(browser: Browser, url: str) -> None:
    """Print the longest task on the page of a player whose rivals all move."""
    async with desk(browser, url, "/", "Ada") as at:
        await choose(at.page, "variant", "strict-royal")
        await at.page.get_by_text("More choices").click()
        await choose(at.page, "seats", str(RIVALS + 1))
        await at.page.get_by_role("button", name="Open the race").click()
        link = await at.page.get_by_label("Link to invite with").input_value()
        async with Field(url, riders(RIVALS, "rivals", Steady(PACE_S, Random(1)))) as field:
            await field.join(link.rpartition("#")[2])
            async with racing(field):
                await at.page.get_by_role("button", name="I am ready").click()
                await at.page.get_by_role("button", name="Start the race").click()
                await at.page.locator(".felt .card").first.wait_for()
                await asyncio.sleep(2)
                longest = [max(await at.tasks_ms(2)) for _ in range(SLICES)]
    what = f"{RIVALS} rows change 20 times a second"
    print(f"  longest task, ms, {what}: {spread(longest, 1)}   aim: under {MOST_TASK_MS}")


async def watching(browser: Browser, url: str) -> None:
    """Print how smoothly boards are watched."""
    async with Field(url, riders(BOARDS, "boards", Steady(PACE_S, Random(2)))) as field:
        race = await field.create("strict-royal")
        async with desk(browser, url, f"/watch#{race.code}") as at, racing(field):
            await at.page.locator(".tile").nth(BOARDS - 1).wait_for()
            await asyncio.sleep(2)
            frames = [float(await at.page.evaluate(_FRAMES, 1.5)) for _ in range(SLICES)]
            tasks = await at.tasks_ms(3)
    print(f"  frames a second, {BOARDS} boards: {spread(frames, 0)}   aim: {LEAST_FRAMES} or more")
    print(f"  tasks there, ms: median {median(tasks):.2f}, longest {max(tasks):.1f}")


async def run() -> None:
    """Run everything at one server."""
    found = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if found is None:
        print("browser: chromium is not on this machine")
        return
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(port=0, data=Path(folder), bounds=BOUNDLESS)
        async with async_playwright() as playwright, serving(settings) as url:
            browser = await playwright.chromium.launch(executable_path=found, args=FLAGS)
            print(f"chromium {browser.version}, software rendering, 1366 x 768")
            for part in (loading, dragging, rivals, watching):
                await part(browser, url)
            await browser.close()


def main() -> None:
    """Print what the browser client costs a browser."""
    asyncio.run(run())


if __name__ == "__main__":
    main()
