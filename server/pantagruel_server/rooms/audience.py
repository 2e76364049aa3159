"""The sockets of one race: one for each player who is there, the newest of the seat; watchers."""

from collections.abc import Iterable, Set
from typing import Protocol

from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import Room, ServerMessage
from pantagruel_server.rooms.frames import Parcel

_OVER = {"recorded", "cancelled"}


class Socket(Protocol):
    """What a race asks of a socket; nothing here waits, and on a closed one nothing happens."""

    shut: bool

    @property
    def crowded(self) -> bool:
        """Say whether so much is unread that nothing big should be sent now."""

    def send(self, message: ServerMessage) -> None:
        """Hand over one message."""

    def pass_on(self, parcel: Parcel) -> None:
        """Hand over a message that others get too."""

    def end(self, code: Code) -> None:
        """Say why, and close."""

    def follow(self, race: str) -> None:
        """Belong to the race with this id from now on."""


def send_all(socket: Socket, messages: Iterable[ServerMessage]) -> None:
    """Send *messages*, in order, to one socket."""
    for message in messages:
        socket.send(message)


class Audience:
    """Who hears of a race. Somebody whose game is over may be player and watcher at once."""

    def __init__(self) -> None:
        self._sockets: dict[str, Socket] = {}
        self._watchers: dict[Socket, str] = {}

    @property
    def on(self) -> Set[str]:
        """The players whose sockets are here."""
        return self._sockets.keys()

    @property
    def watchers(self) -> Set[Socket]:
        """The sockets of those who watch."""
        return self._watchers.keys()

    @property
    def who_watch(self) -> Set[str]:
        """The players who watch."""
        return set(self._watchers.values())

    @property
    def watching(self) -> int:
        """How many watch and have no seat here."""
        return len(self.who_watch - self._sockets.keys())

    def attach(self, player: str, socket: Socket) -> bool:
        """Let *socket* hear of *player*'s seat from now on.

        An older socket of the seat is closed, and so is any by which the player watches; *socket*
        itself only watches no more. False if it has gone while its entrance waited.
        """
        if socket.shut:
            return False
        older = self._sockets.get(player)
        self._sockets[player] = socket
        if older is not None and older is not socket:
            older.end(Code.REPLACED)
        self._watchers.pop(socket, None)
        self.unwatch(player)
        return True

    def detach(self, player: str, socket: Socket) -> bool:
        """Forget *socket*; False if it is not, or no more, the player's."""
        if self._sockets.get(player) is not socket:
            return False
        del self._sockets[player]
        return True

    def holds(self, player: str, socket: Socket) -> bool:
        """Say whether *socket* is the one of *player*'s seat."""
        return self._sockets.get(player) is socket

    def watch(self, player: str, socket: Socket) -> bool:
        """Let *socket* watch from now on; False if it has gone."""
        if not socket.shut:
            self._watchers[socket] = player
        return not socket.shut

    def drop(self, socket: Socket) -> bool:
        """Let *socket* watch no more; False if it did not."""
        return self._watchers.pop(socket, None) is not None

    def watches(self, player: str) -> bool:
        """Say whether *player* watches, by whatever socket."""
        return player in self._watchers.values()

    def unwatch(self, player: str) -> None:
        """Close every socket by which *player* watches."""
        for socket in [socket for socket, who in self._watchers.items() if who == player]:
            del self._watchers[socket]
            socket.end(Code.REPLACED)

    def kick(self, player: str) -> None:
        """Close every socket of *player*."""
        sockets = [socket for socket, who in self._watchers.items() if who == player]
        if player in self._sockets:
            sockets.append(self._sockets.pop(player))
        for socket in sockets:
            self._watchers.pop(socket, None)
            socket.end(Code.KICKED)

    def people(self) -> list[tuple[str, Socket]]:
        """Answer every player and socket once."""
        seated = list(self._sockets.items())
        taken = {socket for _, socket in seated}
        return seated + [(who, one) for one, who in self._watchers.items() if one not in taken]

    def unseated(self) -> list[tuple[str, Socket]]:
        """Answer who watches by a socket that is not the one of a seat."""
        return [(who, one) for one, who in self._watchers.items() if not self.holds(who, one)]

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
        if not self._watchers:
            self.to_players(message)
            return
        parcel = Parcel(message)
        for _, socket in self.people():
            socket.pass_on(parcel)

    def to_players(self, message: ServerMessage) -> None:
        """Send *message* to those who have a seat and do not watch."""
        if not self._sockets:
            return
        parcel = Parcel(message)
        for socket in tuple(self._sockets.values()):  # one that overflows leaves meanwhile
            if socket not in self._watchers:
                socket.pass_on(parcel)

    def to_watchers(self, message: ServerMessage, *, seated: bool = True) -> None:
        """Send *message* to those who watch; without *seated* to those without a seat alone."""
        parcel = Parcel(message)
        for socket, player in tuple(self._watchers.items()):
            if seated or not self.holds(player, socket):
                socket.pass_on(parcel)

    def show(self, room: Room) -> None:
        """Send *room* to everybody; whoever has no part in it any more hears no more of it."""
        self.to_all(room)
        over = room.phase in _OVER
        seated = set() if over else {seat.player for seat in room.seats}
        for player in self._sockets.keys() - seated:
            del self._sockets[player]
        if over:
            self._watchers.clear()

    def end(self, code: Code) -> None:
        """Close every socket."""
        for _, socket in self.people():
            socket.end(code)
