"""The real server with searches beside its races: so many wait at any time as a line last said.

usage: python -m bench.searching, set by the PANTAGRUEL_* variables
"""

import asyncio
import sys
import threading
from functools import partial

from bench.positions import hard
from pantagruel_engine.verdict import Answer
from pantagruel_server.__main__ import main
from pantagruel_server.rooms import registry
from pantagruel_server.rooms.searcher import Searcher


class Busy(Searcher):
    """Asks the same long question again as soon as it is answered."""

    def __init__(self) -> None:
        super().__init__()
        self._question = hard()
        self._wanted = 0
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._obey, args=(loop,), daemon=True).start()

    def _obey(self, loop: asyncio.AbstractEventLoop) -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(self._keep, int(line))
            print(line, end="", flush=True)

    def _keep(self, wanted: int) -> None:
        self._wanted = wanted
        for number in range(wanted):
            self._again(number)

    def _again(self, number: int, _: Answer | None = None) -> None:
        if number < self._wanted:
            self.ask(("bench", number), self._question, partial(self._again, number))


if __name__ == "__main__":
    registry.Searcher = Busy  # type: ignore[attr-defined]  # a measure, not a server
    sys.exit(main([]))
