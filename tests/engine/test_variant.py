"""Rules as data."""

from dataclasses import FrozenInstanceError, replace

import pytest

from pantagruel_engine.errors import RulesError
from pantagruel_engine.plain import Misshapen
from pantagruel_engine.rows import VARIANTS, variant
from pantagruel_engine.variant import Variant

TURN3 = variant("turn3")


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=lambda rules: rules.id)
def test_plain_form_round_trips(rules: Variant) -> None:
    """Every field goes through the plain form, which holds nothing but plain values."""
    values = rules.to_plain()

    assert rules == Variant.from_plain(values)
    assert {type(value) for value in values.values()} <= {str, int, bool, list, type(None)}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("packs", "2"),
        ("packs", 0),
        ("packs", 256),
        ("ranks", 14),
        ("columns", []),
        ("columns", [1, 0]),
        ("columns", [60, 60]),
        ("columns", "123"),
        ("draw", 0),
        ("draw", True),
        ("max_passes", 0),
        ("max_passes", "none"),
        ("foundation_return", 1),
        ("run_moves", "all"),
        ("scoring", "vegas"),
        ("pass_penalty", -1),
        ("streak", None),
        ("build", "any"),
        ("empty_column", "queen"),
    ],
)
def test_impossible_rules_are_refused(field: str, value: object) -> None:
    """A variant is checked when it is made, wherever its values come from."""
    with pytest.raises(RulesError):
        Variant.from_plain({**TURN3.to_plain(), field: value})


def test_fields_are_known_and_complete() -> None:
    """A missing field and one too many are both refused by name."""
    values = TURN3.to_plain()
    without = {key: value for key, value in values.items() if key != "draw"}

    with pytest.raises(Misshapen, match="draw"):
        Variant.from_plain(without)
    with pytest.raises(Misshapen, match="undo"):
        Variant.from_plain({**values, "undo": True})


def test_sizes_follow_from_columns() -> None:
    """Nine columns of 1 to 9 hold 45 cards of 104, 36 of them hidden."""
    assert (TURN3.cards, TURN3.stock, TURN3.hidden) == (104, 59, 36)


def test_host_overrides_passes_only() -> None:
    """A limit of passes is the one thing that a host may set; it may be lifted as well."""
    capped = TURN3.with_passes(4)

    assert capped == replace(TURN3, max_passes=4)
    assert capped.with_passes(None) == TURN3
    with pytest.raises(RulesError):
        TURN3.with_passes(0)


def test_commitment_text_names_the_effective_passes() -> None:
    """The variant's own limit is written out too, and no limit is `none`."""
    assert TURN3.rules("fresh") == "turn3;passes=none;fresh"
    assert TURN3.with_passes(4).rules("fresh") == "turn3;passes=4;fresh"
    assert variant("strict-royal").rules("numbered") == "strict-royal;passes=3;numbered"


def test_rules_do_not_change_under_a_game() -> None:
    """Draw count and passes are fixed when a game is made: its rules are a frozen value."""
    with pytest.raises(FrozenInstanceError):
        TURN3.draw = 1  # type: ignore[misc]  # what must not work
