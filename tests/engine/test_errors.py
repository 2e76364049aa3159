"""What refusals say."""

import pytest

from pantagruel_engine.errors import (
    IllegalMove,
    InvalidMove,
    PositionError,
    Reason,
    RulesError,
    UnknownVariant,
)


@pytest.mark.parametrize("kind", [InvalidMove, IllegalMove, PositionError, UnknownVariant])
def test_refusals_are_one_family(kind: type[Exception]) -> None:
    """Whoever passes text on to the engine catches one class, and it is a ValueError."""
    assert issubclass(kind, RulesError)
    assert issubclass(kind, ValueError)


def test_invalid_move_shows_what_came_in() -> None:
    """An unreadable move is repeated, so that its sender can see what arrived."""
    error = InvalidMove("T1>T2\n")

    assert str(error) == r"'T1>T2\n' is no move"
    assert error.text == "T1>T2\n"


def test_long_text_is_not_repeated_whole() -> None:
    """A stranger cannot make an error as long as he likes."""
    assert str(InvalidMove("x" * 4000)) == f"'{'x' * 40}...' is no move"
    assert str(UnknownVariant("x" * 4000)) == f"there is no variant '{'x' * 40}...'"


def test_illegal_move_carries_reason_and_cards() -> None:
    """Beside the sentence for people there are a word and the faces for programs."""
    error = IllegalMove(Reason.DOES_NOT_FIT, "3D does not go on 4H", (15, 3))

    assert str(error) == "3D does not go on 4H"
    assert (error.reason, error.cards) == ("does-not-fit", (15, 3))


def test_reasons_are_frozen() -> None:
    """Bots branch on these words: taking one away or changing it breaks them."""
    assert sorted(Reason) == [
        "does-not-fit",
        "empty-source",
        "foundation-order",
        "game-over",
        "king-only",
        "never",
        "no-passes-left",
        "no-return",
        "no-such-pile",
        "not-face-up",
        "run-policy",
        "same-pile",
        "stock-empty",
        "stock-not-empty",
        "waste-empty",
    ]
