"""The server's HTTP face: every route, and what surrounds their handlers."""

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from pantagruel_protocol.codecs import CODECS, SUBPROTOCOLS
from pantagruel_protocol.codes import Code
from pantagruel_server.edge import assets
from pantagruel_server.edge.crowd import NEIGHBOURHOOD, register
from pantagruel_server.edge.desk import DESK, Desk
from pantagruel_server.edge.headers import add_headers, preflight
from pantagruel_server.edge.limits import BODY_BYTES
from pantagruel_server.edge.openapi import DOCUMENT, document
from pantagruel_server.edge.pages import add_pages
from pantagruel_server.edge.routes import ROUTES
from pantagruel_server.edge.session import Session
from pantagruel_server.edge.trouble import Trouble, check_origin, in_words
from pantagruel_web import ASSETS


def make(desk: Desk) -> web.Application:
    """Answer the application that serves *desk*."""
    app = web.Application(client_max_size=BODY_BYTES, middlewares=[around(desk)])
    app[DESK] = desk
    app[DOCUMENT] = document(ROUTES)
    add_headers(app, desk.settings)
    app.router.add_get("/ws", socket)
    add_pages(app, assets.read(ASSETS))
    for route in ROUTES:
        app.router.add_route(route.method, route.path, route.handler)
    return app


async def socket(request: web.Request) -> web.StreamResponse:
    """Open a game socket, if it speaks an encoding that we speak."""
    desk, address = request.app[DESK], request[NEIGHBOURHOOD]
    check_origin(request, desk.settings.origins)
    offered = request.headers.get("Sec-WebSocket-Protocol", "").replace(" ", "").split(",")
    for name in SUBPROTOCOLS:
        if name in offered:
            with desk.crowd.socket(address):
                return await Session(desk, CODECS[name], address).run(request)
    why = f"ask for one of the subprotocols {', '.join(SUBPROTOCOLS)}"
    raise Trouble(400, Code.UNKNOWN_SUBPROTOCOL, why)


def around(desk: Desk) -> Middleware:
    """Answer the one middleware: a socket holds the frame of each for as long as it is open."""
    crowd, settings, tally = desk.crowd, desk.settings, desk.tally

    @web.middleware
    async def answer(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            register(request, crowd, settings)
            response = preflight(request, settings) or await handler(request)
        except Exception as fault:  # noqa: BLE001 -- whatever it is, it is answered in words
            response = in_words(request, fault)
        resource = request.match_info.route.resource
        route = "none" if resource is None else resource.canonical
        tally.requests[request.method, route, response.status] += 1
        return response

    return answer
