"""The server's HTTP face: the door to the socket, races made by POST, replays by GET."""

import asyncio

from aiohttp import web
from msgspec import DecodeError, Struct, ValidationError, json

from pantagruel_protocol.codecs import CODECS, SUBPROTOCOLS
from pantagruel_protocol.codes import Code
from pantagruel_protocol.http_api import Created, NewRace
from pantagruel_protocol.values import LONGEST_TITLE
from pantagruel_server.edge.crowd import NEIGHBOURHOOD, doorkeeper, hold_back, no_guessing
from pantagruel_server.edge.desk import Desk
from pantagruel_server.edge.limits import BODY_BYTES
from pantagruel_server.edge.session import Session
from pantagruel_server.edge.trouble import Trouble, answer_in_words, check_origin
from pantagruel_server.identity import Player
from pantagruel_server.journal.port import JournalError
from pantagruel_server.names import BadName, BadText, clean_text
from pantagruel_server.race.opening import BadOptions, Options
from pantagruel_server.rooms.registry import Full, NotOver

DESK = web.AppKey("desk", Desk)
BEARER = "Bearer "


def make(desk: Desk) -> web.Application:
    """Answer the application that serves *desk*."""
    app = web.Application(
        client_max_size=BODY_BYTES,
        middlewares=[answer_in_words, doorkeeper(desk.crowd, desk.settings)],
    )
    app[DESK] = desk
    app.router.add_get("/ws", socket)
    app.router.add_post("/api/races", create_race)
    app.router.add_get("/api/races/{race}/replay", replay, allow_head=False)
    app.router.add_get("/healthz", health)
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


async def create_race(request: web.Request) -> web.Response:
    """Make a race: 201 with its code, by which players join over the socket."""
    desk = request.app[DESK]
    check_origin(request, desk.settings.origins)
    hold_back(desk.crowd.races.take(request[NEIGHBOURHOOD]))
    wish = _read(await _body(request))
    try:
        options = _options(wish)
        host, token = await _host(desk, request, wish.name)
        actor = await desk.lobby.open(host, options)
    except (BadOptions, BadName, BadText) as fault:
        code = Code.BAD_NAME if isinstance(fault, BadName) else Code.BAD_FIELD
        raise Trouble(400, code, str(fault)) from fault
    except Full as fault:
        raise Trouble(503, Code.BUSY, "as many races are live as this server takes") from fault
    except JournalError as fault:
        raise Trouble(503, Code.UNAVAILABLE) from fault
    race = actor.race
    created = Created(
        race=race.id,
        code=race.code,
        deal_id=race.deal_id,
        commit=race.commit,
        rules=race.rules,
        player=host.id,
        token=token,
    )
    return _json(created, status=201)


async def replay(request: web.Request) -> web.Response:
    """Answer the replay of a race that is over."""
    desk, race = request.app[DESK], request.match_info["race"]
    no_guessing(desk.crowd, request, race)
    try:
        found = await desk.registry.replay(race)
    except NotOver as fault:
        raise Trouble(409, Code.NOT_OVER) from fault
    except JournalError as fault:
        raise Trouble(503, Code.UNAVAILABLE) from fault
    if found is None:
        raise Trouble(404, Code.RACE_UNKNOWN, "no race of this name is kept here")
    return web.Response(body=found, content_type="application/json")


async def health(request: web.Request) -> web.Response:
    """Say that the server lives, and with how many races."""
    return _json({"races": len(request.app[DESK].registry)})


async def _body(request: web.Request) -> bytes:
    """Wait for the body, but not for ever."""
    patience_s = request.app[DESK].settings.hello_ms / 1000
    try:
        async with asyncio.timeout(patience_s):
            return await request.read()
    except TimeoutError as fault:
        raise Trouble(408, Code.UNREADABLE, "the body did not come in time") from fault


def _options(wish: NewRace) -> Options:
    """Write a wish as the race's options; raises BadText."""
    return Options(
        variant=wish.variant,
        seats=wish.seats,
        limit_ms=wish.limit_ms,
        rank_by=wish.rank_by,
        passes=wish.passes,
        seed=wish.seed,
        bell_ms=wish.bell_ms,
        title=clean_text(wish.title, LONGEST_TITLE) if wish.title else "",
        visibility=wish.visibility,
        faces=wish.faces,
        chat=wish.chat,
    )


def _read(body: bytes) -> NewRace:
    try:
        return json.decode(body, type=NewRace)
    except ValidationError as fault:
        unknown = str(fault).startswith("Object contains unknown field")
        code = Code.UNKNOWN_FIELD if unknown else Code.BAD_FIELD
        raise Trouble(400, code, str(fault)) from fault
    except (DecodeError, ValueError, RecursionError) as fault:
        raise Trouble(400, Code.UNREADABLE, "the body is no JSON object") from fault


async def _host(desk: Desk, request: web.Request, name: str | None) -> tuple[Player, str | None]:
    """Answer whoever makes the race, with a token if that is a new guest."""
    header = request.headers.get("Authorization")
    if header is None:
        hold_back(desk.crowd.guests.take(request[NEIGHBOURHOOD]))
        return desk.identity.guest(name)
    known = await desk.identity.known(header.removeprefix(BEARER))
    if known is None or not header.startswith(BEARER):
        raise Trouble(401, Code.BAD_TOKEN)
    return known, None


def _json(value: Struct | dict[str, int], *, status: int = 200) -> web.Response:
    return web.Response(body=json.encode(value), status=status, content_type="application/json")
