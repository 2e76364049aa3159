"""What goes wrong over HTTP, always answered as JSON with a code and words."""

import logging
from urllib.parse import urlsplit

from aiohttp import hdrs, web
from msgspec import json

from pantagruel_protocol.codes import MEANINGS, Code
from pantagruel_protocol.http_api import Trouble as Said

logger = logging.getLogger(__name__)

LONGEST_WHY = 400
BEARER = "Bearer "
BY_STATUS = {
    404: Code.NOT_FOUND,
    405: Code.WRONG_METHOD,
    413: Code.TOO_LARGE,
}


class Trouble(Exception):
    """A request that is answered with *status*, *code* and *why*.

    *after_ms* says when to try again, if that is known.
    """

    def __init__(self, status: int, code: Code, why: str = "", *, after_ms: int = 0) -> None:
        super().__init__(why or MEANINGS[code].text)
        self.status = status
        self.code = code
        self.headers = {"Retry-After": str(-(-after_ms // 1000))} if after_ms else None


def in_words(request: web.Request, fault: Exception) -> web.Response:
    """Answer a failure as JSON."""
    match fault:
        case Trouble():
            return _in_words(fault.status, fault.code, str(fault), fault.headers)
        case web.HTTPException():
            code = BY_STATUS.get(fault.status, Code.UNREADABLE)
            allow = {name: fault.headers[name] for name in ("Allow",) if name in fault.headers}
            return _in_words(fault.status, code, fault.text or fault.reason, allow)
        case ConnectionError():  # in whose midst, nobody may hear
            return _in_words(400, Code.UNREADABLE, "the request broke off")
        case _:  # a stranger gets no stack, the operator does
            logger.error("%s %r failed", request.method, request.path, exc_info=fault)
            return _in_words(500, Code.FAULT, "the server made a mistake; it is logged")


def bearer(request: web.Request) -> str | None:
    """Answer the token that a request bears; None without any, and Trouble if it is none."""
    header = request.headers.get(hdrs.AUTHORIZATION)
    if header is None:
        return None
    if not header.startswith(BEARER):
        raise Trouble(401, Code.BAD_TOKEN, "a token is borne as `Authorization: Bearer TOKEN`")
    return header.removeprefix(BEARER)


def check_origin(request: web.Request, allowed: tuple[str, ...]) -> None:
    """Refuse pages of other sites: a browser lends them its place in the network.

    Programs send no Origin and are let in.
    """
    origin = request.headers.get("Origin")
    if origin is None or origin in allowed:
        return
    try:
        same = urlsplit(origin).netloc == request.host
    except ValueError:  # it is no URL at all
        same = False
    if not same:
        raise Trouble(403, Code.WRONG_ORIGIN)


def _in_words(
    status: int, code: Code, why: str, headers: dict[str, str] | None = None
) -> web.Response:
    # aiohttp's own words quote headers, in which any bytes may be.
    why = why.encode(errors="backslashreplace").decode()
    body = json.encode(Said(code, why[:LONGEST_WHY]))
    return web.Response(body=body, status=status, content_type="application/json", headers=headers)
