"""The public face of Pantagruel: what a bot author imports."""

from pantagruel_client.client import Client
from pantagruel_client.errors import (
    ClientError,
    ConnectionLost,
    Disagreement,
    MoveRefused,
    RequestRefused,
    SeatTaken,
    ServerUnreachable,
    TokenUnknown,
)
from pantagruel_client.race import Race
from pantagruel_client.running import run, run_race
from pantagruel_client.view import RaceView
from pantagruel_engine.notation import Move, parse_move

__all__ = [
    "Client",
    "ClientError",
    "ConnectionLost",
    "Disagreement",
    "Move",
    "MoveRefused",
    "Race",
    "RaceView",
    "RequestRefused",
    "SeatTaken",
    "ServerUnreachable",
    "TokenUnknown",
    "parse_move",
    "run",
    "run_race",
]
