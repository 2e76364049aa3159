"""A race with a seat in it, or watched: what its player or watcher does, sees and is told."""

import secrets
from collections.abc import Callable

from pantagruel_client.board import move_of
from pantagruel_client.connection import Connection
from pantagruel_client.errors import RequestRefused
from pantagruel_client.lookout import Lookout
from pantagruel_client.presence import Presence
from pantagruel_client.seat import Seat
from pantagruel_client.view import RaceView
from pantagruel_client.watchview import WatchView
from pantagruel_engine.notation import Move
from pantagruel_protocol.client_messages import (
    Agree,
    Bank,
    Command,
    Finish,
    Forfeit,
    Join,
    Leave,
    Play,
    Ready,
    Unready,
    Unwatch,
)
from pantagruel_protocol.client_messages import Watch as AskToWatch
from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import Ack

GONE = (Code.NOT_IN_RACE, Code.NOT_YOUR_RACE, Code.RACE_UNKNOWN)


class Race(Presence[RaceView]):
    """A seat in a race. Next: `ready()`, then read `events()` until a `Deal` comes, then `play()`.

    A refused command raises MoveRefused, which is a RequestRefused too. `link` invites others,
    for whoever created the race.
    """

    def __init__(self, connection: Connection, seat: Seat, view: RaceView) -> None:
        super().__init__(connection, seat, view)
        self._seat = seat
        self._next: Race | None = None
        self.link: str | None = None

    @property
    def next(self) -> "Race | None":
        """The rematch, once the server has carried this player there."""
        seat = self._seat.next
        if self._next is None and seat is not None and seat.view is not None:
            self._next = Race(self._connection, seat, seat.view)
        return self._next

    async def followed(self) -> "Race | None":
        """Wait for a rematch that anybody asks for; None when the room closes without one."""
        await self._seat.carried()
        return self.next

    async def rematch(self) -> "Race":
        """Ask for the next race, with the same rules and everybody who is here, and go there."""
        await self._ask_rematch()
        following = self.next
        assert following is not None  # noqa: S101 - carried means that its room was seen
        return following

    async def ready(self, nonce: str | None = None) -> None:
        """Be ready. *nonce*, 32 hex digits, goes into the deal's key; none given, one is drawn."""
        drawn = secrets.token_hex(16) if nonce is None else nonce
        await self._connection.ask(Ready(self._q(), drawn))

    async def unready(self) -> None:
        """Take the readiness back."""
        await self._connection.ask(Unready(self._q()))

    async def agree(self, on: bool = True) -> None:
        """Agree to close the race now, or no more; it closes when all who still play agree."""
        await self._connection.ask(Agree(self._q(), on))

    async def watch(self) -> "Watch":
        """Look at the boards: before the countdown by giving the seat up, or when done playing."""
        lookout = Lookout(self.view.me, self.id)
        await self._connection.move(AskToWatch(self._q(), self.id), lookout)
        return Watch(self._connection, lookout, await lookout.entered())

    async def leave(self) -> None:
        """Go away: before the countdown the seat is free again, later it stays yours.

        A rematch that nobody asked `next` for is left too.
        """
        seat = self._seat
        while self._next is None and seat.next is not None:
            seat = seat.next
        if self._connection.roles.seat is seat:
            try:
                await self._connection.move(Leave(self._q()), None)
            except RequestRefused as refused:
                if refused.code not in GONE:  # else it was left before the socket broke
                    raise
        self._seat.leave()

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


class Watch(Presence[WatchView]):
    """A race that is watched. Next: read `events()`, and look at `view.players`.

    After a drop the client watches again by itself, with new pictures of the boards.
    """

    def __init__(self, connection: Connection, lookout: Lookout, view: WatchView) -> None:
        super().__init__(connection, lookout, view)
        self._lookout = lookout
        self._next: Watch | None = None

    @property
    def next(self) -> "Watch | None":
        """The rematch, once the server has carried this watcher there."""
        lookout = self._lookout.next
        if self._next is None and lookout is not None and lookout.view is not None:
            self._next = Watch(self._connection, lookout, lookout.view)
        return self._next

    async def followed(self) -> "Watch | None":
        """Wait for a rematch that anybody asks for; None when the room closes without one."""
        await self._lookout.carried()
        return self.next

    async def rematch(self) -> "Watch":
        """Ask for the next race, as the host, and go on watching there."""
        await self._ask_rematch()
        following = self.next
        assert following is not None  # noqa: S101 - carried means that its room was seen
        return following

    async def join(self) -> Race:
        """Take a seat, and watch no more; before the countdown only."""
        seat = Seat(self.view.me, self.code)
        await self._connection.move(Join(self._q(), self.code), seat)
        return Race(self._connection, seat, await seat.entered())

    async def leave(self) -> None:
        """Watch no more."""
        if self._connection.roles.lookout is self._lookout:
            await self._connection.move(Unwatch(self._q()), None)
        self._lookout.leave()
