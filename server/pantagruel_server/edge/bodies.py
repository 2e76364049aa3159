"""Bodies of requests and answers, from JSON and to it."""

import asyncio
from typing import TypeVar

from aiohttp import web
from msgspec import DecodeError, Struct, ValidationError, json

from pantagruel_protocol.codes import Code
from pantagruel_server.edge.trouble import Trouble

_Body = TypeVar("_Body", bound=Struct)


async def read_body(request: web.Request, kind: type[_Body], patience_ms: int) -> _Body:
    """Wait for the body, but not for ever, and read it; raises Trouble."""
    try:
        async with asyncio.timeout(patience_ms / 1000):
            body = await request.read()
    except TimeoutError as fault:
        raise Trouble(408, Code.UNREADABLE, "the body did not come in time") from fault
    try:
        return json.decode(body, type=kind)
    except ValidationError as fault:
        unknown = str(fault).startswith("Object contains unknown field")
        code = Code.UNKNOWN_FIELD if unknown else Code.BAD_FIELD
        raise Trouble(400, code, str(fault)) from fault
    except (DecodeError, ValueError, RecursionError) as fault:
        raise Trouble(400, Code.UNREADABLE, "the body is no JSON object") from fault


def answer(value: Struct, *, status: int = 200, cache: str | None = None) -> web.Response:
    """Answer *value* as JSON; *cache* says how long it may be kept, if at all."""
    headers = None if cache is None else {"Cache-Control": cache}
    return web.Response(
        body=json.encode(value), status=status, content_type="application/json", headers=headers
    )
