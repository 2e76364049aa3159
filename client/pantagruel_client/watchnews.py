"""What happens in a race, told to a watcher in lines, no faster than can be followed."""

import asyncio
from collections.abc import Callable

from pantagruel_client.events import RaceEvent
from pantagruel_client.gallery import order_line, step_lines
from pantagruel_client.roomnews import RoomNews
from pantagruel_client.watchview import WatchView
from pantagruel_protocol.server_messages import Progress, Room, Steps
from pantagruel_protocol.values import Step

Order = tuple[tuple[int, int], ...]
RUNNING = ("running", "closing")


class WatchNews(RoomNews):
    """Tells events; a new running order at most once in *every_s* seconds, the last one always.

    `moves` says whether each move is told. `keep_order` runs beside `tell`.
    """

    def __init__(self, view: WatchView, say: Callable[[str], None], every_s: float) -> None:
        super().__init__(view, say)
        self._view = view
        self._every_s = every_s
        self._changed = asyncio.Event()
        self._order: Order = ()
        self.moves = False

    async def keep_order(self) -> None:
        """Tell the running order when it has changed, again and again."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            order = self._places()
            if order != self._order and self._view.phase in RUNNING:
                self._order = order
                self._say(order_line(self._view))
                await asyncio.sleep(self._every_s)

    def _places(self) -> Order:
        return tuple((row.place, row.seat) for row in self._view.rows)

    def _tell_order(self) -> None:
        rows = self._view.rows
        if rows and rows[-1].place > 1 and self._places() != self._order:
            self._changed.set()

    async def _tell(self, event: RaceEvent) -> None:
        old = self._room.phase
        await super()._tell(event)
        if isinstance(event, Room) and event.phase in RUNNING and old not in RUNNING:
            self._say("Go! b N shows board N, r how everybody stands.")
            self.begun.set()
        if self.moves and (steps := self._shown(event)):
            self._say("\n".join(step_lines(steps, self._view.seats)))

    def _shown(self, event: RaceEvent) -> tuple[Step, ...]:
        """Answer the steps that *event* tells, those with faces where they come at all."""
        match event:
            case Steps(steps=steps):
                return steps
            case Progress(steps=steps):
                return () if self._view.behind else steps
            case _:
                return ()

    def _tell_more(self, event: RaceEvent) -> None:
        """Boards come without a word; b shows them."""
