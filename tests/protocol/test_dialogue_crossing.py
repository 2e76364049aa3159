"""Two honest ends, with frames that cross between them, never find each other at fault."""

from collections import deque

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from pantagruel_protocol.client_messages import ClientMessage
from pantagruel_protocol.codes import Code
from pantagruel_protocol.dialogue import Dialogue, LocalFault, Side
from pantagruel_protocol.server_messages import Ok, Refused, ServerMessage, Suspended
from tests.protocol.samples import (
    COUNTDOWN,
    DEAL,
    REQUESTS,
    WELCOME,
    ack,
    error,
    over,
    results,
    resumed,
    resync,
    reveal,
    room,
)


class Crossing(RuleBasedStateMachine):
    """A client and a server of ours, with wires on which frames wait and cross."""

    def __init__(self) -> None:
        super().__init__()
        self.client, self.server = Dialogue(Side.CLIENT), Dialogue(Side.SERVER)
        self.up: deque[ClientMessage] = deque()
        self.down: deque[ServerMessage] = deque()
        self.open: list[int] = []

    @rule(message=st.sampled_from([resumed(0), resumed(3), *REQUESTS]))
    def ask(self, message: ClientMessage) -> None:
        """Let the client say what its own account allows."""
        try:
            self.client.send(message)
        except LocalFault:
            return
        self.up.append(message)

    @precondition(lambda self: self.up)
    @rule()
    def hear(self) -> None:
        """No honest client is ever thrown out: at worst it is refused."""
        message = self.up.popleft()
        code = self.server.receive(message)
        q = getattr(message, "q", None)
        if code is not None:
            self.tell(Refused(q=q, n=getattr(message, "n", None), code=code, why=""))
        elif q is not None:
            self.open.append(q)

    @precondition(lambda self: self.open)
    @rule(fine=st.booleans())
    def answer(self, fine: bool) -> None:
        """Answers go out in the order of the requests."""
        q = self.open.pop(0)
        self.tell(Ok(q=q) if fine else Refused(q=q, code=Code.BUSY, why=""))

    @rule(
        message=st.sampled_from(
            [WELCOME, room(), room("running"), COUNTDOWN, DEAL, Suspended(), error(Code.BUSY)]
        )
    )
    def say(self, message: ServerMessage) -> None:
        """Let the server say what its own account allows."""
        self.tell(message)

    @rule(kind=st.sampled_from([ack, over, results, reveal, resync]), step=st.integers(0, 1))
    def frame(self, kind: type, step: int) -> None:
        """State frames follow the server's count, or repeat it."""
        self.tell(kind(max(1, self.server.s + step)))

    def tell(self, message: ServerMessage) -> None:
        try:
            self.server.send(message)
        except LocalFault:
            return
        self.down.append(message)

    @precondition(lambda self: self.down)
    @rule()
    def read(self) -> None:
        """No honest server is ever found at fault."""
        assert self.client.receive(self.down.popleft()) is None

    @invariant()
    def agree(self) -> None:
        """When nothing is on its way, both accounts are one."""
        if not self.up and not self.down:
            assert (self.server.phase, self.server.s) == (self.client.phase, self.client.s)


Crossing.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestCrossing = Crossing.TestCase
