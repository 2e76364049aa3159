"""What is accepted, what is answered again and what is refused."""

import pytest

from pantagruel_protocol.codes import Code
from pantagruel_server.race.commands import (
    Accepted,
    BankGame,
    FinishGame,
    ForfeitGame,
    PlayMove,
    RaceCommand,
    Repeated,
    StartRace,
)
from pantagruel_server.race.events import (
    GameBanked,
    GameFinished,
    GameForfeited,
    MovePlayed,
)
from pantagruel_server.race.limits import COMMANDS
from pantagruel_server.race.opening import Options
from tests.server.race.positions import KING_AND_QUEEN, ONE_KING, TALON_KINGS, TWO_KINGS, deals
from tests.server.race.table import HOST, Table, picture

GAME_COMMANDS: list[RaceCommand] = [
    PlayMove(HOST, 1, "D"),
    FinishGame(HOST, 1),
    BankGame(HOST, 1),
    ForfeitGame(HOST, 1),
]


@pytest.mark.parametrize("command", GAME_COMMANDS)
def test_no_game_command_before_t0(command: RaceCommand) -> None:
    """Neither in the lobby nor in the countdown."""
    table = Table()
    table.seat(HOST)
    assert table.refused(command).code == Code.NOT_STARTED
    table.accept(StartRace(HOST, without_unready=False))

    assert table.refused(command).code == Code.NOT_STARTED


@pytest.mark.parametrize(
    "command",
    [PlayMove("zoe", 1, "D"), FinishGame("zoe", 1), BankGame("zoe", 1), ForfeitGame("zoe", 1)],
)
def test_no_game_command_without_a_seat(command: RaceCommand) -> None:
    """A seat is its player's alone, before T0 and after."""
    table = Table()
    assert table.refused(command).code == Code.NOT_YOUR_RACE
    table.start(HOST)

    assert table.refused(command).code == Code.NOT_YOUR_RACE


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

    assert table.refused(PlayMove(HOST, 1, text)).code == Code.INVALID


def test_an_illegal_move_is_refused_with_its_reason() -> None:
    """The refusal names the rule and the visible cards that clash."""
    table = Table(Options("strict-royal"), deals(KING_AND_QUEEN))
    table.start(HOST)
    refusal = table.refused(PlayMove(HOST, 1, "T2>T3"))

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
    refusal = table.refused(command)

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
    refusal = table.refused(PlayMove(HOST, 1, second.text))

    assert (refusal.code, refusal.expected) == (Code.STALE, 2)
    assert picture(table.race) == picture(alone.race)


def test_a_refusal_uses_up_no_number() -> None:
    """The next command bears the number of the refused one."""
    table = Table()
    table.start(HOST)
    table.refused(PlayMove(HOST, 1, "R"))

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

    assert {table.refused(command).code for command in late} == {Code.GAME_OVER}
    assert table.ask(ending) == Repeated(table.acks(HOST)[0])
    assert table.acks(HOST)[0].ended == word
    assert table.race.seats[0].ended == (5_000, word)


def test_after_a_win_nothing_is_played() -> None:
    """Rules case 34, for the winner."""
    table = Table(Options("strict-royal"), deals(ONE_KING))
    table.start(HOST, "ben")
    table.play(HOST, "T1>F")

    assert table.refused(PlayMove(HOST, 2, "F1>T1")).code == Code.GAME_OVER
    assert table.refused(BankGame(HOST, 2)).code == Code.GAME_OVER


def test_after_the_close_answers_are_still_given_again() -> None:
    """A client that lost the last answer gets it, even when the race is over."""
    table = Table()
    table.start(HOST)
    table.accept(BankGame(HOST, 1))
    table.tick()

    assert table.ask(BankGame(HOST, 1)) == Repeated(table.acks(HOST)[0])
    assert table.refused(PlayMove(HOST, 2, "D")).code == Code.GAME_OVER


def test_forfeit_waits_five_seconds() -> None:
    """A slip at the start costs nothing; a bank is always allowed."""
    table = Table()
    table.start(HOST, "ben")
    table.ms = 4_999
    assert table.refused(ForfeitGame(HOST, 1)).code == Code.TOO_EARLY
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
    assert table.refused(FinishGame(HOST, 1)).code == Code.NOT_FINISHABLE
    open_table = Table(Options("turn1"), deals(TALON_KINGS))
    open_table.start(HOST)

    assert open_table.ask(FinishGame(HOST, 1)) == Accepted((GameFinished(0, 1, 0),))
    assert open_table.ask(FinishGame(HOST, 1)) == Repeated(open_table.acks(HOST)[0])


def test_after_four_thousand_commands_only_an_end_is_taken() -> None:
    """Command 4,001 is no move; banking it is."""
    table = Table(Options("turn1"), deals(TALON_KINGS))
    table.start(HOST)
    table.play(HOST, *["D", "R"] * (COMMANDS // 2))

    assert table.refused(PlayMove(HOST, COMMANDS + 1, "D")).code == Code.TOO_MANY
    assert table.refused(FinishGame(HOST, COMMANDS + 1)).code == Code.TOO_MANY
    assert isinstance(table.ask(BankGame(HOST, COMMANDS + 1)), Accepted)
