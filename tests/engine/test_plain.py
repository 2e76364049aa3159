"""Plain values narrowed to types."""

from collections.abc import Callable

import pytest

from pantagruel_engine import plain
from pantagruel_engine.plain import Misshapen
from pantagruel_engine.variant import Scoring


def test_values_of_the_right_type_pass() -> None:
    """What has the shape comes back as it is."""
    assert plain.mapping({"a": 1}, "x") == {"a": 1}
    assert plain.items((1, "a"), "x") == [1, "a"]
    assert plain.text("a", "x") == "a"
    assert plain.number(-3, "x") == -3
    assert plain.truth(False, "x") is False
    assert plain.word("casino", Scoring, "x") is Scoring.CASINO
    assert plain.parse_number("007") == 7


@pytest.mark.parametrize(
    ("narrow", "value", "why"),
    [
        (plain.mapping, [], "x must be a map"),
        (plain.mapping, {1: 2}, "x must be a map"),
        (plain.items, "text", "x must be a list"),
        (plain.items, {}, "x must be a list"),
        (plain.text, 1, "x must be text"),
        (plain.text, None, "x must be text"),
        (plain.number, True, "x must be an integer"),
        (plain.number, 1.0, "x must be an integer"),
        (plain.number, "1", "x must be an integer"),
        (plain.truth, 1, "x must be true or false"),
    ],
)
def test_other_values_are_refused(
    narrow: Callable[[object, str], object], value: object, why: str
) -> None:
    """What has another shape is refused in words; a bool is no integer."""
    with pytest.raises(Misshapen, match=f"^{why}$"):
        narrow(value, "x")


@pytest.mark.parametrize("value", ["cash", 1, None])
def test_word_must_be_known(value: object) -> None:
    """The refusal names the words that there are."""
    with pytest.raises(Misshapen):
        plain.word(value, Scoring, "scoring")


@pytest.mark.parametrize("digits", ["", "-1", "+1", " 1", "1_0", "٣", "²", "1234567", "x"])
def test_numbers_are_ascii_digits(digits: str) -> None:
    """Nothing that int() would forgive is read as a number."""
    with pytest.raises(Misshapen, match="is no number"):
        plain.parse_number(digits)
