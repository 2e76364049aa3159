"""What is accepted, what is answered again and what is refused."""

import pytest

from pantagruel_protocol.codes import Code
from pantagruel_server.race.commands import (
    Accepted,
    BankGame,
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
from pantagruel_server.race.events import (
    CountdownStarted,
    GameBanked,
    GameFinished,
    GameForfeited,
    MovePlayed,
    PlayerJoined,
    PlayerLeft,
    PlayerReadied,
    PlayerUnreadied,
    RaceCancelled,
)
from pantagruel_server.race.limits import COMMANDS
from pantagruel_server.race.opening import Options
from tests.server.race.positions import KING_AND_QUEEN, ONE_KING, TALON_KINGS, TWO_KINGS, deals
from tests.server.race.table import HOST, WALL, Table, nonce, picture

GAME_COMMANDS: list[RaceCommand] = [
    PlayMove(HOST, 1, "D"),
    FinishGame(HOST, 1),
    BankGame(HOST, 1),
    ForfeitGame(HOST, 1),
]


def refused(table: Table, command: RaceCommand) -> Refusal:
    """Take a command that must be refused and change nothing."""
    table.tick()
    before = picture(table.race), len(table.history)
    decision = table.ask(command)

    assert before == (picture(table.race), len(table.history))
    assert isinstance(decision, Refusal)
    return decision


def test_players_take_seats_in_turn() -> None:
    """Seats are numbered in the order of joining."""
    table = Table()

    assert table.ask(JoinRace("ben", "Ben", bot=True)) == Accepted(
        (PlayerJoined(0, "ben", "Ben", bot=True, wall_ms=WALL),)
    )
    assert table.ask(JoinRace("cleo", "Cleo", bot=False)) == Accepted(
        (PlayerJoined(1, "cleo", "Cleo", bot=False, wall_ms=WALL),)
    )


def test_a_player_joins_once() -> None:
    """A double join is told apart from a full room."""
    table = Table(Options("turn1", seats=1))
    table.seat("ben")

    assert refused(table, JoinRace("ben", "Ben", bot=False)).code == Code.IN_RACE
    assert refused(table, JoinRace("cleo", "Cleo", bot=False)).code == Code.FULL


def test_nobody_joins_a_race_that_has_started() -> None:
    """Neither in the countdown nor later, free seats or not."""
    table = Table()
    table.seat(HOST)
    table.accept(StartRace(HOST, without_unready=False))
    assert refused(table, JoinRace("ben", "Ben", bot=False)).code == Code.STARTED
    table.tick(0)

    assert refused(table, JoinRace("ben", "Ben", bot=False)).code == Code.STARTED


def test_nobody_joins_a_cancelled_race() -> None:
    """It is gone, and says so."""
    table = Table()
    table.happen([RaceCancelled(WALL)])

    assert refused(table, JoinRace("ben", "Ben", bot=False)).code == Code.RACE_UNKNOWN
    assert refused(table, StartRace(HOST, without_unready=True)).code == Code.RACE_UNKNOWN


def test_leaving_before_the_countdown_frees_the_seat() -> None:
    """The next one finds a place."""
    table = Table(Options("turn1", seats=1))
    table.seat("ben")

    assert table.ask(LeaveRace("ben")) == Accepted((PlayerLeft("ben", WALL),))
    table.seat("cleo")
    assert [seat.player for seat in table.race.seats] == ["cleo"]


def test_leaving_needs_a_seat() -> None:
    """Who is not there cannot leave."""
    assert refused(Table(), LeaveRace("ben")).code == Code.NOT_IN_RACE


def test_nobody_leaves_in_the_countdown() -> None:
    """Whoever was ready at T0 is in the field."""
    table = Table()
    table.seat(HOST)
    table.accept(StartRace(HOST, without_unready=False))

    assert refused(table, LeaveRace(HOST)).code == Code.STARTED
    assert refused(table, MakeUnready(HOST)).code == Code.STARTED
    assert refused(table, MakeReady(HOST, nonce("x"))).code == Code.STARTED


def test_leaving_later_keeps_the_seat() -> None:
    """A running or finished race loses nobody: the player may come back."""
    table = Table()
    table.start(HOST)
    assert table.ask(LeaveRace(HOST)) == Accepted(())
    table.accept(BankGame(HOST, 1))
    table.tick()

    assert table.ask(LeaveRace(HOST)) == Accepted(())
    assert [seat.player for seat in table.race.seats] == [HOST]


def test_the_last_nonce_counts() -> None:
    """The same one again changes nothing, another one does."""
    table = Table()
    table.seat("ben")

    assert table.ask(MakeReady("ben", nonce("ben"))) == Accepted(())
    assert table.ask(MakeReady("ben", nonce("new"))) == Accepted(
        (PlayerReadied("ben", nonce("new")),)
    )
    assert table.race.seats[0].nonce == nonce("new")


def test_readiness_is_taken_back() -> None:
    """Once; to be unready twice changes nothing."""
    table = Table()
    table.seat("ben")

    assert table.ask(MakeUnready("ben")) == Accepted((PlayerUnreadied("ben"),))
    assert table.ask(MakeUnready("ben")) == Accepted(())
    assert not table.race.seats[0].ready


def test_readiness_needs_a_seat() -> None:
    """An onlooker is neither ready nor unready."""
    table = Table()

    assert refused(table, MakeReady("ben", nonce("ben"))).code == Code.NOT_IN_RACE
    assert refused(table, MakeUnready("ben")).code == Code.NOT_IN_RACE


def test_the_host_starts_when_all_are_ready() -> None:
    """The countdown names who races and the one instant at which it begins."""
    table = Table()
    table.seat("ben", HOST)

    assert table.ask(StartRace(HOST, without_unready=False)) == Accepted(
        (CountdownStarted(("ben", HOST), WALL + 3_000),)
    )


def test_a_host_without_a_seat_may_start() -> None:
    """Opening a race takes no seat in it."""
    table = Table()
    table.seat("ben")

    assert isinstance(table.ask(StartRace(HOST, without_unready=False)), Accepted)


def test_only_the_host_starts() -> None:
    """Whoever else asks is refused, in every phase."""
    table = Table()
    table.seat("ben")

    assert refused(table, StartRace("ben", without_unready=True)).code == Code.NOT_HOST


def test_a_start_waits_for_the_unready() -> None:
    """Unless the host leaves them out."""
    table = Table()
    table.accept(JoinRace("ben", "Ben", bot=False))
    table.seat(HOST)
    refusal = refused(table, StartRace(HOST, without_unready=False))

    assert (refusal.code, refusal.why) == (Code.NOT_READY, "1 of 2 players are not ready")
    assert table.ask(StartRace(HOST, without_unready=True)) == Accepted(
        (CountdownStarted((HOST,), WALL + 3_000),)
    )


@pytest.mark.parametrize("without_unready", [False, True])
def test_a_race_needs_somebody_who_is_ready(*, without_unready: bool) -> None:
    """An empty race does not start, nor one in which nobody is ready."""
    table = Table()
    start = StartRace(HOST, without_unready=without_unready)
    assert refused(table, start).code == Code.TOO_FEW
    table.accept(JoinRace("ben", "Ben", bot=False))

    assert refused(table, start).code == Code.TOO_FEW


def test_a_race_starts_once() -> None:
    """A second start is too late."""
    table = Table()
    table.seat(HOST)
    table.accept(StartRace(HOST, without_unready=False))

    assert refused(table, StartRace(HOST, without_unready=False)).code == Code.STARTED


@pytest.mark.parametrize("command", GAME_COMMANDS)
def test_no_game_command_before_t0(command: RaceCommand) -> None:
    """Neither in the lobby nor in the countdown."""
    table = Table()
    table.seat(HOST)
    assert refused(table, command).code == Code.NOT_STARTED
    table.accept(StartRace(HOST, without_unready=False))

    assert refused(table, command).code == Code.NOT_STARTED


@pytest.mark.parametrize(
    "command",
    [PlayMove("zoe", 1, "D"), FinishGame("zoe", 1), BankGame("zoe", 1), ForfeitGame("zoe", 1)],
)
def test_no_game_command_without_a_seat(command: RaceCommand) -> None:
    """A seat is its player's alone, before T0 and after."""
    table = Table()
    assert refused(table, command).code == Code.NOT_YOUR_RACE
    table.start(HOST)

    assert refused(table, command).code == Code.NOT_YOUR_RACE


def test_a_move_is_stamped_and_written_canonically() -> None:
    """The event has the race time of the command, not what its sender says of itself."""
    table = Table(Options("strict-royal"), deals(TWO_KINGS))
    table.start(HOST)
    table.ms = 1_234

    assert table.ask(PlayMove(HOST, 1, "T1>T3:1")) == Accepted((MovePlayed(0, 1, 1_234, "T1>T3"),))


def test_time_never_runs_backwards_between_commands() -> None:
    """An owner whose clock says less than the last event's time stamps that time again."""
    table = Table()
    table.start(HOST)
    table.ms = 900
    table.play(HOST, "D")
    table.ms = 800

    assert table.ask(PlayMove(HOST, 2, "D")) == Accepted((MovePlayed(0, 2, 900, "D"),))


@pytest.mark.parametrize(
    "text", ["", "d", "W>S", "T1>T2:0", "T01>F", "\N{FULLWIDTH LATIN CAPITAL LETTER D}"]
)
def test_what_cannot_be_read_is_invalid(text: str) -> None:
    """An invalid text is told apart from an illegal move."""
    table = Table()
    table.start(HOST)

    assert refused(table, PlayMove(HOST, 1, text)).code == Code.INVALID


def test_an_illegal_move_is_refused_with_its_reason() -> None:
    """The refusal names the rule and the visible cards that clash."""
    table = Table(Options("strict-royal"), deals(KING_AND_QUEEN))
    table.start(HOST)
    refusal = refused(table, PlayMove(HOST, 1, "T2>T3"))

    assert (refusal.code, refusal.reason) == (Code.ILLEGAL, "king-only")
    assert refusal.cards == ("QC",)
    assert refusal.why


def test_the_same_command_again_is_answered_again() -> None:
    """The stored answer, whatever happened since."""
    table = Table()
    table.start(HOST)
    table.play(HOST, "D", "D")
    first, second = table.acks(HOST)

    assert table.ask(PlayMove(HOST, 1, "D")) == Repeated(first)
    assert table.ask(PlayMove(HOST, 2, "D")) == Repeated(second)
    assert len(table.race.seats[0].commands) == 2


def test_another_spelling_is_the_same_command() -> None:
    """Content is what a move means, not how its sender wrote it."""
    table = Table(Options("strict-royal"), deals(TWO_KINGS))
    table.start(HOST)
    table.play(HOST, "T1>T3")

    assert table.ask(PlayMove(HOST, 1, "T1>T3:1")) == Repeated(table.acks(HOST)[0])


@pytest.mark.parametrize(
    "command",
    [
        PlayMove(HOST, 1, "R"),
        PlayMove(HOST, 1, "nonsense"),
        FinishGame(HOST, 1),
        BankGame(HOST, 1),
        ForfeitGame(HOST, 1),
        PlayMove(HOST, 3, "D"),
        BankGame(HOST, 2**31),
    ],
)
def test_a_used_number_or_one_ahead_is_stale(command: RaceCommand) -> None:
    """The refusal says which number comes next."""
    table = Table()
    table.start(HOST)
    table.play(HOST, "D")
    refusal = refused(table, command)

    assert (refusal.code, refusal.expected) == (Code.STALE, 2)


def test_of_two_commands_with_one_number_the_first_stands() -> None:
    """Rules case 32: first applied, second stale, and the state is that of the first alone."""
    table, alone = Table(), Table()
    for each in (table, alone):
        each.start(HOST)
        each.ms = 700
    first, second = table.game(HOST).legal_moves()[:2]
    table.play(HOST, first.text)
    alone.play(HOST, first.text)
    refusal = refused(table, PlayMove(HOST, 1, second.text))

    assert (refusal.code, refusal.expected) == (Code.STALE, 2)
    assert picture(table.race) == picture(alone.race)


def test_a_refusal_uses_up_no_number() -> None:
    """The next command bears the number of the refused one."""
    table = Table()
    table.start(HOST)
    refused(table, PlayMove(HOST, 1, "R"))

    assert isinstance(table.ask(PlayMove(HOST, 1, "D")), Accepted)


@pytest.mark.parametrize(
    ("ending", "word"),
    [(BankGame(HOST, 1), "bank"), (ForfeitGame(HOST, 1), "forfeit")],
)
def test_after_the_end_nothing_is_played(ending: RaceCommand, word: str) -> None:
    """Rules case 34: every game command is refused, under any number, but the same one again."""
    table = Table()
    table.start(HOST, "ben")
    table.ms = 5_000
    table.accept(ending)
    late = [kind for kind in GAME_COMMANDS if kind != ending]
    late += [PlayMove(HOST, 2, "D"), FinishGame(HOST, 2), BankGame(HOST, 2), ForfeitGame(HOST, 7)]

    assert {refused(table, command).code for command in late} == {Code.GAME_OVER}
    assert table.ask(ending) == Repeated(table.acks(HOST)[0])
    assert table.acks(HOST)[0].ended == word
    assert table.race.seats[0].ended == (5_000, word)


def test_after_a_win_nothing_is_played() -> None:
    """Rules case 34, for the winner."""
    table = Table(Options("strict-royal"), deals(ONE_KING))
    table.start(HOST, "ben")
    table.play(HOST, "T1>F")

    assert refused(table, PlayMove(HOST, 2, "F1>T1")).code == Code.GAME_OVER
    assert refused(table, BankGame(HOST, 2)).code == Code.GAME_OVER


def test_after_the_close_answers_are_still_given_again() -> None:
    """A client that lost the last answer gets it, even when the race is over."""
    table = Table()
    table.start(HOST)
    table.accept(BankGame(HOST, 1))
    table.tick()

    assert table.ask(BankGame(HOST, 1)) == Repeated(table.acks(HOST)[0])
    assert refused(table, PlayMove(HOST, 2, "D")).code == Code.GAME_OVER


def test_forfeit_waits_five_seconds() -> None:
    """A slip at the start costs nothing; a bank is always allowed."""
    table = Table()
    table.start(HOST, "ben")
    table.ms = 4_999
    assert refused(table, ForfeitGame(HOST, 1)).code == Code.TOO_EARLY
    table.accept(BankGame("ben", 1))
    table.ms = 5_000

    assert table.ask(ForfeitGame(HOST, 1)) == Accepted((GameForfeited(0, 1, 5_000),))


def test_bank_is_accepted_once() -> None:
    """The score stands from then on."""
    table = Table()
    table.start(HOST)

    assert table.ask(BankGame(HOST, 1)) == Accepted((GameBanked(0, 1, 0),))


def test_finish_needs_a_finishable_game() -> None:
    """The cards that a finish would need may still be hidden or locked in the talon."""
    table = Table()
    table.start(HOST)
    assert refused(table, FinishGame(HOST, 1)).code == Code.NOT_FINISHABLE
    open_table = Table(Options("turn1"), deals(TALON_KINGS))
    open_table.start(HOST)

    assert open_table.ask(FinishGame(HOST, 1)) == Accepted((GameFinished(0, 1, 0),))
    assert open_table.ask(FinishGame(HOST, 1)) == Repeated(open_table.acks(HOST)[0])


def test_after_four_thousand_commands_only_an_end_is_taken() -> None:
    """Command 4,001 is no move; banking it is."""
    table = Table(Options("turn1"), deals(TALON_KINGS))
    table.start(HOST)
    table.play(HOST, *["D", "R"] * (COMMANDS // 2))

    assert refused(table, PlayMove(HOST, COMMANDS + 1, "D")).code == Code.TOO_MANY
    assert refused(table, FinishGame(HOST, COMMANDS + 1)).code == Code.TOO_MANY
    assert isinstance(table.ask(BankGame(HOST, COMMANDS + 1)), Accepted)
