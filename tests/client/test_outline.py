"""Boards without faces: counts that follow blank steps exactly as the real board does."""

from random import Random

import pytest

from pantagruel_client.errors import Disagreement
from pantagruel_client.outline import OutlineBoard
from pantagruel_engine.deal import key_of_text, layout
from pantagruel_engine.game import Game
from pantagruel_engine.rows import variant
from pantagruel_engine.view import counts
from pantagruel_protocol.values import Outline, Row, Step
from tests.client.fake import blank, outline_of
from tests.engine.boards import set_up


def start(name: str = "turn3", text: str = "outline") -> tuple[Game, OutlineBoard]:
    """Deal a game, and see it without faces."""
    rules = variant(name)
    game = Game.start(layout(rules, key_of_text(text)))
    return game, OutlineBoard(outline_of(game), rules.draw)


def row_of(game: Game) -> Row:
    """Make the line of a player."""
    shown = counts(game)
    return Row(
        0, 1, shown.home, shown.hidden, shown.score, shown.passes, shown.moves, on=True, ended=None
    )


@pytest.mark.parametrize("name", ["turn1", "turn3", "strict-royal", "gargantua", "klondike-3"])
def test_blank_steps_lead_to_the_same_counts(name: str) -> None:
    """In every variant a random game and its outline agree after each step, score included."""
    game, board = start(name)
    chance = Random(name)
    for k in range(1, 250):
        moves = game.legal_moves()
        if not moves:
            break
        move = chance.choice(moves)
        game.play(move, k)
        board.follow(Step(0, k, k, blank(move.text)))
        board.compare(row_of(game))

        assert board.plain() == outline_of(game)
        assert board.hidden == game.hidden


def test_a_foundation_may_be_named() -> None:
    """Once nothing is secret any more a step may say where a card comes back from."""
    _, board = start()
    board.home = 3
    board.follow(Step(0, 1, 1, "F2>T1"))

    assert (board.home, board.columns[0]) == (2, (0, 2))


def test_a_finish_takes_everything_home() -> None:
    """The moves of a finish are not told, but where they lead is."""
    game = set_up("turn1", "KC", "QC", home="KH KH KD KD KS KS TC KC", stock="JC")
    board = OutlineBoard(outline_of(game), 1)
    for move in game.finish_moves():
        game.play(move)
    board.follow(Step(0, 1, 1, "finish"))

    whole = board.plain()
    assert (whole.home, whole.stock, whole.waste, whole.moves) == (104, 0, 0, game.moves)
    assert set(whole.columns) == {(0, 0)}


@pytest.mark.parametrize("text", ["bank", "forfeit"])
def test_an_end_moves_no_card(text: str) -> None:
    """Whoever stops leaves the board as it lies."""
    _, board = start()
    before = board.plain()
    board.follow(Step(0, 1, 1, text))

    assert board.plain() == before


@pytest.mark.parametrize(
    "text", ["W>T1", "F>T1", "W>F", "T1>T2:3", "T99>F", "T0>F", "X", "T1>T2:x", "T1>T99"]
)
def test_a_step_that_cannot_be_is_named(text: str) -> None:
    """Cards that are not there cannot go anywhere."""
    _, board = start()

    with pytest.raises(Disagreement, match="cannot be"):
        board.follow(Step(0, 1, 1, text))


def test_nothing_is_drawn_from_an_empty_stock() -> None:
    """An empty stock is turned over, not drawn from."""
    empty = Outline(
        columns=((0, 1),), home=0, stock=0, waste=3, redeals=0, moves=0, draws=1, score=0
    )
    board = OutlineBoard(empty, 3)

    with pytest.raises(Disagreement):
        board.follow(Step(0, 1, 1, "D"))
    board.follow(Step(0, 1, 1, "R"))
    assert (board.stock, board.waste, board.redeals) == (3, 0, 1)


def test_a_row_of_the_same_moment_must_agree() -> None:
    """Home and hidden are worked out here and told there; a row of another moment says nothing."""
    game, board = start()
    row = row_of(game)
    board.compare(Row(0, 1, 9, row.hidden, 5, 1, row.moves + 1, on=True, ended=None))

    with pytest.raises(Disagreement, match="9 cards home"):
        board.compare(Row(0, 1, 9, row.hidden, 5, 1, row.moves, on=True, ended=None))


def test_a_copy_goes_its_own_way() -> None:
    """What is done to a copy is not done to the board."""
    _, board = start()
    twin = board.copy()
    twin.follow(Step(0, 1, 1, "D"))

    assert (twin.waste, board.waste) == (3, 0)
