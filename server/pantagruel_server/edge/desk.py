"""What every visitor needs, in one place."""

from dataclasses import dataclass, field
from typing import Protocol

from pantagruel_protocol.codes import Code
from pantagruel_server.clock import Clock
from pantagruel_server.identity import Identity
from pantagruel_server.lobby import Lobby
from pantagruel_server.rooms.registry import Registry
from pantagruel_server.settings import Settings


class Visit(Protocol):
    """A socket that may have to be sent home."""

    def end(self, code: Code) -> None:
        """Say why, and close."""


@dataclass(frozen=True, slots=True)
class Desk:
    """The parts that sockets and requests are served with, and the sockets that are here."""

    settings: Settings
    clock: Clock
    identity: Identity
    lobby: Lobby
    registry: Registry
    visits: set[Visit] = field(default_factory=set)

    def send_home(self, code: Code) -> None:
        """Close every socket."""
        for visit in tuple(self.visits):
            visit.end(code)
