"""What every journal promises, whatever it is made of."""

from asyncio import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


class JournalError(Exception):
    """The journal did not do what was asked; nothing may be acknowledged."""


class Fenced(JournalError):
    """Another epoch owns the race now: this owner must forget it."""


class Unavailable(JournalError):
    """The journal cannot write or be read at the moment."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to append to one race: *epoch* is the fence, *last* the newest event's number."""

    race: str
    node: str
    epoch: int
    last: int


@dataclass(frozen=True, slots=True)
class Archived:
    """What is left of a race that is over.

    *summary* is shown to whoever asks for the race, and in lists if it is *listed*, in the order
    of *closed_ms*.
    """

    replay: bytes
    summary: bytes
    closed_ms: int
    listed: bool


@dataclass(slots=True)
class Stats:
    """How much was written, in how many flushes, since the journal was opened."""

    writes: int = 0
    flushes: int = 0


class Journal(Protocol):
    """Ordered events per race, durable before they are acknowledged, and small records."""

    async def acquire(self, race: str, node: str, ttl_ms: int) -> Lease | None:
        """Own *race* under a new epoch, or answer None while another node's lease lasts."""

    async def renew(self, lease: Lease, ttl_ms: int) -> bool:
        """Lengthen a lease; False if another epoch owns the race."""

    async def release(self, lease: Lease) -> bool:
        """Let another node take the race at once; False if it has already."""

    def append(self, lease: Lease, seq: int, event: bytes) -> Future[int]:
        """Write event number *seq*; the future ends once it is on disk.

        Fails with Fenced when the epoch is old, with Unavailable on a gap or a failed write.
        An event that is there already (same epoch and number) is answered, not written twice.
        """

    async def read(self, race: str, after: int = 0) -> list[tuple[int, bytes]]:
        """Answer the events of *race* with numbers above *after*, in order."""

    async def live(self) -> list[str]:
        """Name the races that have events and are not archived, oldest first."""

    async def archive(self, lease: Lease, left: Archived | None) -> None:
        """Store what is left and end the race's life, both or neither; fenced like append.

        None: nothing is left, as of a race that was cancelled.
        """

    async def replay(self, race: str) -> bytes | None:
        """Answer the stored replay of *race*."""

    async def summary(self, race: str) -> bytes | None:
        """Answer the stored summary of *race*."""

    async def summaries(self, after: str | None, limit: int) -> list[bytes]:
        """Answer the summaries of listed races, the newest first, from the one after *after*."""

    def put(self, kind: str, key: str, value: bytes) -> Future[None]:
        """Store a record, in the same flush as an event that is appended without a wait between.

        So neither is on disk without the other, unless the event is fenced.
        """

    async def get(self, kind: str, key: str) -> bytes | None:
        """Answer the record *key* of *kind*."""

    async def backup(self, target: Path) -> None:
        """Write a consistent copy of everything to a new file; raises JournalError."""

    def stats(self) -> Stats:
        """Answer what was written so far."""

    async def close(self) -> None:
        """Flush what waits and let go of the files."""
