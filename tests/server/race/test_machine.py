"""A race under whatever three players, time and failures do to it."""

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from pantagruel_engine.deal import layout
from pantagruel_protocol.server_messages import Ack, Deal, Over, Results, Reveal
from pantagruel_protocol.verify import verify
from pantagruel_server.race.commands import (
    Accepted,
    BankGame,
    Decision,
    FinishGame,
    ForfeitGame,
    JoinRace,
    LeaveRace,
    MakeReady,
    MakeUnready,
    PlayMove,
    RaceCommand,
    Refusal,
    Repeated,
    StartRace,
)
from pantagruel_server.race.events import RaceCancelled, RaceClosed, RaceRecorded
from pantagruel_server.race.limits import EMPTY_MS, LOBBY_MS, RECORD_MS
from pantagruel_server.race.opening import Options
from pantagruel_server.race.record import replay_of
from pantagruel_server.race.timing import after_outage
from tests.server.race.positions import TALON_KINGS, deals
from tests.server.race.table import HOST, Table, nonce, picture

PLAYERS = (HOST, "ben", "cleo")
LIMIT = 600_000
GameCommand = PlayMove | FinishGame | BankGame | ForfeitGame

players = st.sampled_from(PLAYERS)
texts = st.sampled_from(["D", "R", "W>F", "T1>F", "T1>T2", "W>T3", "T2>T1:2", "F1>T1", "x", ""])
offsets = st.sampled_from([0, 0, 0, -2, -1, 1, 2**20])  # mostly the right number


class Owner(RuleBasedStateMachine):
    """Drive a race as its owner would, and look at it after every step."""

    def __init__(self) -> None:
        super().__init__()
        self.table = Table()
        self.sent: list[GameCommand] = []

    def open(self, *, near: bool) -> None:
        """Open a race, over a deal near its end or a whole one."""
        options = Options("turn1", seats=len(PLAYERS), limit_ms=LIMIT)
        self.table = Table(options, deals(TALON_KINGS) if near else layout)

    @rule(player=players, text=texts, offset=offsets)
    def try_a_move(self, player: str, text: str, offset: int) -> None:
        self.command(PlayMove(player, max(1, self.n(player) + offset), text))

    @rule(ms=st.sampled_from([1, 999, 2_999, 3_000, 10_000]))
    def time_passes(self, ms: int) -> None:
        self.table.wall += ms
        if self.table.race.phase != "open":
            self.table.ms += ms
        self.table.tick()

    @rule()
    def come_back(self) -> None:
        """Lose the memory, and go on from the journal."""
        self.table.race = self.table.recovered()
        self.table.ms = self.table.race.ms
        self.table.happen(after_outage(self.table.race, self.table.wall))

    # What holds always.

    @invariant()
    def journal_tells_all(self) -> None:
        """Replayed from bytes, the race is the same to the last number."""
        assert picture(self.table.recovered()) == picture(self.table.race)

    @invariant()
    def frames_are_numbered(self) -> None:
        """Frames are contiguous, and the answer to command n is frame n + 1."""
        for seat in self.table.race.seats:
            acks = [frame for frame in seat.frames if isinstance(frame, Ack)]
            assert [frame.s for frame in seat.frames] == [*range(1, len(seat.frames) + 1)]
            assert [ack.n for ack in acks] == [*range(1, seat.n + 1)]
            assert acks == seat.frames[1 : seat.n + 1]

    @invariant()
    def frames_tell_a_story(self) -> None:
        """First a deal, then answers, then how the game ended, then how the race did."""
        race = self.table.race
        for seat in race.seats:
            expected: list[type] = [] if seat.game is None else [Deal]
            expected += [Ack] * seat.n
            expected += [] if seat.ended is None else [Over]
            expected += [Results, Reveal] if race.phase in {"finished", "recorded"} else []
            assert [type(frame) for frame in seat.frames] == expected

    @invariant()
    def nothing_follows_the_close(self) -> None:
        """After the close a race is recorded and that is all; a cancelled one is gone."""
        kinds = [type(event) for event in self.table.history]
        for last, after in ((RaceClosed, [RaceRecorded]), (RaceCancelled, [])):
            if last in kinds:
                assert kinds[kinds.index(last) + 1 :] in ([], after)

    @invariant()
    def time_goes_forward(self) -> None:
        """Race times in the journal never decrease once the race runs."""
        stamps = [event.ms for event in self.table.history if hasattr(event, "ms")]
        assert stamps == sorted(stamps)

    @invariant()
    def places_are_sound(self) -> None:
        """As many games go on as have not ended; the best place is taken."""
        race = self.table.race
        if race.phase in {"running", "finished", "recorded"}:
            assert race.playing == sum(seat.ended is None for seat in race.seats)
            assert min(self.table.standing()) == 1

    @invariant()
    def replay_tells_all(self) -> None:
        """Rank a finished race as it stood, and find its replay in order."""
        race = self.table.race
        if race.phase in {"finished", "recorded"}:
            replay = replay_of(race)
            places = tuple(player.result.place for player in replay.players)
            assert places == self.table.standing()
            assert race.dealer is not layout or verify(replay) is None

    def n(self, player: str) -> int:
        """Answer the number of the player's next command."""
        return 1 if self.table.race.seat_of(player) is None else self.table.next_n(player)

    def command(self, command: GameCommand) -> None:
        """Take a game command and remember it if it is accepted."""
        if isinstance(self.ask(command), Accepted):
            self.sent.append(command)

    def ask(self, command: RaceCommand) -> Decision:
        """Take a command; what is not accepted changes nothing."""
        self.table.tick()
        before = msgspec.json.encode(self.table.history), picture(self.table.race)
        decision = self.table.ask(command)
        if isinstance(decision, Refusal | Repeated):
            assert before == (msgspec.json.encode(self.table.history), picture(self.table.race))
        return decision


