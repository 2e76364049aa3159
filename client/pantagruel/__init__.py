"""The public face of Pantagruel: what a bot author imports."""

from pantagruel_client.client import Client
from pantagruel_client.errors import (
    BadName,
    ClientError,
    ConnectionLost,
    Disagreement,
    Kicked,
    MoveRefused,
    RequestRefused,
    SeatTaken,
    ServerUnreachable,
    TokenUnknown,
)
from pantagruel_client.events import Dropped, Missed, RaceEvent, Resumed
from pantagruel_client.race import Race, Watch
from pantagruel_client.running import run, run_race
from pantagruel_client.view import RaceView
from pantagruel_client.watchview import WatchView
from pantagruel_engine.notation import Move, parse_move
from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import (
    Ack,
    Board,
    Countdown,
    Deal,
    Outlined,
    Over,
    Progress,
    Rematched,
    Results,
    Resync,
    Reveal,
    Room,
    Said,
    Steps,
    Suspended,
    Verdict,
)

__all__ = [
    "Ack",
    "BadName",
    "Board",
    "Client",
    "ClientError",
    "Code",
    "ConnectionLost",
    "Countdown",
    "Deal",
    "Disagreement",
    "Dropped",
    "Kicked",
    "Missed",
    "Move",
    "MoveRefused",
    "Outlined",
    "Over",
    "Progress",
    "Race",
    "RaceEvent",
    "RaceView",
    "Rematched",
    "RequestRefused",
    "Results",
    "Resumed",
    "Resync",
    "Reveal",
    "Room",
    "Said",
    "SeatTaken",
    "ServerUnreachable",
    "Steps",
    "Suspended",
    "TokenUnknown",
    "Verdict",
    "Watch",
    "WatchView",
    "parse_move",
    "run",
    "run_race",
]
