"""A player's place at the table."""

from pantagruel_client.place import Place
from pantagruel_client.view import RaceView
from pantagruel_protocol.client_messages import Command, Join
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
    Said,
    ServerMessage,
    Suspended,
    Verdict,
)
from pantagruel_protocol.values import Resume


class Seat(Place[RaceView]):
    """A seat, which a new socket takes up exactly where the old one broke off."""

    def come_back(self, q: int) -> Join:
        """Answer the request that leads back to a seat whose room was never seen."""
        return Join(q, self.code)

    def resume(self) -> Resume | None:
        """Answer how a new socket takes the seat up."""
        view = self.view
        if view is None:
            return None
        return Resume(view.room.race, view.s if view.resume_s is None else view.resume_s)

    def _look(self, room: Room) -> RaceView:
        return RaceView(self.me, room)

    def _take_in(
        self, view: RaceView, message: ServerMessage, command: Command | None, now: float
    ) -> None:
        match message:
            case (
                Room()
                | Countdown()
                | Deal()
                | Ack()
                | Progress()
                | Said()
                | Verdict()
                | Over()
                | Results()
                | Reveal()
                | Resync()
                | Suspended()
            ):
                if view.fold(message, command, now):
                    self.stream.put(message)
            case _:
                pass
