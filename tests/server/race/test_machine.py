"""A race under whatever three players, time and failures do to it."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    initialize,
    precondition,
    rule,
)

from pantagruel_protocol.values import Faces, Talk
from pantagruel_server.race.commands import (
    Accepted,
    AgreeToClose,
    BankGame,
    CancelRace,
    ChangeSettings,
    FinishGame,
    ForfeitGame,
    JoinRace,
    KickPlayer,
    LeaveRace,
    MakeReady,
    MakeUnready,
    PlayMove,
    Refusal,
    Repeated,
    StartRace,
)
from pantagruel_server.race.limits import EMPTY_MS, LOBBY_MS, RECORD_MS
from tests.server.race.owner import (
    LIMIT,
    PLAYERS,
    Owner,
    bells,
    everybody,
    mostly,
    offsets,
    players,
    seldom,
    whoever,
)
from tests.server.race.table import HOST, nonce


class Lobby(Owner):
    """The way to T0 and a little further."""

    @initialize(near=st.booleans(), bell_ms=bells)
    def begin(self, *, near: bool, bell_ms: int | None) -> None:
        self.open(near=near, bell_ms=bell_ms)

    @rule(player=players)
    def join(self, player: str) -> None:
        self.ask(JoinRace(player, player.title(), bot=False))

    @rule(player=players, word=st.sampled_from(["one", "two"]))
    def ready(self, player: str, word: str) -> None:
        self.ask(MakeReady(player, nonce(word)))

    @rule(player=players)
    def unready(self, player: str) -> None:
        self.ask(MakeUnready(player))

    @rule(player=whoever)
    def leave(self, player: str | None) -> None:
        self.ask(LeaveRace(self.named(player)))

    @rule(
        player=whoever,
        title=st.sampled_from([None, "", "Friday"]),
        faces=st.sampled_from([None, 0, 5, "end"]),
        chat=st.sampled_from([None, "all", "players", "off"]),
    )
    def change(
        self, player: str | None, title: str | None, faces: Faces | None, chat: Talk | None
    ) -> None:
        self.ask(ChangeSettings(self.named(player), title=title, faces=faces, chat=chat))

    @rule(player=whoever, kicked=everybody, sure=seldom)
    def kick(self, player: str | None, kicked: str, *, sure: bool) -> None:
        """Send somebody away, who comes back at once."""
        if not sure:  # or soon nobody would be left
            return
        answer = self.ask(KickPlayer(self.named(player), kicked, watching=kicked == "zoe"))
        if isinstance(answer, Accepted):
            assert isinstance(self.ask(JoinRace(kicked, kicked, bot=False)), Refusal)

    @rule(player=whoever, sure=seldom)
    def cancel(self, player: str | None, *, sure: bool) -> None:
        if sure:
            self.ask(CancelRace(self.named(player)))

    @rule(player=whoever)
    def rise(self, player: str | None) -> None:
        """Give up a seat and stay, as host too."""
        host, riser = self.table.race.host, self.named(player)
        self.ask(LeaveRace(riser, watches=True))

        assert self.table.race.host == host
        assert self.table.race.phase != "open" or self.table.race.seat_of(riser) is None

    @rule(player=whoever, without_unready=st.booleans(), sure=seldom)
    def start(self, player: str | None, *, without_unready: bool, sure: bool) -> None:
        if sure:
            self.ask(StartRace(self.named(player), without_unready))

    @rule(ms=st.sampled_from([EMPTY_MS, LOBBY_MS]), sure=seldom)
    def nobody_comes(self, ms: int, *, sure: bool) -> None:
        if sure:
            self.table.wall += ms
            self.table.tick()


class Running(Owner):
    """From T0 to the record."""

    @initialize(near=st.booleans(), bell_ms=bells)
    def begin(self, *, near: bool, bell_ms: int | None) -> None:
        self.open(near=near, bell_ms=bell_ms)
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

    @rule(player=players, offset=offsets, sure=seldom)
    def bank(self, player: str, offset: int, *, sure: bool) -> None:
        if sure:
            self.command(BankGame(player, max(1, self.n(player) + offset)))

    @rule(player=players)
    def win(self, player: str) -> None:
        """Do what clears the board near its end; elsewhere it is refused."""
        for text in ("D", "R"):
            self.command(PlayMove(player, self.n(player), text))
        self.command(FinishGame(player, self.n(player)))

    @rule(some=st.lists(everybody, min_size=1, max_size=2), agreed=mostly)
    def agree(self, some: list[str], *, agreed: bool) -> None:
        for player in some:
            self.ask(AgreeToClose(player, agreed))

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
            ChangeSettings(HOST, title="late"),
            KickPlayer(HOST, player, watching=True),
            CancelRace(HOST),
        ):
            assert isinstance(self.ask(command), Refusal)

    @rule(ms=st.sampled_from([RECORD_MS, LIMIT]))
    def wait_for_the_end(self, ms: int) -> None:
        """Let so much time pass on the wall, and as much in the race."""
        self.table.wall += ms
        self.table.tick(self.table.ms + ms)


TestLobby = Lobby.TestCase
TestRunning = pytest.mark.slow(Running.TestCase)
TestLobby.settings = settings(max_examples=150, stateful_step_count=40, deadline=None)
TestRunning.settings = settings(max_examples=50, stateful_step_count=40, deadline=None)
