"""Who is ahead, and what a player made of the deal."""

import pytest

from pantagruel_protocol.values import RankBy, Result
from pantagruel_server.race.commands import BankGame, FinishGame
from pantagruel_server.race.opening import Options
from pantagruel_server.race.ranking import placings
from pantagruel_server.race.state import NotThere
from tests.server.race.positions import HIDDEN_KING, ONE_KING, TALON_KINGS, deals
from tests.server.race.table import HOST, Table


def test_a_winner_beats_a_richer_loser() -> None:
    """Rules case 28: cleared comes first, then the score; seven paid redeals do not undo a win."""
    table = Table(Options("turn1"), deals(TALON_KINGS))
    table.start(HOST, "ben")
    table.play(HOST, "T1>F")
    table.play("ben", *["D", "R"] * 7)
    table.accept(FinishGame("ben", 15))
    table.tick(1_800_000)
    winner, loser = placings(table.race)

    assert (winner.player, winner.result.class_, winner.result.place) == ("ben", "cleared", 1)
    assert (loser.player, loser.result.class_, loser.result.place) == (HOST, "unfinished", 2)
    assert (winner.result.ledger, loser.result.ledger) == (20 - 7 * 20, 10)


def test_equal_games_share_a_place() -> None:
    """Nobody is ahead by sitting further left; the next place is counted on."""
    table = Table(Options("strict-royal", seats=3), deals(HIDDEN_KING))
    table.start(HOST, "ben", "cleo")
    assert table.standing() == (1, 1, 1)
    table.ms = 10
    table.play(HOST, "T1>F")
    table.play("cleo", "T1>F")

    assert table.standing() == (1, 3, 1)


@pytest.mark.parametrize(("rank_by", "places"), [("time", (1, 2)), ("score", (2, 1))])
def test_the_host_chooses_how_the_cleared_are_ranked(
    rank_by: RankBy, places: tuple[int, int]
) -> None:
    """By time the first is first; by score the total counts, which redeals cost."""
    table = Table(Options("turn1", rank_by=rank_by), deals(TALON_KINGS))
    table.start(HOST, "ben")
    table.play(HOST, "D", "R")
    table.accept(FinishGame(HOST, 3))
    table.ms = 5_000
    table.accept(FinishGame("ben", 1))

    assert table.standing() == places


def test_a_result_counts_everything() -> None:
    """All that a replay must be able to show again, of the moment at which the game ended."""
    table = Table(Options("turn1"), deals(TALON_KINGS))
    table.start(HOST, "ben")
    table.play(HOST, "D", "R", "D")
    table.ms = 400
    table.play(HOST, "T1>F")
    table.ms = 3_000
    table.play(HOST, "W>F")
    table.ms = 9_000
    table.accept(BankGame("ben", 1))
    winner, banker = placings(table.race)

    assert winner.result == Result(
        class_="cleared",
        place=1,
        ledger=0,
        streak=1,
        time_bonus=597,
        total=598,
        foundations=104,
        hidden=0,
        moves=2,
        draws=2,
        redeals=1,
        elapsed_ms=3_000,
    )
    assert (banker.result.elapsed_ms, banker.ended) == (9_000, (9_000, "bank"))


def test_a_game_that_goes_on_has_no_end() -> None:
    """Asking for the table of a race that still runs is a fault of the server, not of a player."""
    table = Table(Options("strict-royal"), deals(ONE_KING))
    table.seat(HOST)
    with pytest.raises(NotThere, match="no game before T0"):
        placings(table.race)
    table.start()

    with pytest.raises(NotThere, match="goes on"):
        placings(table.race)
