"""A place in a race's room: where the server's messages become a picture and events."""

import asyncio
from abc import ABC, abstractmethod
from typing import Generic, Self, TypeVar

from pantagruel_client.errors import RequestRefused
from pantagruel_client.events import Dropped, Resumed
from pantagruel_client.roomview import RoomView
from pantagruel_client.stream import Stream
from pantagruel_protocol.client_messages import Command, Join, Watch
from pantagruel_protocol.server_messages import Rematched, Room, ServerMessage
from pantagruel_protocol.values import Resume

Picture = TypeVar("Picture", bound=RoomView)


class Place(ABC, Generic[Picture]):
    """What the connection tells of one race, and what it needs to come back to it.

    *code* is what the race was entered by, *me* the own player id. *next* is the place in the
    rematch once the server has carried the client there.
    """

    def __init__(self, me: str, code: str) -> None:
        self.me = me
        self.code = code
        self.stream = Stream()
        self.next: Self | None = None
        self.view: Picture | None = None
        self._early: list[ServerMessage] = []
        self._entered: asyncio.Future[Picture] = asyncio.get_running_loop().create_future()
        self._carried: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    @abstractmethod
    def come_back(self, q: int) -> Join | Watch:
        """Answer the request that leads back where there is nothing to resume."""

    def resume(self) -> Resume | None:
        """Answer how a new socket takes the place up; None where it has to ask again."""
        return None

    @abstractmethod
    def _look(self, room: Room) -> Picture:
        """Make the picture of the room that was entered."""

    @abstractmethod
    def _take_in(
        self, view: Picture, message: ServerMessage, command: Command | None, now: float
    ) -> None:
        """Fold a message into the picture, and pass it on if it told anything new."""

    async def entered(self) -> Picture:
        """Wait for the first sight of the room."""
        return await asyncio.shield(self._entered)

    async def carried(self) -> bool:
        """Wait until the client is in the room of the rematch; False when none will come."""
        return await asyncio.shield(self._carried)

    def hear(self, message: ServerMessage, command: Command | None = None) -> None:
        """Fold a message of the race into the view and pass it on."""
        if self.view is not None:
            self._fold(self.view, message, command)
        elif isinstance(message, Room):
            view = self._look(message)
            for early in (*self._early, message):
                self._fold(view, early, None)
            self._early.clear()
            self.begin(view)
        else:
            self._early.append(message)  # an old seat shows its board before the room

    def begin(self, view: Picture) -> None:
        """See the room for the first time."""
        self.view = view
        if not self._entered.done():
            self._entered.set_result(view)

    def _fold(self, view: Picture, message: ServerMessage, command: Command | None) -> None:
        self._take_in(view, message, command, asyncio.get_running_loop().time())
        if view.over:
            self.stream.finish()
        if view.phase in ("cancelled", "recorded"):
            self.leave()

    def carry(self, following: Self, message: Rematched) -> None:
        """Go on in the room of the rematch; it is told when that room is there."""
        self.next = following
        following._entered.add_done_callback(lambda _: self._arrived(message))

    def _arrived(self, message: Rematched) -> None:
        if not self._carried.done():
            self._carried.set_result(True)
        self.stream.finish()
        self.stream.put(message)
        self.leave()

    def dropped(self, why: str, wait_s: float) -> None:
        """Tell that the socket is gone and will be tried again."""
        self.stream.put(Dropped(why, wait_s))

    def resumed(self, resent: int) -> None:
        """Tell that the place is taken up again."""
        self.stream.put(Resumed(resent))

    def lost(self, error: Exception) -> None:
        """End the events with the reason why nothing more will come."""
        gone = self.view is not None and self.view.over and isinstance(error, RequestRefused)
        self.stream.close(None if gone else error)  # a race that is over goes some day
        futures: list[asyncio.Future[Picture] | asyncio.Future[bool]] = [
            self._entered,
            self._carried,
        ]
        for future in futures:
            if not future.done():
                future.set_exception(error)
                future.exception()  # it is told elsewhere too if nobody waits here

    def leave(self) -> None:
        """End the events: whoever was here goes away."""
        self.stream.close()
        if not self._carried.done():
            self._carried.set_result(False)
