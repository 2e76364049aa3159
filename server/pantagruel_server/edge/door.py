"""The HTTP server under the application: how long it waits for a request, and what it logs."""

import logging

from aiohttp import web
from aiohttp.http import HttpProcessingError

from pantagruel_server.settings import Settings

LINGER_S = 1.0  # for the rest of a body that nobody wants any more

logger = logging.getLogger(__name__)


class NoEchoes(logging.Filter):
    """Names a request that is no HTTP by its fault alone, in one line.

    aiohttp quotes it, with whatever stands in it (a token, for one), under a stack of its own.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        fault = record.exc_info[1] if record.exc_info else None
        if isinstance(fault, HttpProcessingError):
            record.msg = f"{record.msg}: %s"
            record.args = (*(record.args or ()), type(fault).__name__)
            record.exc_info = None
            record.levelno, record.levelname = logging.INFO, logging.getLevelName(logging.INFO)
        return True


logger.addFilter(NoEchoes())


def runner(app: web.Application, settings: Settings) -> web.AppRunner:
    """Answer what serves *app*."""
    return web.AppRunner(
        app,
        access_log=None,
        logger=logger,
        # Until a request's head is there, and from one request to the next.
        keepalive_timeout=settings.hello_ms / 1000,
        lingering_time=LINGER_S,
        auto_decompress=False,  # a small body is to stay small
        # Sockets have their own patience; the runner's is for requests, and a little longer.
        shutdown_timeout=settings.close_ms / 1000 + 0.5,
    )
