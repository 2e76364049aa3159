"""A watcher's place: from the pictures of the boards on, step by step."""

from pantagruel_client.place import Place
from pantagruel_client.roomview import RoomView
from pantagruel_client.watchview import WatchView
from pantagruel_protocol.client_messages import Command, Watch
from pantagruel_protocol.server_messages import (
    Board,
    Countdown,
    Outlined,
    Progress,
    Results,
    Reveal,
    Room,
    Said,
    ServerMessage,
    Steps,
    Suspended,
)


class Lookout(Place[WatchView]):
    """A place without a seat, which begins anew with every socket."""

    def come_back(self, q: int) -> Watch:
        """Answer the request that leads back."""
        return Watch(q, self.code if self.view is None else self.view.room.race)

    def enter_from(self, other: RoomView) -> None:
        """Begin in a room that is seen already, from a seat in it."""
        view = WatchView(self.me, other.room)
        view.begin_from(other)
        self.begin(view)

    def fresh(self, me: str) -> None:
        """Begin anew, as player *me*: new pictures of the boards come."""
        self.me = me
        if self.view is not None:
            self.view.me = me
            self.view.fresh()

    def _look(self, room: Room) -> WatchView:
        return WatchView(self.me, room)

    def _take_in(
        self, view: WatchView, message: ServerMessage, command: Command | None, now: float
    ) -> None:
        del command  # whoever watches gives none
        match message:
            case (
                Room()
                | Countdown()
                | Progress()
                | Board()
                | Outlined()
                | Steps()
                | Said()
                | Results()
                | Reveal()
                | Suspended()
            ):
                if view.fold(message, now):
                    self.stream.put(message)
            case _:
                pass
