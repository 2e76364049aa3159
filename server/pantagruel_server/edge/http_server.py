"""The server itself over HTTP: whether it lives, what it counts, which variants it knows."""

import asyncio
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from aiohttp import web
from msgspec import convert

from pantagruel_engine.rows import VARIANTS
from pantagruel_protocol.codes import Code
from pantagruel_protocol.http_api import Health, VariantInfo, VariantList
from pantagruel_server.edge.bodies import answer
from pantagruel_server.edge.desk import DESK, Desk
from pantagruel_server.edge.trouble import Trouble, bearer
from pantagruel_server.journal.port import JournalError
from pantagruel_server.operators import is_operator
from pantagruel_server.race.limits import LIMITS_MS, USUAL_LIMIT_MS
from pantagruel_server.telemetry import CONTENT_TYPE, Gauges, exposition

PROBE = "probe"  # a record that is written to find out whether any can be
PROBE_S = 1.0
PIECE = 256 * 1024  # of a copy, read and sent at a time
AN_HOUR = "public, max-age=3600"

ALL = VariantList(
    tuple(
        convert(one.to_plain() | {"limit_ms": LIMITS_MS.get(one.id, USUAL_LIMIT_MS)}, VariantInfo)
        for one in VARIANTS.values()
    )
)


async def variants(_request: web.Request) -> web.Response:
    """Show every variant that a race can be made of."""
    return answer(ALL, cache=AN_HOUR)


async def health(request: web.Request) -> web.Response:
    """Say that the server lives, and with how many races."""
    return answer(Health(len(request.app[DESK].registry)))


async def ready(request: web.Request) -> web.Response:
    """Say whether the server can take races: the disk answers, and nobody has told it to stop."""
    desk = request.app[DESK]
    if desk.draining.is_set():
        raise Trouble(503, Code.NOT_READY_YET, "the server is about to stop")
    try:
        async with asyncio.timeout(PROBE_S):
            await desk.registry.journal.put(PROBE, "ready", b"")
    except (JournalError, TimeoutError) as fault:
        raise Trouble(503, Code.NOT_READY_YET, "the journal does not answer") from fault
    return answer(Health(len(desk.registry)))


async def metrics(request: web.Request) -> web.Response:
    """Show what the server counts, to its operator."""
    desk = request.app[DESK]
    only_operator(request, desk)
    body = exposition(desk.tally, _gauges(desk))
    return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE})


async def backup(request: web.Request) -> web.StreamResponse:
    """Send a consistent copy of the store, which goes on being written, to the operator."""
    desk = request.app[DESK]
    only_operator(request, desk)
    with TemporaryDirectory(prefix="backup-", dir=desk.settings.data) as folder:
        copy = Path(folder) / "pantagruel.db"
        try:
            await desk.registry.journal.backup(copy)
        except JournalError as fault:
            raise Trouble(503, Code.UNAVAILABLE, str(fault)) from fault
        response = web.StreamResponse(headers={"Content-Type": "application/vnd.sqlite3"})
        response.content_length = copy.stat().st_size
        await response.prepare(request)
        with copy.open("rb") as file:
            while piece := file.read(PIECE):
                await response.write(piece)
    return response


def only_operator(request: web.Request, desk: Desk) -> None:
    """Raise Trouble unless the request bears the operator's token."""
    if not is_operator(bearer(request) or "", desk.operator_token):
        raise Trouble(401, Code.NOT_OPERATOR)


def _gauges(desk: Desk) -> Gauges:
    actors = desk.registry.actors()
    stats = desk.registry.journal.stats()
    return Gauges(
        races=Counter(actor.race.phase for actor in actors),
        players=sum(len(actor.audience.on) for actor in actors),
        watchers=sum(len(actor.audience.watchers) for actor in actors),
        sockets=len(desk.visits),
        newcomers=len(desk.identity),
        lag_ms=desk.registry.lag_ms,
        writes=stats.writes,
        flushes=stats.flushes,
    )
