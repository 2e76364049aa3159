"""What a load sent, and what came back."""

from dataclasses import asdict, dataclass, field
from statistics import quantiles
from typing import Self

from msgspec import Struct

# How the frames begin that are counted apart, after the byte that holds the map's size.
ACK, PROGRESS, REFUSED = b"\xa1t\xa3ack", b"\xa1t\xa8progress", b"\xa1t\xa7refused"


@dataclass(slots=True)
class Tally:
    """Counts of moves and frames, and how long each acknowledgement took, in seconds."""

    sent: int = 0
    acks: int = 0
    ack_bytes: int = 0
    refused: int = 0
    rows: int = 0  # frames of progress to players
    row_bytes: int = 0
    watched: int = 0  # frames to watchers, of whatever kind
    watched_bytes: int = 0
    others: int = 0
    other_bytes: int = 0
    waits: list[float] = field(default_factory=list)

    def clear(self) -> None:
        """Begin anew."""
        for name, empty in asdict(Tally()).items():
            setattr(self, name, empty)

    def hear(self, frame: bytes) -> None:
        """Count a player's frame."""
        if frame.startswith(ACK, 1):
            self.acks += 1
            self.ack_bytes += len(frame)
        elif frame.startswith(PROGRESS, 1):
            self.rows += 1
            self.row_bytes += len(frame)
        else:
            self.refused += frame.startswith(REFUSED, 1)
            self.others += 1
            self.other_bytes += len(frame)

    def watch(self, frame: bytes) -> None:
        """Count a watcher's frame."""
        self.watched += 1
        self.watched_bytes += len(frame)


class Latency(Struct, frozen=True):
    """How long acknowledgements took from the moment when their moves were due, in ms."""

    p50: float
    p95: float
    p99: float
    max: float

    @classmethod
    def of(cls, waits: list[float]) -> Self | None:
        """Sum *waits* up; None if there are fewer than two."""
        if len(waits) < 2:  # noqa: PLR2004 -- a percentile lies between two
            return None
        cuts = [1_000 * cut for cut in quantiles(waits, n=100, method="inclusive")]
        return cls(cuts[49], cuts[94], cuts[98], 1_000 * max(waits))
