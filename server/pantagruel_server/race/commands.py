"""What may be asked of a race, in the imperative, and the three kinds of answer."""

from typing import NamedTuple

from msgspec import Struct

from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import Ack
from pantagruel_protocol.values import Faces, Talk, Visibility
from pantagruel_server.race.events import Event


class JoinRace(Struct, frozen=True):
    player: str
    name: str
    bot: bool


class LeaveRace(Struct, frozen=True):
    """*watches*: only the seat is given up."""

    player: str
    watches: bool = False


class MakeReady(Struct, frozen=True):
    player: str
    nonce: str


class MakeUnready(Struct, frozen=True):
    player: str


class StartRace(Struct, frozen=True):
    player: str
    without_unready: bool


class ChangeSettings(Struct, frozen=True):
    player: str
    title: str | None = None
    visibility: Visibility | None = None
    faces: Faces | None = None
    chat: Talk | None = None


class KickPlayer(Struct, frozen=True):
    """*watching*: whom to kick watches, which the race itself does not know."""

    player: str
    kicked: str
    watching: bool


class CancelRace(Struct, frozen=True):
    player: str


class AgreeToClose(Struct, frozen=True):
    player: str
    agreed: bool


class SayText(Struct, frozen=True):
    """Whoever has a seat says it from there; *name* is for those who have none."""

    player: str
    name: str
    text: str


class PlayMove(Struct, frozen=True):
    player: str
    n: int
    text: str


class FinishGame(Struct, frozen=True):
    player: str
    n: int


class BankGame(Struct, frozen=True):
    player: str
    n: int


class ForfeitGame(Struct, frozen=True):
    player: str
    n: int


RaceCommand = (
    JoinRace
    | LeaveRace
    | MakeReady
    | MakeUnready
    | StartRace
    | ChangeSettings
    | KickPlayer
    | CancelRace
    | AgreeToClose
    | SayText
    | PlayMove
    | FinishGame
    | BankGame
    | ForfeitGame
)


class Now(NamedTuple):
    """The moment of a decision: *wall_ms* is UTC, *ms* race time (negative before T0)."""

    wall_ms: int
    ms: int


class Accepted(Struct, frozen=True):
    """The command stands; *events* may be empty when it changes nothing."""

    events: tuple[Event, ...]


class Repeated(Struct, frozen=True):
    """The same command was accepted before: its stored answer."""

    ack: Ack


class Refusal(Struct, frozen=True):
    """The command is refused and nothing changes."""

    code: Code
    why: str
    reason: str | None = None
    cards: tuple[str, ...] = ()
    expected: int | None = None


Decision = Accepted | Repeated | Refusal
