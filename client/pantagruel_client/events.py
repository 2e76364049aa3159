"""What a race tells whoever is in it: the server's messages as they are, and news of the line."""

from dataclasses import dataclass

from pantagruel_protocol.server_messages import (
    Ack,
    Board,
    Countdown,
    Deal,
    Outlined,
    Over,
    Progress,
    Rematched,
    Results,
    Resync,
    Reveal,
    Room,
    Said,
    Steps,
    Suspended,
    Verdict,
)


@dataclass(frozen=True, slots=True)
class Dropped:
    """The socket is gone; the next try to get back is due in *wait_s* seconds."""

    why: str
    wait_s: float


@dataclass(frozen=True, slots=True)
class Resumed:
    """The race is taken up again, and *resent* commands without an answer were sent again."""

    resent: int


@dataclass(frozen=True, slots=True)
class Missed:
    """The reader was too far behind: *count* events were thrown away, the view has them all."""

    count: int


_RoomMessage = Room | Countdown | Progress | Said | Results | Reveal | Suspended
RaceMessage = _RoomMessage | Deal | Ack | Verdict | Over | Resync  # what a seat is told
WatchMessage = _RoomMessage | Board | Outlined | Steps  # what a watcher is told
RaceEvent = RaceMessage | WatchMessage | Rematched | Dropped | Resumed | Missed
