"""What a page weighs for somebody who was never there."""

from playwright.async_api import Page, Request


async def first_load(page: Page, url: str) -> list[int]:
    """Open *url* with an empty cache; answer the bytes of every answer, its headers included."""
    cdp = await page.context.new_cdp_session(page)
    await cdp.send("Network.clearBrowserCache")
    requests: list[Request] = []
    page.on("requestfinished", lambda request: requests.append(request))  # noqa: PLW0108 - the library marks what it calls
    await page.goto(url, wait_until="networkidle")
    sizes = [await request.sizes() for request in requests]
    return [one["responseBodySize"] + one["responseHeadersSize"] for one in sizes]
