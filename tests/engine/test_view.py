"""Who sees what of a game."""

import random
from dataclasses import astuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantagruel_engine.board import Shown
from pantagruel_engine.card import UNKNOWN
from pantagruel_engine.game import Game
from pantagruel_engine.notation import parse_move
from pantagruel_engine.rows import variant
from pantagruel_engine.view import (
    Counts,
    MaskedColumn,
    ViewColumn,
    counts,
    masked_view,
    player_view,
)
from tests.engine.boards import cards, dealt, play, set_up
from tests.engine.chance import (
    NAMES,
    SMALL,
    answer,
    choices,
    every_move,
    examples,
    families,
    pick,
    playing,
    seeds,
)


def test_player_sees_runs_waste_and_heights() -> None:
    """Hidden cards are a number, stock cards are blank until they were seen."""
    game = set_up("turn3", "2C|8S 7H", "9D", waste="5D 6C", stock="AS 2S", home="2H")

    view = player_view(game)

    assert view.columns[:3] == (
        ViewColumn(1, cards("8S7H")),
        ViewColumn(0, cards("9D")),
        ViewColumn(0, ()),
    )
    assert (view.foundations, view.stock) == ((2, 0, 0, 0, 0, 0, 0, 0), (None, None))
    assert view.waste == cards("5D6C")


def test_player_sees_the_accounts() -> None:
    """Counters, score, streak and time bonus are the player's own."""
    game = set_up("turn1", "AH", "AD", "AS", waste="9D")

    play(game, "R", "D", "T1>F", "T2>F", "T3>F", ms=5)
    view = player_view(game)

    assert (view.redeals, view.draws, view.moves) == (1, 1, 3)
    assert (view.score, view.streak, view.time_bonus) == (-20 + 30, 0 + 1 + 2, 0)


def test_stock_is_known_after_a_redeal() -> None:
    """Whoever turned the waste over has seen every card of it."""
    game = set_up("turn1", stock="5D 9D")

    assert player_view(game).stock == (None, None)
    assert player_view(play(game, "D")).stock == (None,)
    assert player_view(play(game, "D", "R")).stock == cards("5D9D")


def test_masked_view_has_no_face() -> None:
    """A masked board tells numbers of cards, and of the foundations only how many are home."""
    game = set_up("turn3", "2C|8S 7H", "9D", waste="5D 6C", stock="AS 2S", home="2H 5C")

    masked = masked_view(game)

    assert masked.columns[:3] == (MaskedColumn(1, 2), MaskedColumn(0, 1), MaskedColumn(0, 0))
    assert (masked.home, masked.stock, masked.waste) == (7, 2, 2)
    assert (masked.redeals, masked.moves, masked.draws, masked.score) == (0, 0, 0, 0)


def test_rivals_see_counts() -> None:
    """Cards home, hidden ones left, score, the pass and the moves: nothing else."""
    game = play(set_up("turn1", "9S|AH", "AD", waste="9D"), "R", "T1>F")

    assert counts(game) == Counts(home=1, hidden=game.hidden, score=0, passes=2, moves=1)


def shuffled_underneath(game: Game, seed: int) -> Game:
    """Answer a game that looks the same, with the cards not seen in another order."""
    unseen = [face for down in game.down for face in down]
    if not game.redeals:
        unseen += game.stock
    random.Random(seed).shuffle(unseen)
    take = iter(unseen)
    twin = game.copy()
    for down in twin.down:
        down[:] = [next(take) for _ in down]
    if not game.redeals:
        twin.stock[:] = list(take)
    return twin


@families(SMALL)
@examples(4)
@given(seed=seeds, picks=choices, other=st.integers(0, 2**32))
def test_nothing_hidden_shows(name: str, seed: str, picks: list[int], other: int) -> None:
    """Boards that differ under the cards only give equal views, moves and refusals."""
    game = dealt(name, seed)
    for move, ms in playing(game, picks):
        game.play(move, ms)
    twin = shuffled_underneath(game, other)

    assert player_view(game) == player_view(twin)
    assert masked_view(game) == masked_view(twin)
    assert counts(game) == counts(twin)
    assert game.legal_moves() == twin.legal_moves()
    assert game.finishable == twin.finishable
    assert [answer(game, move) for move in every_move(game)] == [
        answer(twin, move) for move in every_move(twin)
    ]


@families(NAMES)
@examples(4)
@given(seed=seeds, picks=choices)
def test_view_follows_the_game(name: str, seed: str, picks: list[int]) -> None:
    """A view fed with what moves disclose knows the same moves, score and sight at each step."""
    game = dealt(name, seed)
    view = Game.from_view(player_view(game), game.variant)

    for move, ms in playing(game, picks):
        view.follow(move, game.play(move, ms), ms)

        assert game.legal_moves() == view.legal_moves()
        assert player_view(game) == player_view(view)
        assert (game.total, game.home, game.hidden) == (view.total, view.home, view.hidden)


@families(NAMES)
@examples(3)
@given(seed=seeds, picks=choices, later=choices)
def test_view_taken_up_later_follows(
    name: str, seed: str, picks: list[int], later: list[int]
) -> None:
    """A view may be made at any time; only the streak's gap is not in it."""
    game = dealt(name, seed)
    for move, ms in playing(game, picks):
        game.play(move, ms)
    view = Game.from_view(player_view(game), game.variant)

    for move, ms in playing(game, later):
        view.follow(move, game.play(move, ms), ms)

        assert game.legal_moves() == view.legal_moves()
        assert (game.score, game.moves, game.draws) == (view.score, view.moves, view.draws)


@families(SMALL)
@examples(4)
@given(seed=seeds, picks=choices)
def test_unknown_cards_never_crash(name: str, seed: str, picks: list[int]) -> None:
    """A client may play ahead of the server: what turns up unknown fits nowhere."""
    view = Game.from_view(player_view(dealt(name, seed)), variant(name))

    for choice in picks:
        move = pick(view, choice)
        if move is None:
            break
        view.play(move)
        for run in view.up:
            assert UNKNOWN not in run[:-1]
        assert all(move.text for move in view.legal_moves())
    for move in every_move(view):
        answer(view, move)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("D", Shown(cards("AS"))),
        ("D", Shown(cards("AS 2S 3S 4S"))),
        ("D", Shown(cards("AS 2S 3S"), 0)),
        ("T1>T2", Shown()),
        ("T1>T2", Shown(cards("AS"), 0)),
        ("T2>T3", Shown((), 0)),
    ],
)
def test_disclosure_must_fit_the_move(text: str, shown: Shown) -> None:
    """Cards that the move cannot have shown are not believed."""
    game = set_up("turn3", "KH|8S", "9D", "TC", stock="AS 2S 3S 4S")
    view = Game.from_view(player_view(game), game.variant)

    with pytest.raises(ValueError, match="does not show what was disclosed"):
        view.follow(parse_move(text), shown)


def test_views_are_values() -> None:
    """Equal boards have equal views, and a view does not change with its game."""
    game = dealt("turn3")
    view, before = player_view(game), astuple(player_view(game))

    play(game, "D")

    assert before == astuple(view)
    assert view == player_view(dealt("turn3"))


def test_view_game_has_no_position() -> None:
    """A position knows every card; a view does not."""
    view = Game.from_view(player_view(dealt("turn3")), variant("turn3"))

    with pytest.raises(ValueError, match="is not there"):
        view.position()
