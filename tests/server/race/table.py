"""A race driven by hand, with the list of its events beside it."""

from collections.abc import Iterable

from pantagruel_engine.deal import layout
from pantagruel_engine.game import Game
from pantagruel_engine.streak import Streak
from pantagruel_protocol.server_messages import Ack, SeatFrame
from pantagruel_server.race.apply import apply
from pantagruel_server.race.commands import (
    Accepted,
    Decision,
    JoinRace,
    MakeReady,
    Now,
    PlayMove,
    RaceCommand,
    Refusal,
    StartRace,
)
from pantagruel_server.race.decide import decide
from pantagruel_server.race.effects import Effect
from pantagruel_server.race.events import Event, RaceOpened, decode, encode
from pantagruel_server.race.log import Log
from pantagruel_server.race.opening import Ids, Options, Secrets, opened
from pantagruel_server.race.ranking import place
from pantagruel_server.race.state import Dealer, Race, Seat
from pantagruel_server.race.ticks import due

WALL = 1_700_000_000_000
HOST = "anna"
IDS = Ids(race="race-1", deal_id="deal-1", code="CODE2345", host=HOST)
SECRETS = Secrets(server_seed=bytes(range(32)), salt=bytes(range(32, 64)))


def nonce(player: str) -> str:
    """Answer a nonce that is the player's own."""
    return player.encode().hex().ljust(32, "0")[:32]


class Table:
    """What an owner of a race does, without sockets and journal.

    *ms* is race time, *wall* the time on the wall; both stand still until a test moves them.
    """

    def __init__(self, options: Options | None = None, dealer: Dealer = layout) -> None:
        self.history: list[Event] = []
        self.effects: list[Effect] = []
        self.dealer = dealer
        event = opened(options or Options("strict-royal", seats=3), IDS, SECRETS, WALL)
        self.history.append(event)
        self.race = Race.opened(event, dealer)
        self.wall = WALL
        self.ms = self.race.ms

    def tick(self, ms: int | None = None) -> tuple[Event, ...]:
        """Let time bring about what is due, at race time *ms*."""
        self.ms = self.ms if ms is None else ms
        events = due(self.race, Now(self.wall, self.ms))
        self.happen(events)
        return events

    def ask(self, command: RaceCommand) -> Decision:
        """Take a command as the owner does: what is due first, then the decision."""
        self.tick()
        decision = decide(self.race, command, Now(self.wall, self.ms))
        if isinstance(decision, Accepted):
            self.happen(decision.events)
        return decision

    def judged(self, command: RaceCommand) -> Decision:
        """Answer what would be said to a command, without carrying it out."""
        return decide(self.race, command, Now(self.wall, self.ms))

    def happen(self, events: Iterable[Event]) -> None:
        """Enter events in the history and apply them."""
        for event in events:
            self.history.append(event)
            self.effects.append(apply(self.race, event))

    def seat(self, *players: str) -> None:
        """Let players join and be ready."""
        for player in players:
            self.accept(JoinRace(player, player.title(), bot=False))
            self.accept(MakeReady(player, nonce(player)))

    def start(self, *players: str) -> None:
        """Seat players and deal."""
        self.seat(*players)
        self.accept(StartRace(HOST, without_unready=False))
        self.tick(0)

    def accept(self, command: RaceCommand) -> None:
        """Take a command that must be accepted."""
        decision = self.ask(command)
        assert isinstance(decision, Accepted), decision

    def refused(self, command: RaceCommand) -> Refusal:
        """Take a command that must be refused and change nothing."""
        self.tick()
        before = picture(self.race), len(self.history)
        decision = self.ask(command)
        assert isinstance(decision, Refusal), decision
        assert before == (picture(self.race), len(self.history))
        return decision

    def play(self, player: str, *texts: str) -> None:
        """Play moves that must be accepted, under the right numbers."""
        for text in texts:
            self.accept(PlayMove(player, self.next_n(player), text))

    def next_n(self, player: str) -> int:
        """Answer the number of the player's next command."""
        return self.race.seats[self.number(player)].n + 1

    def number(self, player: str) -> int:
        """Answer the player's seat."""
        number = self.race.seat_of(player)
        assert number is not None
        return number

    def game(self, player: str) -> Game:
        """Answer the player's game."""
        return self.race.seats[self.number(player)].board

    def frames(self, player: str) -> list[SeatFrame]:
        """Answer everything that the player's seat was told."""
        return list(self.race.seats[self.number(player)].frames)

    def acks(self, player: str) -> list[Ack]:
        """Answer the acknowledgements among it."""
        return [frame for frame in self.frames(player) if isinstance(frame, Ack)]

    def standing(self) -> tuple[int, ...]:
        """Answer each seat's place as it stands."""
        return tuple(place(self.race, number) for number in range(len(self.race.seats)))

    def recovered(self) -> Race:
        """Make the race again of its events' bytes."""
        first, *rest = (decode(encode(event)) for event in self.history)
        assert isinstance(first, RaceOpened)
        race = Race.opened(first, self.dealer)
        for event in rest:
            apply(race, event)
        return race


def picture(value: object) -> object:
    """Answer what a race is made of as values that compare, games included."""
    if isinstance(value, Race | Seat | Game | Streak):
        kinds = type(value).__mro__
        names = (name for kind in kinds for name in getattr(kind, "__slots__", ()))
        return type(value), {name: picture(getattr(value, name)) for name in names}
    if isinstance(value, list | tuple | Log):
        return [picture(each) for each in value]
    return value
