"""What happens in a race, told in lines as it happens."""

import asyncio
import math
from collections.abc import AsyncIterator, Callable

from pantagruel_client import text
from pantagruel_client.events import Dropped, Missed, RaceEvent, Resumed
from pantagruel_client.view import RaceView
from pantagruel_protocol.server_messages import (
    Countdown,
    Deal,
    Over,
    Progress,
    Results,
    Resync,
    Reveal,
    Room,
    Said,
    Suspended,
)
from pantagruel_protocol.values import Row

QUIET_S = 5.0  # between two lines about places, which may change with every move


class News:
    """Tells events: the room, the start, rivals when something changes, the end."""

    def __init__(self, view: RaceView, say: Callable[[str], None]) -> None:
        self._view = view
        self._say = say
        self._room = view.room
        self._rows: dict[int, Row] = {row.seat: row for row in view.rows}
        self._places_told = float("-inf")
        self._leader: int | None = None
        self._place: int | None = None
        self._down = False
        self.begun = asyncio.Event()  # the board is there and was read out

    async def tell(self, events: AsyncIterator[RaceEvent]) -> None:
        """Tell everything until the stream ends."""
        async for event in events:
            match event:
                case Room():
                    self._tell_room(event)
                case Progress():
                    self._tell_rows()
                case Dropped() | Resumed() | Missed() | Suspended():
                    self._tell_line(event)
                case Countdown() | Deal() | Resync():
                    await self._tell_start(event)
                case Over() | Results() | Reveal():
                    self._tell_end(event)
                case Said(name=name, text=words):
                    self._say(f"{name}: {words}")
                case _:
                    pass  # an ack is told where the move was typed

    def _tell_line(self, event: Dropped | Resumed | Missed | Suspended) -> None:
        match event:
            case Dropped(why=why):
                if not self._down:
                    self._say(f"Connection lost: {why}. Trying again; what you type waits.")
                self._down = True
            case Resumed(resent=resent):
                self._down = False
                again = f"; what waited was sent ({resent})" if resent else ""
                self._say(f"Connected again{again}.")
            case Suspended():
                self._say("The server's journal does not answer; the race stands still.")
            case Missed(count=count):
                self._say(f"({count} messages went by unread; b shows the board.)")

    async def _tell_start(self, event: Countdown | Deal | Resync) -> None:
        match event:
            case Countdown(t0=t0, now=now):
                await self._count_down((t0 - now) / 1000)
            case Deal() | Resync():
                self._say("Go!" if isinstance(event, Deal) else "The board as it is now:")
                now_s = asyncio.get_running_loop().time()
                lines = (*text.board_lines(self._view.board), text.status_line(self._view, now_s))
                self._say("\n".join(lines))
                self.begun.set()

    async def _count_down(self, left_s: float) -> None:
        clock = asyncio.get_running_loop().time
        end = clock() + left_s
        self._say(f"The race starts in {math.ceil(left_s)} seconds.")
        for second in range(math.ceil(left_s) - 1, -1, -1):
            await asyncio.sleep(max(0, end - second - clock()))
            if second:
                self._say(f"{second}")

    def _tell_room(self, room: Room) -> None:
        """Say who came, went, or changed his mind, while the race is open."""
        if room.phase == "cancelled":
            self._say("The race is cancelled.")
        before = {seat.player: seat for seat in self._room.seats}
        after = {seat.player: seat for seat in room.seats}
        self._room = room
        if room.phase != "open":
            return
        for player, seat in after.items():
            old = before.get(player)
            if old is None:
                self._say(f"{seat.name} came: {len(after)} of {room.places} seats are taken.")
            elif seat.ready != old.ready and player != self._view.me:
                self._say(f"{seat.name} is {'ready' if seat.ready else 'not ready any more'}.")
        for player in before.keys() - after.keys():
            self._say(f"{before[player].name} left.")
        if self._view.host and self._view.all_ready:
            self._say("Everybody is ready: type start.")

    def _tell_rows(self) -> None:
        """Say at once who ended or dropped, and places now and then."""
        seats = {seat.seat: seat for seat in self._view.seats}
        for row in self._view.rows:
            old = self._rows.get(row.seat)
            mine = row.seat == self._view.seat
            ended = row.ended and not (old and old.ended)
            if old and not mine and row.seat in seats and (ended or row.on != old.on):
                self._say(text.row_line(seats[row.seat], row, mine=False))
            self._rows[row.seat] = row
        self._tell_places()

    def _tell_places(self) -> None:
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

    def _tell_end(self, event: Over | Results | Reveal) -> None:
        match event:
            case Over(ended=ended, result=result):
                self._say(
                    f"Your game is over: {text.ENDINGS[ended]}, score {result.ledger},"
                    f" total {result.total}, home {result.foundations}."
                )
                if any(row.ended is None and row is not self._view.row for row in self._view.rows):
                    self._say("The others may still play; the results come when all are done.")
            case Results(rows=rows):
                self._say("\n".join(("Results", *text.result_lines(rows, self._view.me))))
            case Reveal():
                pass  # whoever keeps the replay says where it is
