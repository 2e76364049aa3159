"""The list of legal moves."""

import pytest
from hypothesis import given

from pantagruel_engine.notation import parse_move
from tests.engine.boards import dealt, play, set_up, texts
from tests.engine.chance import (
    NAMES,
    WIDE,
    allowed,
    choices,
    every_move,
    examples,
    families,
    playing,
    seeds,
)


def compare(name: str, seed: str, picks: list[int]) -> None:
    """Play a game at random and ask about every move that can be written then."""
    game = dealt(name, seed)
    for move, ms in playing(game, picks):
        game.play(move, ms)

    legal = game.legal_moves()

    assert allowed(game) == set(legal)
    assert len(legal) == len(set(legal))


@families(NAMES)
@examples(5)
@given(seed=seeds, picks=choices)
def test_list_is_what_the_judge_allows(name: str, seed: str, picks: list[int]) -> None:
    """Asked about every move that can be written, the judge allows the listed ones alone."""
    compare(name, seed, picks)


@families(WIDE)
@examples(2)
@given(seed=seeds, picks=choices)
def test_wide_list_is_what_the_judge_allows(name: str, seed: str, picks: list[int]) -> None:
    """So it is on 70 columns and 100 foundations."""
    compare(name, seed, picks)


def test_every_written_move_can_be_read() -> None:
    """The brute force asks in texts that the grammar knows."""
    moves = list(every_move(dealt("turn1")))

    assert moves == [parse_move(move.text) for move in moves]
    assert len(moves) == len(set(moves)) > 1500


def test_moves_come_in_order() -> None:
    """Waste, columns, foundations, then the talon."""
    game = set_up("turn1", "9S", "8H", "", "QC", waste="KD", stock="2C", home="8D AS")

    assert [move.text for move in game.legal_moves()] == [
        *("W>T3", "W>T5", "W>T6", "W>T7", "W>T8"),
        *("T2>T1", "T9>T3", "T9>T5", "T9>T6", "T9>T7", "T9>T8"),
        *("F3>T1", "D"),
    ]


def test_one_foundation_move_a_card() -> None:
    """With two empty foundations of its suit an Ace still has one move home, not two."""
    game = set_up("turn1", "AS", waste="AS")

    assert [text for text in texts(game) if text.endswith("F")] == ["T1>F", "W>F"]


def test_twin_foundations_have_moves_of_their_own() -> None:
    """A card may come down from either of two equal foundations."""
    game = set_up("turn1", "9S", home="8D 8D")

    assert [text for text in texts(game) if text.endswith("T1")] == ["F3>T1", "F4>T1"]


@pytest.mark.parametrize(
    ("stock", "waste", "redeals", "expected"),
    [
        ("9D", "", 2, ["D"]),
        ("9D", "2C", 0, ["D"]),
        ("", "9D 2C", 1, ["R"]),
        ("", "9D 2C", 2, []),
        ("", "", 0, []),
    ],
)
def test_talon_moves(stock: str, waste: str, redeals: int, expected: list[str]) -> None:
    """Draw while there is stock, then redeal while there are passes; never both."""
    game = set_up("strict-royal", stock=stock, waste=waste, redeals=redeals)

    assert expected == [text for text in texts(game) if text in ("D", "R")]


def test_won_game_has_none() -> None:
    """After the last card nothing is legal, not even what would fit."""
    assert play(set_up("klondike-1", "KC", home="KH KD KS QC"), "T1>F").legal_moves() == []
