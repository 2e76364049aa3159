"""Races over HTTP: made, listed, shown, and what is left of them."""

from itertools import islice

from aiohttp import web
from msgspec import json

from pantagruel_protocol.codes import Code
from pantagruel_protocol.http_api import LONGEST_LIST, Created, NewRace, RaceInfo, RaceList
from pantagruel_protocol.values import LONGEST_TITLE
from pantagruel_server.edge.bodies import answer, read_body
from pantagruel_server.edge.crowd import NEIGHBOURHOOD, hold_back, no_guessing
from pantagruel_server.edge.desk import DESK, Desk
from pantagruel_server.edge.trouble import Trouble, bearer, check_origin
from pantagruel_server.identity import Player
from pantagruel_server.journal.port import JournalError
from pantagruel_server.names import BadName, BadText, clean_text
from pantagruel_server.race.opening import BadOptions, Options
from pantagruel_server.race.record import info
from pantagruel_server.rooms.actor import Actor
from pantagruel_server.rooms.registry import Full, NotOver

USUAL_LIST = 50
LONGEST_NUMBER = 9  # digits that are read at all
FOR_EVER = "public, max-age=31536000, immutable"  # a replay is never changed
JOINABLE_FIRST = {"open": 0, "countdown": 1, "running": 1, "closing": 1}


async def create_race(request: web.Request) -> web.Response:
    """Make a race: 201 with its code, by which players join over the socket."""
    desk = request.app[DESK]
    check_origin(request, desk.settings.origins)
    hold_back(desk.crowd.races.take(request[NEIGHBOURHOOD]))
    wish = await read_body(request, NewRace, desk.settings.hello_ms)
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
        link=_link(desk, request, race.code),
        deal_id=race.deal_id,
        commit=race.commit,
        rules=race.rules,
        player=host.id,
        token=token,
    )
    return answer(created, status=201)


async def list_races(request: web.Request) -> web.Response:
    """List the races that hosts made known: those to join first, then the newest."""
    desk = request.app[DESK]
    limit = _limit(request)
    after = request.query.get("after")
    found = _live(desk, request)
    if after is not None:
        names = [one.race for one in found]
        stored = after not in names
        found = [] if stored else found[names.index(after) + 1 :]
        after = after if stored else None
    if len(found) <= limit:
        found += await _over(desk, request, after, limit + 1 - len(found))
    page, more = found[:limit], len(found) > limit
    return answer(RaceList(tuple(page), page[-1].race if more else None))


async def show_race(request: web.Request) -> web.Response:
    """Show one race, live or over, whether it is listed or not."""
    desk, race = request.app[DESK], request.match_info["race"]
    no_guessing(desk.crowd, request, race)
    actor = desk.registry.by_id(race)
    if actor is not None:
        return answer(_shown(desk, request, actor))
    try:
        summary = await desk.registry.journal.summary(race)
    except JournalError as fault:
        raise Trouble(503, Code.UNAVAILABLE) from fault
    if summary is None:
        raise Trouble(404, Code.RACE_UNKNOWN, "no race of this name is kept here")
    return web.Response(body=summary, content_type="application/json")


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
    headers = {"Cache-Control": FOR_EVER}
    return web.Response(body=found, content_type="application/json", headers=headers)


def _link(desk: Desk, request: web.Request, code: str) -> str | None:
    """Invite to a race; the code stands behind the #, where browsers keep it to themselves.

    None if we know our address neither from the operator nor from the request.
    """
    base = desk.settings.public_url
    try:
        return f"{base or request.url.origin()}/join#{code}"
    except ValueError:  # the Host of the request is none
        return None


def _shown(desk: Desk, request: web.Request, actor: Actor) -> RaceInfo:
    race, audience = actor.race, actor.audience
    return info(race, audience.on, audience.watching, _link(desk, request, race.code))


def _live(desk: Desk, request: web.Request) -> list[RaceInfo]:
    """Show the listed races that are not over, in the order of the list."""
    actors = [
        actor
        for actor in desk.registry.actors()
        if actor.race.settings.visibility == "listed" and actor.race.phase in JOINABLE_FIRST
    ]
    actors.sort(key=lambda actor: (JOINABLE_FIRST[actor.race.phase], -actor.race.opened_wall))
    shown = (_shown(desk, request, actor) for actor in actors)
    return [one for one in shown if _wanted(request, one)]


async def _over(desk: Desk, request: web.Request, after: str | None, limit: int) -> list[RaceInfo]:
    """Show finished races, as many as are asked for and fit the filters."""
    found: list[RaceInfo] = []
    try:
        while len(found) < limit:
            page = await desk.registry.journal.summaries(after, LONGEST_LIST)
            shown = [json.decode(one, type=RaceInfo) for one in page]
            found += islice((one for one in shown if _wanted(request, one)), limit - len(found))
            if len(page) < LONGEST_LIST:
                break
            after = shown[-1].race
    except JournalError as fault:
        raise Trouble(503, Code.UNAVAILABLE) from fault
    return found


def _wanted(request: web.Request, race: RaceInfo) -> bool:
    phase, variant = request.query.get("phase"), request.query.get("variant")
    return phase in {None, race.phase} and variant in {None, race.variant}


def _limit(request: web.Request) -> int:
    text = request.query.get("limit", str(USUAL_LIST))
    digits = text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
    if not (digits and 1 <= int(text) <= LONGEST_LIST):
        raise Trouble(400, Code.BAD_FIELD, f"limit is a whole number from 1 to {LONGEST_LIST}")
    return int(text)


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


async def _host(desk: Desk, request: web.Request, name: str | None) -> tuple[Player, str | None]:
    """Answer whoever makes the race, with a token if that is a new guest."""
    token = bearer(request)
    if token is None:
        hold_back(desk.crowd.guests.take(request[NEIGHBOURHOOD]))
        return desk.identity.guest(name)
    known = await desk.identity.known(token)
    if known is None:
        raise Trouble(401, Code.BAD_TOKEN)
    return known, None
