"""What may wait for a journal's next flush, the same for every adapter."""

from asyncio import Future, get_running_loop
from typing import Generic, TypeVar

from pantagruel_server.journal.port import Archived, JournalError, Lease, Unavailable

Answer = TypeVar("Answer")


class Write(Generic[Answer]):
    """Something to make durable, and the future of whoever waits for it.

    A flush notes the outcome on whatever thread it runs; only `settle` touches the future, on
    the loop's thread and after the flush has ended.
    """

    __slots__ = ("_outcome", "done")

    def __init__(self) -> None:
        self.done: Future[Answer] = get_running_loop().create_future()
        self._outcome: Answer | JournalError = Unavailable("the flush passed this write over")

    def answer(self, value: Answer) -> None:
        """Note that the write stands once its flush does."""
        self._outcome = value

    def refuse(self, fault: JournalError) -> None:
        """Note that nothing was written, and why."""
        self._outcome = fault

    def settle(self) -> None:
        """Tell whoever waits; one who has gone meanwhile changes nothing on disk."""
        if self.done.done():
            return
        if isinstance(self._outcome, JournalError):
            self.done.set_exception(self._outcome)
        else:
            self.done.set_result(self._outcome)


class Acquire(Write[Lease | None]):
    """Put *race* under a new epoch, unless another node's lease lasts."""

    __slots__ = ("node", "race", "ttl_ms")

    def __init__(self, race: str, node: str, ttl_ms: int) -> None:
        super().__init__()
        self.race = race
        self.node = node
        self.ttl_ms = ttl_ms


class Append(Write[int]):
    """Write one event of a race; answers its number."""

    __slots__ = ("event", "lease", "seq")

    def __init__(self, lease: Lease, seq: int, event: bytes) -> None:
        super().__init__()
        self.lease = lease
        self.seq = seq
        self.event = event


class Archive(Write[None]):
    """Store what is left of a race and end its life."""

    __slots__ = ("lease", "left")

    def __init__(self, lease: Lease, left: Archived | None) -> None:
        super().__init__()
        self.lease = lease
        self.left = left


class Put(Write[None]):
    """Store a record."""

    __slots__ = ("key", "kind", "value")

    def __init__(self, kind: str, key: str, value: bytes) -> None:
        super().__init__()
        self.kind = kind
        self.key = key
        self.value = value


AnyWrite = Acquire | Append | Archive | Put
