"""Logs: one line an entry, for people or as JSON, whatever strangers put into it."""

import logging
import sys
from typing import TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

# Its usual ones show the values of local variables, tokens among them.
PLAIN = structlog.dev.plain_traceback


def configure(*, as_json: bool, stream: TextIO | None = None) -> logging.Handler:
    """Write what anybody logs in this process to *stream*, stderr unless given."""
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.ExtraAdder(),
        in_one_line,
    ]
    last: list[Processor] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        if as_json
        else [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=PLAIN)]
    )
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    return handler


def in_one_line(_logger: WrappedLogger, _method: str, entry: EventDict) -> EventDict:
    """Quote whatever moves a terminal's cursor or begins a line: names and codes may hold it."""
    event = entry["event"]
    if not event.isprintable():
        entry["event"] = "".join(
            letter if letter.isprintable() else letter.encode("unicode_escape").decode()
            for letter in event
        )
    return entry
