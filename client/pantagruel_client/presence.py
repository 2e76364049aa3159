"""Being in a race's room, in a seat or without one: what is said, and what a host may do."""

from collections.abc import AsyncIterator
from typing import Generic, TypeVar

from pantagruel_client.connection import Connection
from pantagruel_client.errors import RequestRefused
from pantagruel_client.events import RaceEvent
from pantagruel_client.place import Place
from pantagruel_client.roomview import RoomView
from pantagruel_protocol.client_messages import Cancel, Kick, Rematch, Say, Settings, Start
from pantagruel_protocol.codes import MEANINGS, Code
from pantagruel_protocol.values import Faces, Placing, Talk, Visibility

Picture = TypeVar("Picture", bound=RoomView)


class Presence(Generic[Picture]):
    """A place in a race's room: what players and watchers have in common.

    Every method waits for the server's answer. A refusal raises RequestRefused and leaves
    everything as it was. A drop raises nothing: what was sent is sent again on the next socket.
    ConnectionLost means that it is over.
    """

    def __init__(self, connection: Connection, place: Place[Picture], view: Picture) -> None:
        self._connection = connection
        self._place = place
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

    def events(self, *, linger: bool = False) -> AsyncIterator[RaceEvent]:
        """Answer the one stream of what happens; it ends when the race is over or left.

        With *linger* it goes on after the race, with what is said then, and ends with `Rematched`
        or when the room is closed.
        """
        stream = self._place.stream
        return stream.lingering() if linger else stream

    async def say(self, text: str) -> None:
        """Say something to the room; who still plays hears other players only."""
        await self._connection.ask(Say(self._q(), text))

    async def settings(
        self,
        *,
        title: str | None = None,
        visibility: Visibility | None = None,
        faces: Faces | None = None,
        chat: Talk | None = None,
    ) -> None:
        """Change what is not None, as the host; other *faces* take everybody's readiness back."""
        await self._connection.ask(Settings(self._q(), title, visibility, faces, chat))

    async def kick(self, player: str) -> None:
        """Send the player with this id away for good, as the host, before the countdown."""
        await self._connection.ask(Kick(self._q(), player))

    async def cancel(self) -> None:
        """Call the race off, as the host, before the countdown."""
        await self._connection.ask(Cancel(self._q()))

    async def start(self, *, without_unready: bool = False) -> None:
        """Start the countdown, as the host; *without_unready* leaves the others out."""
        await self._connection.ask(Start(self._q(), without_unready))

    async def _ask_rematch(self) -> None:
        """Ask for the next race and wait until the client is in its room."""
        if self._place.next is None:
            await self._connection.ask(Rematch(self._q()))
            if not await self._place.carried():
                raise RequestRefused(Code.RACE_UNKNOWN, MEANINGS[Code.RACE_UNKNOWN].text)

    def _q(self) -> int:
        return self._connection.pending.next_q()
