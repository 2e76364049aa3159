"""What everybody in a room is told, in lines: who comes and goes, what is changed, said, won."""

import asyncio
import math
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable

from pantagruel_client import text
from pantagruel_client.events import Dropped, Missed, RaceEvent, Resumed
from pantagruel_client.roomtext import changed_settings
from pantagruel_client.roomview import RoomView
from pantagruel_protocol.server_messages import (
    Countdown,
    Progress,
    Rematched,
    Results,
    Reveal,
    Room,
    Said,
    Suspended,
)
from pantagruel_protocol.values import Row

Line = Dropped | Resumed | Missed | Suspended


class RoomNews(ABC):
    """Tells the events of a room. `over` is set once the race is, `begun` once it runs."""

    def __init__(self, view: RoomView, say: Callable[[str], None]) -> None:
        self._room_view = view
        self._say = say
        self._room = view.room
        self._rows: dict[int, Row] = {row.seat: row for row in view.rows}
        self._down = False
        self.begun = asyncio.Event()
        self.over = asyncio.Event()

    async def tell(self, events: AsyncIterator[RaceEvent]) -> None:
        """Tell everything until the stream ends."""
        try:
            async for event in events:
                await self._tell(event)
        finally:
            self.begun.set()  # nobody waits for what will not come any more
            self.over.set()

    async def _tell(self, event: RaceEvent) -> None:
        match event:
            case Room():
                self._tell_room(event)
            case Progress():
                self._tell_rows()
            case Countdown(t0=t0, now=now):
                await self._count_down((t0 - now) / 1000)
            case Dropped() | Resumed() | Missed() | Suspended():
                self._tell_line(event)
            case Said():
                self._say(_said(event))
            case Results() | Reveal() | Rematched():
                self._tell_end(event)
            case _:
                self._tell_more(event)

    @abstractmethod
    def _tell_more(self, event: RaceEvent) -> None:
        """Tell what only players, or only watchers, hear."""

    @abstractmethod
    def _tell_order(self) -> None:
        """Tell the running order, where it is time to."""

    def _tell_line(self, event: Line) -> None:
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

    async def _count_down(self, left_s: float) -> None:
        clock = asyncio.get_running_loop().time
        end = clock() + left_s
        if left_s <= 0:
            return  # the line was down meanwhile, or the race runs already
        self._say(f"The race starts in {math.ceil(left_s)} seconds.")
        for second in range(math.ceil(left_s) - 1, -1, -1):
            await asyncio.sleep(max(0, end - second - clock()))
            if second:
                self._say(f"{second}")

    def _tell_room(self, room: Room) -> None:
        """Say what changed since the last picture of the room."""
        old, self._room = self._room, room
        if room.phase == "cancelled":
            if old.phase != "cancelled":
                self._say("The race is cancelled.")
            self.over.set()
            return
        if room.phase == "open":
            self._tell_seats(old, room)
        for line in changed_settings(old.settings, room.settings):
            self._say(line)
        if room.host != old.host:
            self._tell_host(room)
        if room.phase in ("running", "closing"):
            self._tell_closing(old, room)

    def _tell_seats(self, old: Room, room: Room) -> None:
        """Say who came, went, or changed his mind, while the race is open."""
        before = {seat.player: seat for seat in old.seats}
        after = {seat.player: seat for seat in room.seats}
        for player, seat in after.items():
            known = before.get(player)
            if known is None:
                if player != self._room_view.me:
                    self._say(f"{seat.name} came: {len(after)} of {room.places} seats are taken.")
            elif seat.ready != known.ready and player != self._room_view.me:
                self._say(f"{seat.name} is {'ready' if seat.ready else 'not ready any more'}.")
        for player in before.keys() - after.keys() - {self._room_view.me}:
            self._say(f"{before[player].name} left.")
        if self._room_view.host and self._room_view.all_ready:
            self._say("Everybody is ready: type start.")

    def _tell_host(self, room: Room) -> None:
        if self._room_view.host:
            self._say("You are the host now: start, kick, faces and more; ? explains all.")
            return
        for seat in room.seats:
            if seat.player == room.host:
                self._say(f"{seat.name} is the host now.")

    def _tell_closing(self, old: Room, room: Room) -> None:
        """Say who would close the race now, and when the bell rings."""
        before = {seat.player: seat.agreed for seat in old.seats}
        for seat in room.seats:
            if seat.agreed != before.get(seat.player, False) and seat.player != self._room_view.me:
                would = "would close the race now" if seat.agreed else "plays on"
                self._say(f"{seat.name} {would}.")
        if room.rings_ms is not None and old.rings_ms is None:
            left = self._room_view.left_ms(asyncio.get_running_loop().time())
            rest = "" if left is None else f": {text.clock(left)} left"
            self._say(f"The bell rings at {text.clock(room.rings_ms)}{rest}.")

    def _tell_rows(self) -> None:
        """Say at once who ended or dropped, and the order now and then."""
        view = self._room_view
        seats = {seat.seat: seat for seat in view.seats}
        for row in view.rows:
            old = self._rows.get(row.seat)
            mine = row.seat == view.seat
            ended = row.ended and not (old and old.ended)
            news = not mine and row.seat in seats and (ended or (old and row.on != old.on))
            if old and news and not view.results:  # which say it all
                self._say(text.row_line(seats[row.seat], row, mine=False))
            self._rows[row.seat] = row
        self._tell_order()

    def _tell_end(self, event: Results | Reveal | Rematched) -> None:
        match event:
            case Results(rows=rows):
                self._say("\n".join(("Results", *text.result_lines(rows, self._room_view.me))))
            case Reveal():
                self.over.set()  # whoever keeps the replay says where it is
            case Rematched(code=code):
                self._say(f"Rematch: the next race is {code}.")


def _said(line: Said) -> str:
    watching = " (watching)" if line.watching else ""
    return f"{line.name}{watching}: {line.text}"
