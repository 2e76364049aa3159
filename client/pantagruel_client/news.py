"""What happens in a race, told to a player in lines as it happens."""

import asyncio
from collections.abc import Callable

from pantagruel_client import text
from pantagruel_client.events import RaceEvent
from pantagruel_client.roomnews import RoomNews
from pantagruel_client.view import RaceView
from pantagruel_protocol.server_messages import Deal, Over, Resync, Verdict

QUIET_S = 5.0  # between two lines about places, which may change with every move


class News(RoomNews):
    """Tells events: the room, the start, rivals when something changes, the end."""

    def __init__(self, view: RaceView, say: Callable[[str], None]) -> None:
        super().__init__(view, say)
        self._view = view
        self._places_told = float("-inf")
        self._leader: int | None = None
        self._place: int | None = None

    def _tell_more(self, event: RaceEvent) -> None:
        match event:
            case Deal() | Resync():
                self._say("Go!" if isinstance(event, Deal) else "The board as it is now:")
                now_s = asyncio.get_running_loop().time()
                lines = (*text.board_lines(self._view.board), text.status_line(self._view, now_s))
                self._say("\n".join(lines))
                self.begun.set()
            case Verdict(pays=pays):
                self._say(text.DEAD[pays])
            case Over():
                self._tell_over(event)
            case _:
                pass  # an ack is told where the move was typed

    def _tell_order(self) -> None:
        rows, me = self._view.rows, self._view.row
        now = asyncio.get_running_loop().time()
        if me is None or not self._view.rivals or now - self._places_told < QUIET_S:
            return
        leader = rows[0].seat
        if rows[-1].place == 1:  # as at the start: nobody leads
            return
        if (leader, me.place) != (self._leader, self._place):
            names = {seat.seat: seat.name for seat in self._view.seats}
            if me.place == 1:
                self._say(f"You lead with score {me.score}.")
            else:
                self._say(
                    f"{names.get(leader)} leads with score {rows[0].score};"
                    f" you are {me.place} of {len(rows)} with {me.score}."
                )
            self._leader, self._place, self._places_told = leader, me.place, now

    def _tell_over(self, over: Over) -> None:
        result = over.result
        self._say(
            f"Your game is over: {text.ENDINGS[over.ended]}, score {result.ledger},"
            f" total {result.total}, home {result.foundations}."
        )
        if any(row.ended is None and row is not self._view.row for row in self._view.rows):
            self._say("Others may still play: watch shows their boards; results come at the end.")
