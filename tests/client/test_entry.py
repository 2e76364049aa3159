"""Two-key entry: what is typed against what lies there."""

import pytest

from pantagruel_client.entry import EntryError, read_entry
from pantagruel_engine.game import Game
from tests.engine.boards import dealt, set_up


@pytest.fixture
def board() -> Game:
    """Make a board where several things can be done."""
    return set_up("turn1", "9C 8H 7C", "9S", "8D", "KH QS", "", "5S|AS", stock="3D", waste="2C")


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("12", "T1>T2:2"),  # as much of the run as fits
        (" 1 2 ", "T1>T2:2"),
        ("45", "T4>T5:2"),  # a King's run into an empty column
        ("32", "T3>T2"),
        ("6f", "T6>F"),
        ("66", "T6>F"),
        ("w3", "W>T3"),
        ("wf", "W>F"),
        ("WF", "W>F"),
        ("d", "D"),
        ("D", "D"),
        ("r", "R"),
        ("t1>t2:2", "T1>T2:2"),
        ("T3>F", "T3>F"),
        ("25", "T2>T5"),  # illegal, and the refusal will say so
        ("13", "T1>T3"),  # likewise: the card that would fit by rank
    ],
)
def test_keys_become_moves(board: Game, typed: str, text: str) -> None:
    """Two keys, or the notation in either case, make one move."""
    assert read_entry(typed, board).text == text


def test_d_turns_the_waste_over() -> None:
    """With the stock empty the same key redeals."""
    game = set_up("turn1", "9C", waste="2C")

    assert read_entry("d", game).text == "R"


@pytest.mark.parametrize("typed", ["", "zz", "1", "123", "0f", "10", "w", "x>y", "T1>T2:0", "ff"])
def test_what_is_no_move_is_explained(board: Game, typed: str) -> None:
    """Anything else is an error that helps."""
    with pytest.raises(EntryError):
        read_entry(typed, board)


def test_wide_boards_take_two_digits() -> None:
    """With more than nine columns every number has two digits."""
    game = dealt("ultra-2")

    assert read_entry("0312", game).text.startswith("T3>T12")
    assert read_entry("w07", game).text == "W>T7"
    assert read_entry("11f", game).text == "T11>F"
    with pytest.raises(EntryError, match="0312"):
        read_entry("37", game)


def test_a_card_comes_back_from_home() -> None:
    """The foundation is found by what fits; a suit key decides between two."""
    game = set_up("turn1", "6S", "9C", home="5H 5D 8S")

    assert read_entry("f1h", game).text == "F1>T1"
    assert read_entry("f1d", game).text == "F3>T1"
    with pytest.raises(EntryError, match=r"f1h \(5H\) or f1d \(5D\)"):
        read_entry("f1", game)


def test_what_does_not_fit_back_is_asked_anyway() -> None:
    """The server says why not."""
    game = set_up("turn1", "6S", "9C", home="8S")

    assert read_entry("f1", game).text == "F5>T1"
    with pytest.raises(EntryError, match="no card of that suit"):
        read_entry("f1h", game)
    with pytest.raises(EntryError, match="no card is home"):
        read_entry("f1", dealt("turn1"))
