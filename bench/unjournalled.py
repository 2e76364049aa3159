"""The real server without a disk: each event counts as written at once; what a journal costs.

usage: python -m bench.unjournalled, set by the PANTAGRUEL_* variables
"""

import asyncio
import sys
from asyncio import Future

from pantagruel_server import app
from pantagruel_server.__main__ import main
from pantagruel_server.journal.port import Lease
from pantagruel_server.journal.sqlite import SqliteJournal


class Memory(SqliteJournal):
    """Takes events for written as they come."""

    def append(self, lease: Lease, seq: int, event: bytes) -> Future[int]:
        done: Future[int] = asyncio.get_running_loop().create_future()
        done.set_result(seq)
        return done


if __name__ == "__main__":
    app.SqliteJournal = Memory  # type: ignore[attr-defined]  # a measure, not a server
    sys.exit(main([]))
