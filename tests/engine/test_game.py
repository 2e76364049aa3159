"""A game from the first move to the last: accounts, disclosure, copies, views that follow."""

import pytest

from pantagruel_engine.board import Shown
from pantagruel_engine.card import parse_face
from pantagruel_engine.errors import IllegalMove, Reason
from pantagruel_engine.game import Game
from pantagruel_engine.notation import parse_move
from pantagruel_engine.view import player_view
from tests.engine.boards import cards, play, run_text, set_up, texts


def test_flip_follows_the_move_that_bares_a_card() -> None:
    """The last hidden card of a column turns up by itself, is shown and pays 10."""
    game = set_up("turn3", "KH|QS", "KD")

    shown = game.play(parse_move("T1>T2"), 1200)

    assert Shown((), parse_face("KH")) == shown
    assert (run_text(game, 1), run_text(game, 2)) == ("KH", "KDQS")
    assert (game.ledger, game.score, game.moves, game.last_score_ms) == (10, 10, 1, 1200)


def test_draw_takes_what_is_left() -> None:
    """A draw of three takes fewer when the stock has fewer; the last drawn is on top."""
    game = set_up("turn3", stock="AS 2S 3S 4S")

    assert Shown(cards("AS 2S 3S")) == game.play(parse_move("D"))
    assert Shown(cards("4S")) == game.play(parse_move("D"))
    assert list(cards("AS 2S 3S 4S")) == game.waste
    assert (game.moves, game.draws) == (0, 2)


def test_redeal_keeps_the_order() -> None:
    """The waste is turned over unshuffled: the next pass shows the same cards again."""
    game = play(set_up("turn1", stock="5D 9D 2C"), "D", "D", "D", "R")

    assert list(cards("5D 9D 2C")) == game.stock
    assert (game.waste, game.redeals, game.passes, game.score) == ([], 1, 2, -20)


def test_won_game_refuses_everything() -> None:
    """After the last card is home every move is refused and none is legal."""
    game = play(set_up("turn3", "KC", home="KH KH KD KD KS KS KC QC"), "T1>F")

    assert game.won
    assert game.legal_moves() == []
    for text in ("D", "R", "T1>F", "F1>T1", "T99>F"):
        with pytest.raises(IllegalMove) as refusal:
            game.play(parse_move(text))
        assert refusal.value.reason is Reason.GAME_OVER


def test_legal_moves_of_a_small_board() -> None:
    """Moves from waste, columns and foundations, runs in part and whole, and the draw."""
    game = set_up("turn1", "9D 8C", "9H", "QH", "", "KD QS", waste="JC", stock="2C", home="7D")

    to_empty = ["T5>T4:2", "T5>T6:2", "T5>T7:2", "T5>T8:2"]
    expected = ["D", "F3>T1", "T1>T2", *to_empty, "W>T3"]
    assert expected == [text for text in texts(game) if "T9" not in text]


def test_counters_are_apart() -> None:
    """A run is one move, draws and redeals are counted for themselves, a flip not at all."""
    game = set_up("turn1", "2C|8S 7H", "9D", "AH", waste="AD", stock="5C")

    play(game, "T1>T2:2", "T3>F", "W>F", "D", "R", "D", "F1>T1")

    assert (game.moves, game.draws, game.redeals, game.passes) == (4, 2, 1, 2)


def test_refusal_changes_nothing() -> None:
    """A refused command leaves cards, accounts and clocks as they were."""
    game = play(set_up("turn1", "AH", "9S", waste="9D 3H"), "T1>F", ms=700)
    before = player_view(game)

    with pytest.raises(IllegalMove):
        game.play(parse_move("T2>F"), 900)
    with pytest.raises(IllegalMove):
        game.judge(parse_move("W>T2"))

    assert before == player_view(game)
    assert (game.elapsed_ms, game.last_score_ms, game.ledger) == (700, 700, 10)


def test_nothing_moves_by_itself() -> None:
    """An Ace that turns up lies where it is until its player moves it."""
    game = play(set_up("turn3", "AH|8S", "9D", "AD"), "T1>T2")

    assert (run_text(game, 1), run_text(game, 3), game.home) == ("AH", "AD", 0)


def test_only_a_win_ends_a_game() -> None:
    """A game without a legal move goes on: to stop is for its player or the race."""
    game = set_up("klondike-strict", "9S", "9C", "7S", "7C", "5S", "5C", home="AH")

    assert game.legal_moves() == []
    assert not game.won
    with pytest.raises(IllegalMove) as refusal:
        game.play(parse_move("D"))
    assert refusal.value.reason is Reason.STOCK_EMPTY


def test_game_starts_with_nothing_on_its_accounts() -> None:
    """From whatever position, counters and ledger begin at nothing."""
    game = set_up("turn1", "9S", waste="9D", home="5H 3C", redeals=2)

    assert (game.moves, game.draws, game.ledger, game.score, game.total) == (0, 0, 0, 0, 0)
    assert (game.elapsed_ms, game.last_score_ms, game.home, game.passes) == (0, 0, 8, 3)


def test_ledger_is_kept_in_every_variant() -> None:
    """The royal points are counted beside a score that is a formula."""
    game = play(set_up("harp", "2C|AH", "AS", "3D", waste="2S"), "T1>F", "W>T3", "T2>F")

    assert (game.ledger, game.score) == (20 + 5 + 10, 2)


def test_same_card_may_go_up_and_down() -> None:
    """A rollback costs 15 and the way up again pays 10."""
    game = set_up("turn1", "3C", home="2H")

    play(game, "F1>T1", "T1>F", "F1>T1")

    assert (game.ledger, game.moves, run_text(game, 1)) == (-15 + 10 - 15, 3, "3C2H")


def test_win_is_seen_after_the_move_is_paid() -> None:
    """The winning card pays like any other and counts for streak and time."""
    game = set_up("turn3", "KS", "KC", home="KH KH KD KD KS QS KC QC")

    play(game, "T1>F", ms=1000)
    play(game, "T2>F", ms=2000)

    assert (game.won, game.score, game.streak, game.time_bonus) == (True, 20, 1, 598)
    assert game.total == 20 + 1 + 598


def test_game_from_a_view_goes_on_with_its_accounts() -> None:
    """Counters, score and streak points come from the view; the royal ledger is the score."""
    game = play(set_up("turn1", "AH", "AD", waste="9D", stock="5C"), "T1>F", "T2>F", "D", ms=9)

    view = Game.from_view(player_view(game), game.variant)

    assert (view.moves, view.draws, view.redeals) == (2, 1, 0)
    assert (view.ledger, view.score, view.streak, view.total) == (20, 20, 1, 21)
