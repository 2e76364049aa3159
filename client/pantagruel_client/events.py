"""What a race tells its player: the server's messages as they are, and news of the line itself."""

from dataclasses import dataclass

from pantagruel_protocol.server_messages import (
    Ack,
    Countdown,
    Deal,
    Over,
    Progress,
    Results,
    Resync,
    Reveal,
    Room,
    Suspended,
)


@dataclass(frozen=True, slots=True)
class Dropped:
    """The socket is gone; the next try to get back is due in *wait_s* seconds."""

    why: str
    wait_s: float


@dataclass(frozen=True, slots=True)
class Resumed:
    """The seat is taken up again, and *resent* commands without an answer were sent again."""

    resent: int


@dataclass(frozen=True, slots=True)
class Missed:
    """The reader was too far behind: *count* events were thrown away, the view has them all."""

    count: int


RaceMessage = (
    Room | Countdown | Deal | Ack | Progress | Over | Results | Reveal | Resync | Suspended
)
RaceEvent = RaceMessage | Dropped | Resumed | Missed
