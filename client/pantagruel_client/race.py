"""A race with a seat in it: what its player does, sees and is told."""

import secrets
from collections.abc import Callable

from pantagruel_client.board import move_of
from pantagruel_client.connection import Connection
from pantagruel_client.seat import Seat
from pantagruel_client.stream import Stream
from pantagruel_client.view import RaceView
from pantagruel_engine.notation import Move
from pantagruel_protocol.client_messages import (
    Bank,
    Command,
    Finish,
    Forfeit,
    Leave,
    Play,
    Ready,
    Start,
    Unready,
)
from pantagruel_protocol.server_messages import Ack
from pantagruel_protocol.values import Placing


class Race:
    """A seat in a race. Next: `ready()`, then read `events()` until a `Deal` comes, then `play()`.

    Every method waits for the server's answer. A refusal raises RequestRefused, that of a command
    MoveRefused; either leaves everything as it was. A drop raises nothing: what was sent is sent
    again on the next socket. ConnectionLost means that it is over.
    """

    def __init__(self, connection: Connection, seat: Seat, view: RaceView) -> None:
        self._connection = connection
        self._seat = seat
        self.view = view

    @property
    def id(self) -> str:
        return self.view.room.race

    @property
    def code(self) -> str:
        """What others join by."""
        return self.view.room.code

    @property
    def results(self) -> tuple[Placing, ...]:
        """The final table, best first; empty until the race is over."""
        return self.view.results

    def events(self) -> Stream:
        """Answer the one stream of what happens; it ends when the race is over or left."""
        return self._seat.stream

    async def ready(self, nonce: str | None = None) -> None:
        """Be ready. *nonce*, 32 hex digits, goes into the deal's key; none given, one is drawn."""
        drawn = secrets.token_hex(16) if nonce is None else nonce
        await self._connection.ask(Ready(self._q(), drawn))

    async def unready(self) -> None:
        """Take the readiness back."""
        await self._connection.ask(Unready(self._q()))

    async def start(self, *, without_unready: bool = False) -> None:
        """Start the countdown, as the host; *without_unready* leaves the others out."""
        await self._connection.ask(Start(self._q(), without_unready))

    async def leave(self) -> None:
        """Go away: before the countdown the seat is free again, later it stays yours."""
        await self._connection.ask(Leave(self._q()))
        self._seat.leave()
        self._connection.seat = None

    async def play(self, move: Move | str) -> Ack:
        """Play *move* and answer what it showed, once it is stored.

        Several may be in flight; each bears the number after the one before, so a refusal
        refuses those behind it too. Raises the engine's InvalidMove for a text that is no move.
        """
        text = move_of(move).text
        return await self._give(lambda n: Play(n, text))

    async def finish(self) -> Ack:
        """Play a finishable game to its end."""
        return await self._give(Finish)

    async def bank(self) -> Ack:
        """Stop here and keep the score."""
        return await self._give(Bank)

    async def forfeit(self) -> Ack:
        """Give up; the board counts as it lies."""
        return await self._give(Forfeit)

    async def _give(self, make: Callable[[int], Command]) -> Ack:
        return await self._connection.give(make(self._connection.pending.next_n))

    def _q(self) -> int:
        return self._connection.pending.next_q()
