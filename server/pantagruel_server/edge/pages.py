"""The pages that people play, host and watch on: what `assets` read, with the right headers."""

from aiohttp import hdrs, web
from aiohttp.typedefs import Handler

from pantagruel_protocol.codes import Code
from pantagruel_server.edge.assets import PATH, Asset, Site
from pantagruel_server.edge.headers import POLICY
from pantagruel_server.edge.trouble import Trouble

# Nothing of another site, nothing written into the page itself; the socket is our own too.
OWN = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


def add_pages(app: web.Application, site: Site) -> None:
    """Serve every page and file of *site*."""
    for path, page in site.pages.items():
        app.router.add_get(path, _page(page))
    app.router.add_get(PATH + "{version}/{name:.+}", _file(site))


def _page(page: Asset) -> Handler:
    async def show(request: web.Request) -> web.StreamResponse:
        return _response(request, page, ASK_AGAIN)

    return show


def _file(site: Site) -> Handler:
    async def show(request: web.Request) -> web.StreamResponse:
        file = site.files.get(request.match_info["name"])
        if file is None or request.match_info["version"] != site.digest:
            raise Trouble(404, Code.NOT_FOUND)
        return _response(request, file, FOR_EVER)

    return show


def _response(request: web.Request, asset: Asset, cache: str) -> web.Response:
    headers = {POLICY: OWN, hdrs.CACHE_CONTROL: cache, hdrs.VARY: hdrs.ACCEPT_ENCODING}
    if cache == ASK_AGAIN:
        headers[hdrs.ETAG] = f'"{asset.etag}"'
    if any(tag.value in (asset.etag, "*") for tag in request.if_none_match or ()):
        return web.Response(status=304, headers=headers)
    headers[hdrs.CONTENT_TYPE] = asset.kind
    if asset.packed is None or not _takes_gzip(request):
        return web.Response(body=asset.body, headers=headers)
    return web.Response(body=asset.packed, headers=headers | {hdrs.CONTENT_ENCODING: "gzip"})


def _takes_gzip(request: web.Request) -> bool:
    """Read what the browser unpacks; `gzip;q=0` says that it does not."""
    for one in request.headers.get(hdrs.ACCEPT_ENCODING, "").lower().split(","):
        name, _, quality = one.strip().partition(";")
        if name.strip() in ("gzip", "*"):
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
