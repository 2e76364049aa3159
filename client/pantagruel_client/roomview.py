"""What everybody in a room knows of a race: who is there, how they stand, what is said."""

from collections import deque
from copy import copy
from typing import Self

from pantagruel_client.errors import Disagreement
from pantagruel_engine.errors import RulesError
from pantagruel_engine.rows import variant
from pantagruel_engine.variant import Variant
from pantagruel_protocol.server_messages import (
    Countdown,
    Progress,
    Results,
    Reveal,
    Room,
    Said,
    Suspended,
)
from pantagruel_protocol.values import Phase, Placing, Row, SeatInfo

CHAT_LINES = 200


class RoomView:
    """A race as anybody in its room sees it now: the server's last word, and no card.

    *chat* are the last lines that were said, oldest first.
    """

    def __init__(self, me: str, room: Room) -> None:
        self.me = me
        self.room = room
        self.variant: Variant = _rules(room)
        self.suspended = False
        self.results: tuple[Placing, ...] = ()
        self.reveal: Reveal | None = None
        self.chat: deque[Said] = deque(maxlen=CHAT_LINES)
        self._rows: dict[int, Row] = {}
        self._zero: float | None = None

    def copy(self) -> Self:
        """Answer a picture that changes no more."""
        twin = copy(self)
        twin.chat = self.chat.copy()
        return twin

    def begin_from(self, other: "RoomView") -> None:
        """Know from the start what *other* knows of the same room."""
        self.results, self.reveal = other.results, other.reveal
        self.chat = other.chat.copy()
        self._rows, self._zero = other._rows, other._zero  # noqa: SLF001 - of its own kind

    @property
    def phase(self) -> Phase:
        return self.room.phase

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return self.room.seats

    @property
    def seat(self) -> int | None:
        """The own seat's number, which the countdown may change; None without a seat."""
        return next((seat.seat for seat in self.room.seats if seat.player == self.me), None)

    @property
    def host(self) -> bool:
        """Whether this player is the host: may start, kick, cancel and change settings."""
        return self.room.host == self.me

    @property
    def all_ready(self) -> bool:
        """Whether the race is open, every seat is taken and everybody is ready."""
        room = self.room
        full = room.phase == "open" and len(room.seats) == room.places
        return full and all(seat.ready for seat in room.seats)

    @property
    def rows(self) -> tuple[Row, ...]:
        """Everybody's line, best first."""
        return tuple(sorted(self._rows.values(), key=lambda row: (row.place, row.seat)))

    @property
    def limit_ms(self) -> int:
        return self.room.limit_ms

    @property
    def over(self) -> bool:
        """Whether the race is over: ranked and revealed, or cancelled."""
        return self.reveal is not None or self.room.phase == "cancelled"

    def clock_ms(self, now: float) -> int | None:
        """Answer the race time at *now*, seconds on the event loop's clock; negative before T0.

        It is an estimate, set right by every message that bears a race time.
        """
        return None if self._zero is None else round((now - self._zero) * 1000)

    def left_ms(self, now: float) -> int | None:
        """Answer how long the race may still go on: to its limit, or to the bell if it is set."""
        clock = self.clock_ms(now)
        rings = self.room.rings_ms
        end = self.limit_ms if rings is None else min(rings, self.limit_ms)
        return None if clock is None else max(0, end - max(0, clock))

    def _fold_room(
        self,
        message: Room | Countdown | Progress | Said | Results | Reveal | Suspended,
        now: float,
    ) -> bool:
        """Take *message* in and answer whether it told anything new."""
        match message:
            case Room():
                self._enter(message)
            case Countdown(t0=t0, now=then):
                self._zero = now + (t0 - then) / 1000
            case Progress():
                self._set_clock(message.ms, now)
                self._rows = self._rows | {row.seat: row for row in message.rows}
            case Said():
                return self._hear(message)
            case Results():
                self.results = message.rows
            case Reveal():
                self.reveal = message
            case Suspended():
                self.suspended = True
        return True

    def _hear(self, line: Said) -> bool:
        new = line not in self.chat  # the last lines come again with every entrance
        if new:
            self.chat.append(line)
        return new

    def _enter(self, room: Room) -> None:
        if room.phase == "open" or len(room.seats) != len(self.room.seats):
            self._rows = {}  # seats are numbered anew
        self.room = room

    def _set_clock(self, ms: int, now: float) -> None:
        self._zero = now - ms / 1000


def _rules(room: Room) -> Variant:
    try:
        return variant(room.variant).with_passes(room.passes)
    except RulesError as error:
        msg = f"the server plays a game that this client does not know: {error}"
        raise Disagreement(msg) from None
