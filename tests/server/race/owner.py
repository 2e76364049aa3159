"""The owner of a race, as a machine that checks after each step what must always be true."""

import msgspec
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    rule,
)

from pantagruel_engine.deal import layout
from pantagruel_protocol.chain import finished
from pantagruel_protocol.replay_file import write
from pantagruel_protocol.server_messages import Ack, Deal, Over, Results, Reveal
from pantagruel_protocol.verify import verify
from pantagruel_server.race.apply import apply
from pantagruel_server.race.commands import (
    Accepted,
    BankGame,
    Decision,
    FinishGame,
    ForfeitGame,
    Now,
    PlayMove,
    RaceCommand,
    Refusal,
    Repeated,
    SayText,
)
from pantagruel_server.race.events import (
    Chatted,
    CountdownStarted,
    Event,
    PlayerJoined,
    PlayerKicked,
    RaceCancelled,
    RaceClosed,
    RaceOpened,
    RaceRecorded,
    SettingsChanged,
)
from pantagruel_server.race.limits import LOBBY_MS
from pantagruel_server.race.opening import Options
from pantagruel_server.race.record import info, recording, replay_of
from pantagruel_server.race.state import Dealer, Race
from pantagruel_server.race.talking import hears
from pantagruel_server.race.ticks import due
from pantagruel_server.race.timing import after_outage
from tests.server.race.positions import TALON_KINGS, deals
from tests.server.race.table import HOST, WALL, Table, picture

PLAYERS = (HOST, "ben", "cleo")
LIMIT = 600_000
TRAILED = RaceOpened | SettingsChanged | PlayerKicked | CountdownStarted | RaceCancelled
GameCommand = PlayMove | FinishGame | BankGame | ForfeitGame

players = st.sampled_from(PLAYERS)
whoever = st.sampled_from((None, None, *PLAYERS))  # none: the host
everybody = st.sampled_from((*PLAYERS, "zoe"))
mostly = st.sampled_from([True, True, True, False])
seldom = st.sampled_from([False, False, False, True])  # what would end most races at once
texts = st.sampled_from(["D", "R", "W>F", "T1>F", "T1>T2", "W>T3", "T2>T1:2", "F1>T1", "x", ""])
bells = st.sampled_from([None, 5_000, 20_000, LIMIT])
offsets = st.sampled_from([0, 0, 0, -2, -1, 1, 2**20])  # mostly the right number


def again(history: list[Event], dealer: Dealer) -> Race:
    """Make a race of the beginning of its events."""
    first, *rest = history
    assert isinstance(first, RaceOpened)
    race = Race.opened(first, dealer)
    for event in rest:
        apply(race, event)
    return race


def end(race: Race) -> None:
    """Let a race that comes out of the journal go on until nothing is due any more."""
    wall, ms = WALL, race.ms
    for event in after_outage(race, wall):
        apply(race, event)
    for _ in range(8):
        wall, ms = wall + LOBBY_MS, ms + LIMIT
        for event in due(race, Now(wall, ms)):
            apply(race, event)

    assert race.phase in {"recorded", "cancelled"}
    assert race.playing == 0