class Lobby(Owner):
    """The way to T0 and a little further."""

    @initialize(near=st.booleans())
    def begin(self, *, near: bool) -> None:
        self.open(near=near)

    @rule(player=players)
    def join(self, player: str) -> None:
        self.ask(JoinRace(player, player.title(), bot=False))

    @rule(player=players, word=st.sampled_from(["one", "two"]))
    def ready(self, player: str, word: str) -> None:
        self.ask(MakeReady(player, nonce(word)))

    @rule(player=players)
    def unready(self, player: str) -> None:
        self.ask(MakeUnready(player))

    @rule(player=players)
    def leave(self, player: str) -> None:
        self.ask(LeaveRace(player))

    @rule(player=players, without_unready=st.booleans())
    def start(self, player: str, *, without_unready: bool) -> None:
        self.ask(StartRace(player, without_unready))

    @rule(ms=st.sampled_from([EMPTY_MS, LOBBY_MS]))
    def nobody_comes(self, ms: int) -> None:
        self.table.wall += ms
        self.table.tick()


class Running(Owner):
    """From T0 to the record."""

    @initialize(near=st.booleans())
    def begin(self, *, near: bool) -> None:
        self.open(near=near)
        self.table.start(*PLAYERS)

    @rule(player=players, choices=st.lists(st.integers(0, 50), min_size=1, max_size=20))
    def play(self, player: str, choices: list[int]) -> None:
        """Play moves that the rules allow, as long as there are any."""
        for choice in choices:
            moves = self.table.game(player).legal_moves()
            if moves:
                self.table.ms += choice * 10
                move = moves[choice % len(moves)]
                self.command(PlayMove(player, self.n(player), move.text))

    @rule(player=players, offset=offsets)
    def finish(self, player: str, offset: int) -> None:
        self.command(FinishGame(player, max(1, self.n(player) + offset)))

    @rule(player=players, offset=offsets)
    def forfeit(self, player: str, offset: int) -> None:
        self.command(ForfeitGame(player, max(1, self.n(player) + offset)))

    @rule(player=players, offset=offsets, sure=st.booleans())
    def bank(self, player: str, offset: int, *, sure: bool) -> None:
        if sure:  # or half of the games would end at once
            self.command(BankGame(player, max(1, self.n(player) + offset)))

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def send_again(self, data: st.DataObject) -> None:
        """Repeat a command that was accepted: its answer comes again and nothing happens."""
        command = data.draw(st.sampled_from(self.sent))
        ack = self.table.acks(command.player)[command.n - 1]

        assert self.ask(command) == Repeated(ack)

    @rule(player=players)
    def disturb(self, player: str) -> None:
        """Do what belongs in the lobby."""
        for command in (
            JoinRace(player, "", bot=True),
            MakeReady(player, nonce("late")),
            MakeUnready(player),
            StartRace(HOST, without_unready=True),
        ):
            assert isinstance(self.ask(command), Refusal)

    @rule(ms=st.sampled_from([RECORD_MS, LIMIT]))
    def wait_for_the_end(self, ms: int) -> None:
        """Let so much time pass on the wall, and as much in the race."""
        self.table.wall += ms
        self.table.tick(self.table.ms + ms)


TestLobby = Lobby.TestCase
TestRunning = pytest.mark.slow(Running.TestCase)
TestLobby.settings = TestRunning.settings = settings(
    max_examples=50, stateful_step_count=40, deadline=None
)
