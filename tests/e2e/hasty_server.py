"""A faulty server, for the kill test's control: it acknowledges before anything is on disk."""

import asyncio
import sys
from asyncio import Future

from pantagruel_server import __main__ as server
from pantagruel_server.journal import batcher
from pantagruel_server.journal.port import Lease
from pantagruel_server.journal.sqlite import SqliteJournal

LATE_MS = 150  # between flushes: in so long a time somebody moves

append_in_truth = SqliteJournal.append


def append(self: SqliteJournal, lease: Lease, seq: int, event: bytes) -> Future[int]:
    """Promise what has only been asked for."""
    append_in_truth(self, lease, seq, event).add_done_callback(Future.exception)
    done: Future[int] = asyncio.get_running_loop().create_future()
    done.set_result(seq)
    return done


if __name__ == "__main__":
    batcher.PAUSE_MS = LATE_MS
    SqliteJournal.append = append  # type: ignore[method-assign]  # the fault itself
    sys.exit(server.main())
