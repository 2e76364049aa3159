"""Cards being shifted, unjudged."""

import pytest

from pantagruel_engine.board import NOTHING_SHOWN, Shown
from pantagruel_engine.card import parse_face
from pantagruel_engine.notation import parse_move
from tests.engine.boards import cards, run_text, set_up


@pytest.mark.parametrize(
    ("home", "card", "foundation"),
    [("", "AS", 5), ("AS", "AS", 6), ("AS", "2S", 5), ("5S AS", "2S", 6), ("2S 2S", "3S", 5)],
)
def test_first_foundation_that_waits_takes_the_card(home: str, card: str, foundation: int) -> None:
    """Of a suit's foundations the lowest-numbered that accepts gets the card."""
    game = set_up("turn1", card, home=home)
    before = list(game.foundations)

    game.shift(parse_move("T1>F"))

    grown = [new - old for new, old in zip(game.foundations, before, strict=True)]
    assert grown == [int(number == foundation) for number in range(1, 9)]


def test_wanted_counts_the_foundations_that_wait() -> None:
    """Two Aces can go up on two empty foundations, no Two can."""
    game = set_up("turn1", "AS", home="2H 5H")

    wanted = {face: number for face, number in enumerate(game.wanted) if number}
    assert wanted == {
        parse_face("3H"): 1,
        parse_face("6H"): 1,
        parse_face("AD"): 2,
        parse_face("AS"): 2,
        parse_face("AC"): 2,
    }


def test_full_foundation_wants_nothing() -> None:
    """After a King nothing follows, and taking it back lets it return."""
    game = set_up("turn1", home="KH")
    assert game.wanted[parse_face("KH")] == 0

    game.shift(parse_move("F1>T1"))

    assert (run_text(game, 1), game.wanted[parse_face("KH")], game.home) == ("KH", 1, 12)


def test_taken_back_card_is_wanted_again() -> None:
    """A rollback lowers the foundation, and the card above is no longer wanted."""
    game = set_up("turn1", "3C", home="2H AH")

    game.shift(parse_move("F1>T1"))

    assert (game.foundations[:2], run_text(game, 1)) == ([1, 1], "3C2H")
    assert (game.wanted[parse_face("2H")], game.wanted[parse_face("3H")]) == (2, 0)


def test_run_moves_in_order() -> None:
    """The cards of a run stay in order, and the rest stays behind."""
    game = set_up("turn3", "8S 7H 6C", "8C")

    assert game.shift(parse_move("T1>T2:2")) is NOTHING_SHOWN
    assert (run_text(game, 1), run_text(game, 2)) == ("8S", "8C7H6C")


def test_bared_card_turns_up() -> None:
    """Moving a whole run off hidden cards shows the last of them and leaves the others."""
    game = set_up("turn3", "2C 5D|8S 7H", "9D")
    hidden = game.hidden

    assert Shown((), parse_face("5D")) == game.shift(parse_move("T1>T2:2"))
    assert (game.down[0], run_text(game, 1)) == (list(cards("2C")), "5D")
    assert hidden - 1 == game.hidden


def test_nothing_turns_up_under_a_run() -> None:
    """As long as a card lies face up the hidden ones stay hidden."""
    game = set_up("turn3", "2C|8S 7H", "8C")

    assert game.shift(parse_move("T1>T2")) is NOTHING_SHOWN
    assert (len(game.down[0]), run_text(game, 1)) == (1, "8S")


def test_emptied_column_stays_empty() -> None:
    """A column without hidden cards is left empty."""
    game = set_up("turn3", "8S", "9D")

    assert game.shift(parse_move("T1>T2")) is NOTHING_SHOWN
    assert (game.down[0], game.up[0]) == ([], [])


def test_copies_do_not_share_cards() -> None:
    """Whatever happens on a copy, the board stays as it was."""
    game = set_up("turn1", "2C|8S", "9D", "AH", waste="AD", stock="2S 3S", home="AC")
    before = game.position()
    twin = game.copy()

    for text in ("D", "W>F", "W>T1", "T1>T2", "T3>F", "F7>T3", "D", "R"):
        twin.shift(parse_move(text))

    assert before == game.position()
    assert before.stock != tuple(twin.stock)
    assert sum(game.wanted) == 8
