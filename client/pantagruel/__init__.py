"""The public face of Pantagruel: what a bot author imports."""

from pantagruel_client.client import Client
from pantagruel_client.errors import (
    BadName,
    ClientError,
    ConnectionLost,
    Disagreement,
    MoveRefused,
    RequestRefused,
    SeatTaken,
    ServerUnreachable,
    TokenUnknown,
)
from pantagruel_client.events import Dropped, Missed, RaceEvent, Resumed
from pantagruel_client.race import Race
from pantagruel_client.running import run, run_race
from pantagruel_client.view import RaceView
from pantagruel_engine.notation import Move, parse_move
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
    Suspended,
)

__all__ = [
    "Ack",
    "BadName",
    "Client",
    "ClientError",
    "ConnectionLost",
    "Countdown",
    "Deal",
    "Disagreement",
    "Dropped",
    "Missed",
    "Move",
    "MoveRefused",
    "Over",
    "Progress",
    "Race",
    "RaceEvent",
    "RaceView",
    "RequestRefused",
    "Results",
    "Resumed",
    "Resync",
    "Reveal",
    "Room",
    "SeatTaken",
    "ServerUnreachable",
    "Suspended",
    "TokenUnknown",
    "parse_move",
    "run",
    "run_race",
]
