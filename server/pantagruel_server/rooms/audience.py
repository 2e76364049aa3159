"""The sockets of one race: one for each player who is there, the newest of the seat."""

from collections.abc import Iterable, Set
from typing import Protocol

from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import Room, ServerMessage
from pantagruel_server.rooms.frames import Parcel

_OVER = {"recorded", "cancelled"}


class Socket(Protocol):
    """What a race asks of a socket; nothing here waits, and on a closed one nothing happens."""

    shut: bool

    def send(self, message: ServerMessage) -> None:
        """Hand over one message."""

    def pass_on(self, parcel: Parcel) -> None:
        """Hand over a message that others get too."""

    def end(self, code: Code) -> None:
        """Say why, and close."""


class Audience:
    """Who hears of a race."""

    def __init__(self) -> None:
        self._sockets: dict[str, Socket] = {}

    @property
    def on(self) -> Set[str]:
        """The players whose sockets are here."""
        return self._sockets.keys()

    def attach(self, player: str, socket: Socket) -> bool:
        """Let *socket* hear of *player*'s seat from now on; an older one of the seat is closed.

        False if it has gone while its entrance waited for the journal.
        """
        if socket.shut:
            return False
        older = self._sockets.get(player)
        self._sockets[player] = socket
        if older is not None and older is not socket:
            older.end(Code.REPLACED)
        return True

    def detach(self, player: str, socket: Socket) -> bool:
        """Forget *socket*; False if it is not, or no more, the player's."""
        if self._sockets.get(player) is not socket:
            return False
        del self._sockets[player]
        return True

    def to(self, player: str, message: ServerMessage) -> None:
        """Send *message* to one player, if there is a socket."""
        socket = self._sockets.get(player)
        if socket is not None:
            socket.send(message)

    def to_each(self, player: str, messages: Iterable[ServerMessage]) -> None:
        """Send *messages*, in order, to one player."""
        for message in messages:
            self.to(player, message)

    def to_all(self, message: ServerMessage) -> None:
        """Send *message* to everybody who is here."""
        if not self._sockets:
            return
        parcel = Parcel(message)
        for socket in tuple(self._sockets.values()):  # one that overflows leaves meanwhile
            socket.pass_on(parcel)

    def show(self, room: Room) -> None:
        """Send *room* to everybody; whoever has no seat in it any more hears no more of it."""
        self.to_all(room)
        seated = set() if room.phase in _OVER else {seat.player for seat in room.seats}
        for player in self._sockets.keys() - seated:
            del self._sockets[player]

    def end(self, code: Code) -> None:
        """Close every socket."""
        for socket in tuple(self._sockets.values()):
            socket.end(code)
