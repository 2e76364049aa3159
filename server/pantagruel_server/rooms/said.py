"""What an event of a race gives to say, and to whom, once it is on disk."""

from collections.abc import Sequence, Set
from typing import NamedTuple

from pantagruel_protocol.server_messages import Room, SeatFrame, Verdict
from pantagruel_server.race.state import Line, Race
from pantagruel_server.race.talking import hears
from pantagruel_server.rooms.audience import Audience
from pantagruel_server.rooms.frames import Parcel


class Heard(NamedTuple):
    """A line of talk, and who must not read it.

    That is settled when it is said: later the race in memory is ahead of the disk, and somebody
    may seem to be done whose last command the disk never gets.
    """

    line: Line
    deaf: Set[str]

    @classmethod
    def by(cls, race: Race, line: Line) -> "Heard":
        """Answer who hears a line that was said just now."""
        players = (seat.player for seat in race.seats)
        return cls(line, frozenset(one for one in players if not hears(race, line, one)))

    def to(self, audience: Audience) -> None:
        """Let those hear it whom it is for."""
        parcel = Parcel(self.line.said)
        for player, socket in audience.people():
            if player not in self.deaf:
                socket.pass_on(parcel)


class Said(NamedTuple):
    """Frames to their players, the rest to all whom it is for."""

    frames: Sequence[tuple[str, SeatFrame | Verdict]]
    room: Room | None = None
    countdown: bool = False
    heard: Heard | None = None
    kicked: str | None = None

    def to(self, audience: Audience) -> None:
        """Say it, all but the countdown, which tells the time of its saying."""
        for player, frame in self.frames:
            audience.to(player, frame)
        if self.kicked is not None:
            audience.kick(self.kicked)
        if self.heard is not None:
            self.heard.to(audience)
        if self.room is not None:
            audience.show(self.room)
