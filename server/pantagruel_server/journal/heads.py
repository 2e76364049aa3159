"""Who owns which race, and how far it is written, for a journal that one process has to itself."""

from dataclasses import dataclass
from typing import NamedTuple

from pantagruel_server.journal.port import Fenced, Lease


@dataclass(slots=True)
class Hold:
    """How long a node may count on its race; lengthened without touching the disk."""

    node: str
    until_ms: int


class Head(NamedTuple):
    """The newest state of one owned race: *first* is the number its epoch began to write at."""

    row: int
    epoch: int
    first: int
    last: int
    hold: Hold


class Heads:
    """Heads as they are on disk, and above them those of the flush under way.

    The journal's thread changes them; `renew` and `release` may be called from another one, as
    they only move the end of a hold.
    """

    def __init__(self) -> None:
        self._durable: dict[str, Head] = {}
        self._flushing: dict[str, Head | None] = {}

    def owned(self, lease: Lease) -> Head:
        """Answer the head that *lease* may move, or raise Fenced."""
        head = self._newest(lease.race)
        if head is None or head.epoch != lease.epoch:
            why = f"epoch {lease.epoch} of race {lease.race} is over"
            raise Fenced(why)
        return head

    def free(self, race: str, node: str, now_ms: int) -> bool:
        """Tell whether *node* may take *race*."""
        head = self._newest(race)
        return head is None or head.hold.node == node or head.hold.until_ms <= now_ms

    def take(self, race: str, head: Head) -> None:
        """Put *race* under a new head."""
        self._flushing[race] = head

    def grow(self, race: str, head: Head) -> None:
        """Note one more event."""
        row, epoch, first, last, hold = head
        self._flushing[race] = Head(row, epoch, first, last + 1, hold)

    def drop(self, race: str) -> None:
        """Forget *race*: it is over."""
        self._flushing[race] = None

    def commit(self) -> None:
        """Let the flush stand."""
        for race, head in self._flushing.items():
            if head is None:
                self._durable.pop(race, None)
            else:
                self._durable[race] = head
        self._flushing.clear()

    def rollback(self) -> None:
        """Go back to what is on disk."""
        self._flushing.clear()

    def hold_until(self, lease: Lease, until_ms: int) -> bool:
        """Move the end of a lease; False if another epoch owns the race."""
        head = self._durable.get(lease.race)
        if head is None or head.epoch != lease.epoch:
            return False
        head.hold.until_ms = until_ms
        return True

    def _newest(self, race: str) -> Head | None:
        if race in self._flushing:
            return self._flushing[race]
        return self._durable.get(race)
