"""What may be asked of a race, in the imperative, and the three kinds of answer."""

from dataclasses import dataclass
from typing import NamedTuple

from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import Ack
from pantagruel_server.race.events import Event


@dataclass(frozen=True, slots=True)
class JoinRace:
    player: str
    name: str
    bot: bool


@dataclass(frozen=True, slots=True)
class LeaveRace:
    player: str


@dataclass(frozen=True, slots=True)
class MakeReady:
    player: str
    nonce: str


@dataclass(frozen=True, slots=True)
class MakeUnready:
    player: str


@dataclass(frozen=True, slots=True)
class StartRace:
    player: str
    without_unready: bool


@dataclass(frozen=True, slots=True)
class PlayMove:
    player: str
    n: int
    text: str


@dataclass(frozen=True, slots=True)
class FinishGame:
    player: str
    n: int


@dataclass(frozen=True, slots=True)
class BankGame:
    player: str
    n: int


@dataclass(frozen=True, slots=True)
class ForfeitGame:
    player: str
    n: int


RaceCommand = (
    JoinRace
    | LeaveRace
    | MakeReady
    | MakeUnready
    | StartRace
    | PlayMove
    | FinishGame
    | BankGame
    | ForfeitGame
)


class Now(NamedTuple):
    """The moment of a decision: *wall_ms* is UTC, *ms* race time (negative before T0)."""

    wall_ms: int
    ms: int


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command stands; *events* may be empty when it changes nothing."""

    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Repeated:
    """The same command was accepted before: its stored answer."""

    ack: Ack


@dataclass(frozen=True, slots=True)
class Refusal:
    """The command is refused and nothing changes."""

    code: Code
    why: str
    reason: str | None = None
    cards: tuple[str, ...] = ()
    expected: int | None = None


Decision = Accepted | Repeated | Refusal
