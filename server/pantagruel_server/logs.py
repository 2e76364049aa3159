"""Logs: one line an entry, for people or as JSON, whatever strangers put into it."""

import logging
import sys
from typing import TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

STACK = "exception"  # the field in which structlog puts it


def configure(*, as_json: bool, stream: TextIO | None = None) -> logging.Handler:
    """Write what anybody logs in this process to *stream*, stderr unless given."""
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.ExtraAdder(),
        # Bare stacks: the usual ones show the values of local variables, tokens among them.
        structlog.processors.format_exc_info,
        quote,
    ]
    last: Processor = (
        structlog.processors.JSONRenderer()
        if as_json
        else structlog.dev.ConsoleRenderer(
            colors=False, exception_formatter=structlog.dev.plain_traceback
        )
    )
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    return handler


def quote(_logger: WrappedLogger, _method: str, entry: EventDict) -> EventDict:
    """Quote whatever moves a terminal's cursor or begins a line: names and codes may hold it.

    A stack keeps its lines, each marked as one of a stack.
    """
    entry["event"] = _printable(entry["event"])
    if STACK in entry:
        entry[STACK] = "\n".join(f"  | {_printable(line)}" for line in entry[STACK].split("\n"))
    return entry


def _printable(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in text
    )
