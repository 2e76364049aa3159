"""A socket on its way into a race: it waits, like every word, until the disk has what it sees."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Protocol

from pantagruel_protocol.server_messages import Ack, ServerMessage
from pantagruel_server.race.commands import Refusal
from pantagruel_server.rooms.audience import Audience, Socket, send_all
from pantagruel_server.rooms.gallery import Gallery
from pantagruel_server.rooms.pipeline import Answer


class Place(Protocol):
    """What an entrance needs of the race that it leads to."""

    audience: Audience
    gallery: Gallery

    def let_in(self, entrance: "Entrance") -> None:
        """Queue the moment from which a socket hears of the race."""

    def presence(self, player: str) -> None:
        """Let everybody know whether *player* is there."""

    def barred(self, player: str) -> Refusal | None:
        """Say what stands against *player* watching."""

    def welcome(self, watcher: Socket) -> None:
        """Count a watcher who is there now, and show the boards with the next tick."""


@dataclass(slots=True)
class Entrance(ABC):
    """What a player is shown first is made when the entrance is queued: *picture*.

    *fresh* if what leads in was done by the same request, and fails with it.
    """

    place: Place
    player: str
    socket: Socket
    answer: Answer
    after_s: int = 0
    fresh: bool = False
    picture: list[ServerMessage] = field(default_factory=list)

    @abstractmethod
    def accepted(self) -> None: ...

    def repeated(self, _ack: Ack) -> None:
        self.accepted()

    def refused(self, refusal: Refusal) -> None:
        """Give up what was new, which the journal may not have; the old only waits for it."""
        if self.fresh:
            self.answer.refused(refusal)
        else:
            self.place.let_in(self)


class PlayersEntrance(Entrance):
    """To a seat."""

    __slots__ = ()

    def accepted(self) -> None:
        self.answer.accepted()
        audience = self.place.audience
        if audience.attach(self.player, self.socket):
            audience.to_each(self.player, self.picture)
            self.place.presence(self.player)


class WatchersEntrance(Entrance):
    """To the gallery; a seat of the same socket before T0 was given up."""

    __slots__ = ()

    def accepted(self) -> None:
        barred = self.place.barred(self.player)
        if barred is not None:  # a seat was taken meanwhile, by another socket
            self.refused(barred)
            return
        self.answer.accepted()
        audience = self.place.audience
        seated = audience.holds(self.player, self.socket)
        if audience.watch(self.player, self.socket) and not seated:
            send_all(self.socket, self.picture)
        self.place.welcome(self.socket)

    def refused(self, refusal: Refusal) -> None:
        self.place.gallery.give_up()
        Entrance.refused(self, refusal)  # `super` does not know a class with slots of its own
