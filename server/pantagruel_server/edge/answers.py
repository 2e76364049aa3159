"""The outcome of a request, as its socket hears of it: `ok`, a stored ack, or `refused`."""

from collections.abc import Callable

from pantagruel_protocol.server_messages import Ack, Error, Ok, Refused
from pantagruel_server.edge.outbox import Outbox
from pantagruel_server.race.commands import Refusal


class ToCommand:
    """Answers command *n*: an accepted one by the ack that goes to the seat anyway."""

    __slots__ = ("_n", "_outbox")

    def __init__(self, outbox: Outbox, n: int) -> None:
        self._outbox = outbox
        self._n = n

    def accepted(self) -> None:
        pass

    def repeated(self, ack: Ack) -> None:
        self._outbox.send(ack)

    def refused(self, refusal: Refusal) -> None:
        code, why, reason, cards = refusal.code, refusal.why, refusal.reason, refusal.cards
        self._outbox.refuse(
            Refused(code, why, n=self._n, reason=reason, cards=cards, expected=refusal.expected)
        )


class ToRequest:
    """Answers request *q*; *done* or *failed* is called after it."""

    __slots__ = ("_done", "_failed", "_outbox", "_q")

    def __init__(
        self,
        outbox: Outbox,
        q: int,
        done: Callable[[], None] | None = None,
        failed: Callable[[], None] | None = None,
    ) -> None:
        self._outbox = outbox
        self._q = q
        self._done = done
        self._failed = failed

    def accepted(self) -> None:
        self._outbox.send(Ok(self._q))
        if self._done is not None:
            self._done()

    def repeated(self, _ack: Ack) -> None:
        self.accepted()

    def refused(self, refusal: Refusal) -> None:
        self._outbox.refuse(Refused(refusal.code, refusal.why, q=self._q))
        if self._failed is not None:
            self._failed()


class ToResume:
    """Answers the wish in `hello`: by frames, or by an `error` without a close."""

    __slots__ = ("_failed", "_outbox")

    def __init__(self, outbox: Outbox, failed: Callable[[], None]) -> None:
        self._outbox = outbox
        self._failed = failed

    def accepted(self) -> None:
        pass

    def repeated(self, _ack: Ack) -> None:
        pass

    def refused(self, refusal: Refusal) -> None:
        self._outbox.send(Error(refusal.code, refusal.why))
        self._failed()
