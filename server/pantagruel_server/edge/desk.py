"""What every visitor needs, in one place."""

import asyncio
from dataclasses import dataclass, field
from typing import Protocol

from aiohttp import web

from pantagruel_protocol.codes import Code
from pantagruel_server.clock import Clock
from pantagruel_server.edge.crowd import Crowd
from pantagruel_server.identity import Identity
from pantagruel_server.lobby import Lobby
from pantagruel_server.rooms.registry import Registry
from pantagruel_server.settings import Settings
from pantagruel_server.telemetry import Tally

DESK: web.AppKey["Desk"] = web.AppKey("desk")


class Visit(Protocol):
    """A socket that may have to be sent home."""

    def end(self, code: Code) -> None:
        """Say why, and close."""

    def beat(self) -> None:
        """Find out whether anybody is there, now and then."""


@dataclass(frozen=True, slots=True)
class Desk:
    """The parts that sockets and requests are served with, and the sockets that are here."""

    settings: Settings
    clock: Clock
    identity: Identity
    lobby: Lobby
    registry: Registry
    crowd: Crowd
    operator_token: str
    tally: Tally = field(default_factory=Tally)
    draining: asyncio.Event = field(default_factory=asyncio.Event)
    visits: set[Visit] = field(default_factory=set)

    async def beat_forever(self) -> None:
        """Look after the sockets that are silent."""
        while True:
            await asyncio.sleep(self.settings.heartbeat_ms / 1000)
            for visit in tuple(self.visits):
                visit.beat()
            self.crowd.sweep()

    def send_home(self, code: Code) -> None:
        """Close every socket."""
        for visit in tuple(self.visits):
            visit.end(code)