class Owner(RuleBasedStateMachine):
    """Drive a race as its owner would, and look at it after every step."""

    def __init__(self) -> None:
        super().__init__()
        self.table = Table()
        self.sent: list[GameCommand] = []
        self.whispers: set[str] = set()

    def open(self, *, near: bool, bell_ms: int | None) -> None:
        """Open a race, over a deal near its end or a whole one."""
        options = Options("turn1", seats=len(PLAYERS), limit_ms=LIMIT, bell_ms=bell_ms)
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

    @rule(player=everybody)
    def say(self, player: str) -> None:
        """Talk; who does not play while others do may give cards away."""
        race, text = self.table.race, f"word {len(self.table.history)}"
        number = race.seat_of(player)
        if race.phase == "running" and (number is None or race.seats[number].ended is not None):
            self.whispers.add(text)
        self.ask(SayText(player, player.title(), text))

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
        """After the close there is talk and the record; after a cancellation nothing."""
        kinds = [type(event) for event in self.table.history]
        kinds = [kind for kind in kinds if kind is not Chatted]
        for last, after in ((RaceClosed, [RaceRecorded]), (RaceCancelled, [])):
            if last in kinds:
                assert kinds[kinds.index(last) + 1 :] in ([], after)

    @invariant()
    def every_act_is_in_the_trail(self) -> None:
        """As many lines as there were acts of a host, in their order, and nobody else's."""
        names: dict[type, str] = {
            RaceOpened: "opened",
            SettingsChanged: "settings",
            PlayerKicked: "kick",
            CountdownStarted: "start",
            RaceCancelled: "cancel",
        }
        acts = [
            (names[type(event)], event.host)
            for event in self.table.history
            if isinstance(event, TRAILED) and event.host is not None
        ]
        trail = self.table.race.acts

        assert [(act.act, act.host) for act in trail if act.act != "host"] == acts
        assert [act.at for act in trail] == sorted(act.at for act in trail)
        heirs = [act.player for act in trail if act.act == "host"]
        assert ([HOST, *heirs][-1]) == self.table.race.host

    @invariant()
    def who_is_kicked_stays_away(self) -> None:
        """No seat is taken by somebody sent away before."""
        kicked: set[str] = set()
        for event in self.table.history:
            if isinstance(event, PlayerKicked):
                kicked.add(event.player)
            assert not (isinstance(event, PlayerJoined) and event.player in kicked)
        assert kicked.isdisjoint(seat.player for seat in self.table.race.seats)

    @invariant()
    def nothing_is_whispered_to_who_plays(self) -> None:
        """While somebody races, only words of those who race too, or from before, reach them."""
        race = self.table.race
        for seat in race.seats:
            if race.phase == "running" and seat.ended is None:
                heard = {line.said.text for line in race.chat if hears(race, line, seat.player)}
                assert heard.isdisjoint(self.whispers)

    @invariant()
    def the_bell_rings_after_the_first_win(self) -> None:
        """If there is one, and if it rings before the limit; nobody wins at its time or later."""
        race = self.table.race
        ends = [seat.ended for seat in race.seats if seat.ended is not None]
        wins = [ms for ms, word in ends if word == "won"]
        rings = min(wins, default=LIMIT) + (race.bell_ms or LIMIT)
        assert race.rings_ms == (rings if rings < LIMIT else None)
        assert race.stop_ms == min(rings, LIMIT)
        assert all(ms < race.stop_ms for ms in wins)
        assert {ms for ms, word in ends if word in {"bell", "limit"}} <= {race.stop_ms}

    @invariant()
    def all_agree_or_play_on(self) -> None:
        """Where games go on, somebody is against closing; only who agreed ends without a word."""
        playing = [seat for seat in self.table.race.seats if seat.game and seat.ended is None]
        assert not playing or not all(seat.agreed for seat in playing)
        for seat in self.table.race.seats:
            if seat.ended and seat.ended[1] == "bank" and seat.commands[-1:] != ["bank"]:
                assert seat.agreed

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
            assert info(race).closed == race.closed_wall
            assert finished(recording(race)) == write(replay)

    def teardown(self) -> None:
        """Cut the journal anywhere: what is left goes on, and comes to an end like any race."""
        history = self.table.history
        for length in range(1, len(history) + 1, max(1, len(history) // 12)):
            end(again(history[:length], self.table.dealer))

    def n(self, player: str) -> int:
        """Answer the number of the player's next command."""
        return 1 if self.table.race.seat_of(player) is None else self.table.next_n(player)

    def named(self, player: str | None) -> str:
        """Answer whom `whoever` means."""
        return player or self.table.race.host

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
