"""A game from the first move to the last: accounts, disclosure, copies, views that follow."""

import pytest

from pantagruel_engine.board import Shown
from pantagruel_engine.card import parse_face
from pantagruel_engine.errors import IllegalMove, Reason
from pantagruel_engine.notation import parse_move
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
