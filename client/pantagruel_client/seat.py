"""A player's place at the table: where messages become the picture and the events of one race."""

import asyncio

from pantagruel_client.events import Dropped, RaceMessage, Resumed
from pantagruel_client.stream import Stream
from pantagruel_client.view import RaceView
from pantagruel_protocol.client_messages import Command
from pantagruel_protocol.server_messages import (
    Ack,
    Countdown,
    Deal,
    Over,
    Progress,
    Results,
    Resync,
    Reveal,
    Room,
    ServerMessage,
    Suspended,
)
from pantagruel_protocol.values import Resume


class Seat:
    """What the connection tells of one race, and what it needs to take the race up again."""

    def __init__(self, me: str) -> None:
        self._me = me
        self._view: RaceView | None = None
        self.stream = Stream()
        self._early: list[ServerMessage] = []
        self._entered: asyncio.Future[RaceView] = asyncio.get_running_loop().create_future()

    async def entered(self) -> RaceView:
        """Wait for the first sight of the room."""
        return await self._entered

    def resume(self) -> Resume | None:
        """Answer how a new socket takes the seat up; None while there is none."""
        if self._view is None:
            return None
        return Resume(self._view.room.race, self._view.s)

    def hear(self, message: ServerMessage, command: Command | None) -> None:
        """Fold a message of the race into the view and pass it on."""
        if self._view is not None:
            self._fold(self._view, message, command)
        elif isinstance(message, Room):
            self._enter(RaceView(self._me, message), message)
        else:
            self._early.append(message)  # an old seat shows its board before the room

    def _enter(self, view: RaceView, room: Room) -> None:
        for message in (*self._early, room):
            self._fold(view, message, None)
        self._early.clear()
        self._view = view
        if not self._entered.done():
            self._entered.set_result(view)

    def _fold(self, view: RaceView, message: ServerMessage, command: Command | None) -> None:
        event = _event(message)
        now = asyncio.get_running_loop().time()
        if event is None or not view.fold(event, command, now):
            return
        self.stream.put(event)
        if view.over:
            self.stream.close()

    def dropped(self, why: str, wait_s: float) -> None:
        """Tell the player that the socket is gone and will be tried again."""
        self.stream.put(Dropped(why, wait_s))

    def resumed(self, resent: int) -> None:
        """Tell the player that the seat is taken up again."""
        self.stream.put(Resumed(resent))

    def lost(self, error: Exception) -> None:
        """End the events with the reason why nothing more will come."""
        self.stream.close(error)
        if not self._entered.done():
            self._entered.set_exception(error)
            self._entered.exception()  # it is told elsewhere too if nobody waits here

    def leave(self) -> None:
        """End the events: the player goes away."""
        self.stream.close()


def _event(message: ServerMessage) -> RaceMessage | None:
    match message:
        case (
            Room()
            | Countdown()
            | Deal()
            | Ack()
            | Progress()
            | Over()
            | Results()
            | Reveal()
            | Resync()
            | Suspended()
        ):
            return message
        case _:
            return None
