"""What one race is at one moment: a few facts fixed at its opening, and its seats."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from pantagruel_engine.deal import layout
from pantagruel_engine.game import Game
from pantagruel_engine.position import Position
from pantagruel_engine.rows import variant
from pantagruel_engine.standings import RankBy
from pantagruel_engine.variant import Variant
from pantagruel_protocol.http_api import HostAct
from pantagruel_protocol.server_messages import Ack, Said
from pantagruel_protocol.values import Ending, Kind, Phase, RoomSettings
from pantagruel_server.race.events import RaceOpened
from pantagruel_server.race.limits import CHAT_LINES, COUNTDOWN_MS
from pantagruel_server.race.log import Log

FINISH, BANK, FORFEIT = "finish", "bank", "forfeit"  # beside move texts, which are upper case

Dealer = Callable[[Variant, bytes], Position]


class Line(NamedTuple):
    """What somebody said; *apart* if the speaker could see more than whoever still plays."""

    said: Said
    apart: bool


class NotThere(Exception):
    """Something was asked of a race that it has not at this moment: a fault of the server."""


@dataclass(slots=True)
class Seat:
    """One player's place: who sits there, and from T0 on the game and all that was said about it.

    Command number n is `commands[n - 1]`: a move's text, or one of the three words above.
    Frame number s is `frames[s - 1]`: the deal first, then the answer to each command in order
    (so command n's is frame n + 1), and after the last one how the game and the race ended.
    *lull* counts the moves since the last flip or talon card played.
    *rank* compares the game with those of the other seats: less is better.
    """

    player: str
    name: str
    bot: bool
    nonce: str | None = None
    game: Game | None = None
    commands: list[str] = field(default_factory=list)
    frames: Log = field(default_factory=Log)
    ended: tuple[int, Ending] | None = None
    rank: tuple[int, ...] = ()
    agreed: bool = False
    lull: int = 0

    @property
    def ready(self) -> bool:
        return self.nonce is not None

    @property
    def n(self) -> int:
        """Count the commands accepted so far."""
        return len(self.commands)

    @property
    def board(self) -> Game:
        """The game, which is there from T0 on."""
        if self.game is None:
            why = f"{self.player} has no game before T0"
            raise NotThere(why)
        return self.game

    @property
    def end(self) -> tuple[int, Ending]:
        """When and how the game ended, which is there once it has."""
        if self.ended is None:
            why = f"the game of {self.player} goes on"
            raise NotThere(why)
        return self.ended

    def answer(self, n: int) -> Ack:
        """Answer what was answered to command number *n*, one that was accepted."""
        frame = self.frames[n]
        if not isinstance(frame, Ack):
            why = f"frame {n + 1} of {self.player} answers no command"
            raise NotThere(why)
        return frame


@dataclass(slots=True)
class Race:
    """One race; only `apply` changes it.

    *ms* is the race time of the last event, below zero before T0; *playing* counts the games
    that go on; at race time *stop_ms* the bell rings or the limit is reached. *acts* is the audit
    trail of the hosts, *kicked* are those they sent away.
    """

    id: str
    deal_id: str
    code: str
    host: str
    variant: Variant
    kind: Kind
    places: int
    limit_ms: int
    rank_by: RankBy
    commit: str | None
    server_seed: str | None
    salt: str | None
    key: str | None
    touched_wall: int
    dealer: Dealer
    bell_ms: int | None
    stop_ms: int
    settings: RoomSettings
    previous: str | None
    opened_wall: int
    phase: Phase = "open"
    seats: list[Seat] = field(default_factory=list)
    ms: int = -COUNTDOWN_MS
    t0_wall: int = 0
    closed_wall: int = 0
    playing: int = 0
    stoppages: list[tuple[int, int]] = field(default_factory=list)
    rings_ms: int | None = None
    rematch: str | None = None
    kicked: set[str] = field(default_factory=set)
    acts: list[HostAct] = field(default_factory=list)
    chat: deque[Line] = field(default_factory=lambda: deque(maxlen=CHAT_LINES))

    @classmethod
    def opened(cls, event: RaceOpened, dealer: Dealer = layout) -> "Race":
        """Make the race that *event* opens; *dealer* turns a key into a layout."""
        return cls(
            id=event.race,
            deal_id=event.deal_id,
            code=event.code,
            host=event.host,
            variant=variant(event.variant).with_passes(event.passes),
            kind=event.kind,
            places=event.seats,
            limit_ms=event.limit_ms,
            rank_by=RankBy(event.rank_by),
            commit=event.commit,
            server_seed=event.server_seed,
            salt=event.salt,
            key=event.key,
            touched_wall=event.wall_ms,
            dealer=dealer,
            bell_ms=event.bell_ms,
            stop_ms=event.limit_ms,
            settings=RoomSettings(event.title, event.visibility, event.faces, event.chat),
            previous=event.previous,
            opened_wall=event.wall_ms,
            acts=[HostAct(event.wall_ms, "opened", event.host)],
        )

    @property
    def rules(self) -> str:
        """The rules in the words that the commitment binds."""
        return self.variant.rules(self.kind)

    @property
    def dealt_key(self) -> str:
        """The key of the deal, which is known from T0 on."""
        if self.key is None:
            why = f"race {self.id} has dealt no cards yet"
            raise NotThere(why)
        return self.key

    @property
    def nonces(self) -> tuple[str, ...]:
        """The nonces that go into the key, in seat order; a numbered deal takes none."""
        if self.kind != "fresh":
            return ()
        return tuple(seat.nonce for seat in self.seats if seat.nonce is not None)

    def plays(self, player: str) -> bool:
        """Say whether *player* has a seat whose game is not over; before T0 it is to come."""
        number = self.seat_of(player)
        return number is not None and self.seats[number].ended is None

    def seat_of(self, player: str) -> int | None:
        """Answer the number of the seat that *player* holds."""
        for number, seat in enumerate(self.seats):
            if seat.player == player:
                return number
        return None
