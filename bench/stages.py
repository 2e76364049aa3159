"""The real server with a stopwatch on each stage of a move; prints their seconds when it ends.

usage: python -m bench.stages, set by the PANTAGRUEL_* variables. A stage inside another one is
taken off the outer. The stopwatches cost some 5 % themselves, so only shares are worth reading.
"""

import functools
import json
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TypeVar

from aiohttp.web_protocol import RequestHandler

from pantagruel_protocol.dialogue import Dialogue
from pantagruel_protocol.msgpack_codec import MsgpackCodec
from pantagruel_server.__main__ import main
from pantagruel_server.edge.outbox import Outbox
from pantagruel_server.journal.sqlite import SqliteJournal
from pantagruel_server.journal.sqlite_file import SqliteFile
from pantagruel_server.journal.writes import AnyWrite, Write
from pantagruel_server.race import sight
from pantagruel_server.rooms import actor, epoch

Result = TypeVar("Result")

# Where a stage begins, by the owner of the name and the name that is looked up there.
STAGES: tuple[tuple[object, str, str], ...] = (
    (RequestHandler, "data_received", "unframe"),
    (MsgpackCodec, "decode_client", "decode"),
    (Dialogue, "receive", "dialogue"),
    (Dialogue, "send", "dialogue"),
    (actor, "decide", "decide and apply"),
    (epoch, "apply", "decide and apply"),
    (epoch, "encode", "journal: append"),
    (SqliteJournal, "append", "journal: append"),
    (Write, "settle", "journal: append"),
    (sight, "progress", "rows"),
    (MsgpackCodec, "encode", "encode"),
    (Outbox, "_write", "send"),
)

spent: defaultdict[str, float] = defaultdict(float)
inner = [0.0]  # seconds that stages inside the present one have taken


def timed(function: Callable[..., Result], stage: str) -> Callable[..., Result]:
    """Put a stopwatch on *function*, on the loop's thread."""

    @functools.wraps(function)
    def watched(*arguments: object, **named: object) -> Result:
        inner.append(0.0)
        start = time.thread_time()
        try:
            return function(*arguments, **named)
        finally:
            took = time.thread_time() - start
            spent[stage] += took - inner.pop()
            inner[-1] += took

    return watched


def threaded(flush: Callable[[SqliteFile, Sequence[AnyWrite]], None]) -> Callable[..., None]:
    """Let every flush note the CPU time of the journal's thread."""

    def watched(file: SqliteFile, writes: Sequence[AnyWrite]) -> None:
        flush(file, writes)
        spent["journal: thread"] = time.thread_time()

    return watched


def report(at_start: dict[str, float], cpu_s: float) -> str:
    """Write what the stages took since *at_start*, and what is left of *cpu_s*."""
    stages = {name: took - at_start.get(name, 0) for name, took in spent.items()}
    return json.dumps(stages | {"the rest": cpu_s - sum(stages.values())})


def answer() -> None:
    """For each line of standard input print what the stages took since the line before."""
    at_start, cpu_s = dict(spent), time.process_time()
    for _ in sys.stdin:
        now = time.process_time()
        print(report(at_start, now - cpu_s), flush=True)
        at_start, cpu_s = dict(spent), now


if __name__ == "__main__":
    for owner, name, stage in STAGES:
        setattr(owner, name, timed(getattr(owner, name), stage))
    SqliteFile.flush = threaded(SqliteFile.flush)  # type: ignore[method-assign]  # the stopwatch
    threading.Thread(target=answer, daemon=True).start()
    sys.exit(main([]))
