"""What every answer over HTTP says to browsers: trust nothing, keep nothing, show us nowhere."""

from aiohttp import hdrs, web

from pantagruel_server.settings import Settings

ALWAYS = {
    hdrs.SERVER: "Pantagruel",  # aiohttp names itself, Python and both versions
    "X-Content-Type-Options": "nosniff",
}
OF_DOCUMENTS = {
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
}
POLICY = "Content-Security-Policy"
USUALLY = {
    POLICY: "default-src 'none'; frame-ancestors 'none'",
    hdrs.CACHE_CONTROL: "no-store",
}
# A page has some ninety of these, and what is said of documents would weigh 20 kB on them.
NO_DOCUMENTS = ("text/javascript", "text/css")
A_YEAR = "max-age=31536000"
PREFLIGHT = {
    hdrs.ACCESS_CONTROL_ALLOW_METHODS: "GET, POST",
    hdrs.ACCESS_CONTROL_ALLOW_HEADERS: "Authorization, Content-Type",
    hdrs.ACCESS_CONTROL_MAX_AGE: "600",
}


def add_headers(app: web.Application, settings: Settings) -> None:
    """Let every answer of *app* bear them, those to upgrades and errors too."""
    always = dict(ALWAYS)
    if settings.secure:
        always["Strict-Transport-Security"] = A_YEAR

    async def prepare(request: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(always)
        for name, value in USUALLY.items():
            response.headers.setdefault(name, value)
        if response.content_type in NO_DOCUMENTS:
            del response.headers[POLICY]
        else:
            response.headers.update(OF_DOCUMENTS)
        _share(request, response, settings.origins)

    app.on_response_prepare.append(prepare)


def preflight(request: web.Request, settings: Settings) -> web.StreamResponse | None:
    """Tell a browser that asks that pages of another site may ask us, if they may."""
    asks = hdrs.ACCESS_CONTROL_REQUEST_METHOD in request.headers
    if request.method == hdrs.METH_OPTIONS and asks and _shared(request, settings.origins):
        return web.Response(status=204, headers=PREFLIGHT)
    return None


def _shared(request: web.Request, origins: tuple[str, ...]) -> bool:
    return request.headers.get(hdrs.ORIGIN, "") in origins


def _share(request: web.Request, response: web.StreamResponse, origins: tuple[str, ...]) -> None:
    """Let pages of the sites that the operator named read the answer; never with credentials."""
    if origins:
        response.headers.add(hdrs.VARY, hdrs.ORIGIN)
    if _shared(request, origins):
        response.headers[hdrs.ACCESS_CONTROL_ALLOW_ORIGIN] = request.headers[hdrs.ORIGIN]
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    else:
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
