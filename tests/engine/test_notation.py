"""The one text of moves."""

import pytest

from pantagruel_engine.errors import InvalidMove
from pantagruel_engine.notation import (
    DRAW,
    LONGEST,
    NOWHERE,
    REDEAL,
    Kind,
    Move,
    column_moves,
    parse_move,
    single_move,
)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("D", DRAW),
        ("R", REDEAL),
        ("W>T4", Move(Kind.WASTE_TO_COLUMN, target=3)),
        ("W>F", Move(Kind.WASTE_TO_FOUNDATION)),
        ("T2>T5", Move(Kind.COLUMN_TO_COLUMN, 1, 4)),
        ("T2>T5:3", Move(Kind.COLUMN_TO_COLUMN, 1, 4, 3)),
        ("T10>T70:13", Move(Kind.COLUMN_TO_COLUMN, 9, 69, 13)),
        ("T2>F", Move(Kind.COLUMN_TO_FOUNDATION, 1)),
        ("F3>T5", Move(Kind.FOUNDATION_TO_COLUMN, 2, 4)),
        ("W>W", Move(Kind.WASTE_TO_WASTE)),
        ("T1>W", Move(Kind.COLUMN_TO_WASTE, 0)),
        ("F1>W", Move(Kind.FOUNDATION_TO_WASTE, 0)),
        ("F1>F", Move(Kind.FOUNDATION_TO_FOUNDATION, 0)),
        ("F1>F2", Move(Kind.FOUNDATION_TO_FOUNDATION, 0, 1)),
        ("T999>T1", Move(Kind.COLUMN_TO_COLUMN, 998, 0)),
    ],
)
def test_text_round_trips(text: str, move: Move) -> None:
    """Every kind of move has one text, those included that no game allows."""
    assert move == parse_move(text)
    assert text == move.text


def test_one_card_need_not_be_counted() -> None:
    """`:1` may be written and is left out in the canonical text."""
    assert parse_move("T2>T5:1") == parse_move("T2>T5")
    assert parse_move("T2>T5:1").text == "T2>T5"


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "X", "d", "r", "DD", "D ", " D", "D\n", "DRAW", "pass"),
        *("S", "S>W", "W>S", "S>T1", "STOCK", "R>W"),  # the stock has no word
        *("w>t4", "W>t4", "t2>F", "W>f", "W T4", "W->T4", "W>>T4", "W>", ">T4", "W>T", "T>F"),
        *("W>T4:1", "W>F:1", "T2>F:1", "F3>T5:1", "F1>F2:1", "W>W:1", "D:1"),
        *("W>F1", "T2>F1", "W1>T2", "T1>W1", "W>W1"),
        *("T2>T5:0", "T2>T5:", "T2>T5:03", "T2>T5:-1", "T2>T5:+1", "T2>T5:3:3", "T2>T5:x"),
        *("T02>T5", "T2>T05", "T0>T5", "T2>T0", "F0>T1", "F01>T1", "T-1>T2", "T+1>T2"),
        *("T２>T5", "T2>T٥", "T²>T5", "T2＞T5"),  # noqa: RUF001 - digits of other scripts
        *("T2>T5\n", "T2>T5 ", "T2 >T5", "\0", "T2>T5;T1>F"),
        *("T12345678901>T123", "T1>T2:" + "9" * 4000),
    ],
)
def test_other_text_is_invalid(text: str) -> None:
    """What is outside the grammar cannot be read, and the error shows it."""
    with pytest.raises(InvalidMove) as error:
        parse_move(text)

    assert text == error.value.text


def test_longest_text_is_still_read() -> None:
    """A column that does not exist is illegal, not invalid, as long as it fits in a message."""
    text = "T1234567>T654321"

    assert len(text) == LONGEST
    assert parse_move(text) == Move(Kind.COLUMN_TO_COLUMN, 1234566, 654320)


def test_moves_are_values() -> None:
    """Equal moves are equal keys, whoever made them."""
    assert {parse_move("T2>T5:3")} == {column_moves(1, 4)[2], Move(Kind.COLUMN_TO_COLUMN, 1, 4, 3)}
    assert {DRAW} == {parse_move("D"), Move(Kind.DRAW)}
    assert single_move(Kind.WASTE_TO_COLUMN, target=3) == parse_move("W>T4")


def test_one_column_to_another_has_thirteen_moves() -> None:
    """No run is longer than from King to Ace."""
    assert [move.text for move in column_moves(0, 1)] == [
        "T1>T2",
        *(f"T1>T2:{count}" for count in range(2, 14)),
    ]


def test_piles_without_number_are_nowhere() -> None:
    """The waste and the foundation that a card picks by itself have no index."""
    move = parse_move("W>F")

    assert (move.source, move.target, move.count) == (NOWHERE, NOWHERE, 1)
