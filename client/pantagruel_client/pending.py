"""The requests that wait for their answers, and what to send again after a drop."""

import asyncio
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from pantagruel_client.errors import MoveRefused, RequestRefused
from pantagruel_protocol.client_messages import (
    Agree,
    Cancel,
    Command,
    Join,
    Kick,
    Leave,
    Ready,
    Rematch,
    Say,
    Settings,
    Start,
    Unready,
    Unwatch,
    Watch,
)
from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import Ack, Ok, Refused

Move = Join | Leave | Watch | Unwatch  # from one race, or role in it, to another
Request = Move | Ready | Unready | Start | Settings | Kick | Cancel | Agree | Rematch | Say


@dataclass(slots=True)
class _Asked:
    request: Request
    answered: asyncio.Future[Ok]
    sent: bool = False


@dataclass(slots=True)
class _Given:
    """A command; *owed* counts the answers to it that the present socket still has to bring."""

    command: Command
    acked: asyncio.Future[Ack]
    owed: int = 0

    @property
    def refused(self) -> bool:
        done = self.acked.done() and not self.acked.cancelled()
        return done and self.acked.exception() is not None


class Pending:
    """Requests by their number *q*, commands in the order of their number *n*.

    A command is registered first and sent when the socket allows, so a drop in between loses
    nothing. The server answers commands in the order they came: an answer belongs to the first
    command with its number that is owed one. When command n is refused, those behind it are
    ahead of what the server expects: they are refused here at once, wait out their answers in
    silence and are never sent again.
    """

    def __init__(self) -> None:
        self.accepted = 0
        self._q = 0
        self._asked: dict[int, _Asked] = {}
        self._given: deque[_Given] = deque()

    def next_q(self) -> int:
        """Answer a number for a request that no other has."""
        self._q += 1
        return self._q

    @property
    def next_n(self) -> int:
        """The number of the next command: one more than those accepted and in flight."""
        return self.accepted + 1 + sum(1 for _ in self._alive())

    def ask(self, request: Request) -> asyncio.Future[Ok]:
        """Register *request* and answer what its caller waits for."""
        answered: asyncio.Future[Ok] = asyncio.get_running_loop().create_future()
        self._asked[request.q] = _Asked(request, answered)
        return answered

    def give(self, command: Command) -> asyncio.Future[Ack]:
        """Register *command* and answer what its caller waits for."""
        acked: asyncio.Future[Ack] = asyncio.get_running_loop().create_future()
        self._given.append(_Given(command, acked))
        return acked

    def find(self, n: int) -> Command | None:
        """Answer the command that a first ack of number *n* speaks of."""
        return next((given.command for given in self._alive() if given.command.n == n), None)

    @property
    def unsent(self) -> int:
        """Count what waits to be sent."""
        commands = sum(not given.owed and not given.refused for given in self._given)
        return commands + sum(not asked.sent for asked in self._asked.values())

    def take_unsent(self) -> Command | Request | None:
        """Answer what is to be sent next, commands first, and note it as sent."""
        for given in self._given:
            if not given.owed and not given.refused:
                given.owed = 1
                return given.command
        for asked in self._asked.values():
            if not asked.sent:
                asked.sent = True
                return asked.request
        return None

    def answer(self, message: Ok | Ack | Refused) -> None:
        """Give an answer to whoever waits for it."""
        match message:
            case Ok(q=q):
                self._answer(q, message)
            case Ack(n=n):
                given = self._owed(n) or self._resumed(n)
                self.accepted = max(self.accepted, n)
                if given and not given.acked.done():
                    given.acked.set_result(message)
            case Refused(n=int(n)):
                self._refuse(n, message)
            case Refused(q=int(q)):
                self._answer(q, RequestRefused(message.code, message.why))
            case _:
                pass  # a refusal without a number answers nothing that was asked here

    def socket_gone(self) -> None:
        """Forget what the old socket owed; everything without an answer is unsent again."""
        self._given = deque(
            given for given in self._given if not given.refused and not self._settled(given)
        )
        for given in self._given:
            given.owed = 0
        for asked in self._asked.values():
            asked.sent = False

    def fail(self, error: Exception, *, moves: bool = True) -> None:
        """Tell everybody who waits that no answer will come; without *moves*, these go on."""
        kept = {
            q: asked
            for q, asked in self._asked.items()
            if not moves and isinstance(asked.request, Move)
        }
        futures: list[asyncio.Future[Ack] | asyncio.Future[Ok]] = [
            *(given.acked for given in self._given),
            *(asked.answered for q, asked in self._asked.items() if q not in kept),
        ]
        for future in futures:
            if not future.done():
                future.set_exception(error)
        self._given.clear()
        self._asked = kept

    def _alive(self) -> Iterator[_Given]:
        """Walk through the commands that may yet be accepted."""
        return (
            given for given in self._given if given.command.n > self.accepted and not given.refused
        )

    def _settled(self, given: _Given) -> bool:
        """Whether the command was accepted and nobody waits for its ack any more."""
        return given.acked.done() and given.command.n <= self.accepted

    def _owed(self, n: int) -> _Given | None:
        for given in self._given:
            if given.command.n == n and given.owed:
                given.owed -= 1
                if not given.owed:
                    self._given.remove(given)
                return given
        return None

    def _resumed(self, n: int) -> _Given | None:
        """Take out the command whose ack an older socket owed and a resume brings."""
        given = next((given for given in self._alive() if given.command.n == n), None)
        if given is not None:
            self._given.remove(given)
        return given

    def _answer(self, q: int, answer: Ok | RequestRefused) -> None:
        asked = self._asked.pop(q, None)
        if asked is None or asked.answered.done():
            return  # asked twice across a drop, or nobody waits any more
        if isinstance(answer, RequestRefused):
            asked.answered.set_exception(answer)
        else:
            asked.answered.set_result(answer)

    def _refuse(self, n: int, refused: Refused) -> None:
        if refused.code is Code.SUSPENDED:
            return  # it goes out again after the `resync` that follows
        given = self._owed(n)
        if given is None or given.acked.done():
            return
        given.acked.set_exception(
            MoveRefused(refused.code, refused.why, refused.reason, refused.cards)
        )
        for other in self._given:
            if other.command.n > n and not other.acked.done():
                why = f"command {n} before it was refused"
                other.acked.set_exception(MoveRefused(Code.STALE, why))
