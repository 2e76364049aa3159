"""Positions: what they refuse, and their two forms."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pantagruel_engine.card import UNKNOWN
from pantagruel_engine.deal import key_of_text, layout
from pantagruel_engine.errors import PositionError, RulesError, UnknownVariant
from pantagruel_engine.position import Column, Position
from pantagruel_engine.rows import VARIANTS, variant
from pantagruel_engine.variant import Variant
from tests.engine.boards import cards, dealt, play, set_up

CASES = json.loads((Path(__file__).parent / "cases" / "rules.json").read_text("utf-8"))
HANDED = [case["position"] for case in CASES if "position" in case]


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=lambda rules: rules.id)
def test_layouts_round_trip(rules: Variant) -> None:
    """Every variant's layout goes through both forms."""
    position = layout(rules, key_of_text("round"))

    assert position == Position.parse(position.text())
    assert position == Position.from_plain(json.loads(json.dumps(position.to_plain())))


@pytest.mark.parametrize("plain", HANDED, ids=[case["id"] for case in CASES if "position" in case])
def test_handed_positions_round_trip(plain: dict[str, object]) -> None:
    """The plain form is that of the handed cases, to the letter."""
    position = Position.from_plain(plain)

    assert plain == position.to_plain()
    assert position == Position.parse(position.text())


@pytest.mark.parametrize("passes", [4, 1])
def test_overridden_passes_round_trip(passes: int) -> None:
    """A host's limit of passes is kept in both forms."""
    position = layout(variant("turn3").with_passes(passes), key_of_text("round"))

    assert position == Position.parse(position.text())
    assert position == Position.from_plain(position.to_plain())
    assert position.to_plain()["variant"] == f"turn3;passes={passes}"


def test_text_is_one_readable_line() -> None:
    """Variant, columns, foundations by suit, stock, waste, redeals."""
    game = set_up(
        "klondike-1",
        "KC|QD",
        "",
        "5H",
        stock="JC TC",
        waste="KH",
        home="AH KS JD 9C",
        redeals=2,
    )

    assert game.position().text() == (
        "klondike-1 KC|QD/-/5H/-/-/-/2H3H4H6H7H8H9HTHJHQHKD|QC 1/11/13/9 JCTC KH 2"
    )


def test_won_position_is_a_position() -> None:
    """All cards home: empty columns, stock and waste."""
    game = play(set_up("klondike-1", "KC", home="KH KD KS QC"), "T1>F")

    assert game.position().text() == "klondike-1 -/-/-/-/-/-/- 13/13/13/13 - - 0"
    assert Position.parse(game.position().text()) == game.position()


DEALT = dealt("klondike-1").position()
STOCK = DEALT.stock


@pytest.mark.parametrize(
    "change",
    [
        {"columns": DEALT.columns[1:]},
        {"columns": (*DEALT.columns, Column((), ()))},
        {"foundations": (0, 0, 0)},
        {"foundations": (0,) * 8},
        {"foundations": (-1, 1, 0, 0)},
        {"foundations": (14, 0, 0, 0)},
        {"foundations": (1, 0, 0, 0)},
        {"stock": STOCK[1:]},
        {"stock": (*STOCK, STOCK[0])},
        {"stock": (STOCK[1], *STOCK[1:])},
        {"stock": (UNKNOWN, *STOCK[1:])},
        {"stock": (*STOCK, UNKNOWN)},
        {"stock": (52, *STOCK[1:])},
        {"waste": (0,)},
        {"redeals": -1},
    ],
    ids=str,
)
def test_impossible_positions_are_refused(change: dict[str, Any]) -> None:  # fields of any type
    """Piles must be those of the variant and hold each card of its deck exactly once a pack."""
    with pytest.raises(PositionError):
        replace(DEALT, **change)


@pytest.mark.parametrize("run", ["9S8S", "9S8C", "9S7H", "9S9H", "8H9S", "2HASKD", "AHKS"])
def test_broken_runs_are_refused(run: str) -> None:
    """The face-up part of a column is one valid run, always."""
    with pytest.raises(PositionError, match="does not go on"):
        set_up("klondike-1", run)


@pytest.mark.parametrize("run", ["9S8H", "9S8C", "2HAD"])
def test_runs_follow_the_variants_build(run: str) -> None:
    """In Thumb and Pouch a run alternates suits, not colours."""
    assert list(cards(run)) == set_up("thumb-and-pouch", run).up[0]
    with pytest.raises(PositionError, match="column 1: 8S does not go on 9S"):
        set_up("thumb-and-pouch", "9S8S")


def test_hidden_cards_need_a_card_face_up() -> None:
    """A bare hidden card turns up at once, so no position shows one."""
    column = DEALT.columns[6]
    bare = (*DEALT.columns[:6], Column(column.down + column.up, ()))

    with pytest.raises(PositionError, match="column 7 has hidden cards and none face up"):
        replace(DEALT, columns=bare)


@pytest.mark.parametrize(("name", "redeals"), [("strict-royal", 3), ("klondike-strict", 1)])
def test_more_redeals_than_passes_are_refused(name: str, redeals: int) -> None:
    """Redeals are passes less one."""
    position = dealt(name).position()

    assert replace(position, redeals=redeals - 1).redeals == redeals - 1
    with pytest.raises(PositionError):
        replace(position, redeals=redeals)


@pytest.mark.parametrize(
    "change",
    [
        {"moves": 0},
        {"variant": 1},
        {"columns": None},
        {"columns": [{"down": []}] * 7},
        {"columns": [{"down": [], "up": ["XX"]}] * 7},
        {"columns": [[[], []]] * 7},
        {"foundations": [0, 0, 0, 0]},
        {"foundations": {"H": [0], "D": [0], "S": [0]}},
        {"foundations": {"H": [0, 0], "D": [0], "S": [0], "C": []}},
        {"foundations": {"H": ["0"], "D": [0], "S": [0], "C": [0]}},
        {"stock": "2C"},
        {"stock": [2]},
        {"redeals": "0"},
        {"redeals": False},
    ],
    ids=str,
)
def test_misshapen_values_are_refused(change: dict[str, object]) -> None:
    """Whatever a JSON reader may hand over, the answer is a PositionError."""
    with pytest.raises(PositionError):
        Position.from_plain(DEALT.to_plain() | change)


@pytest.mark.parametrize("value", [None, [], "x", {}, {"variant": "klondike-1"}], ids=str)
def test_what_is_no_position_is_refused(value: object) -> None:
    """So it is for values that are no position at all."""
    with pytest.raises(PositionError, match=r"^position must "):
        Position.from_plain(value)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (" ", "  "),
        (" - ", "  "),
        (" - ", " A "),
        (" - 0", " -"),
        (" - 0", " - 00"),
        (" - 0", " - 0\n"),
        (" - 0", " - x"),
        ("0/0/0/0", "0/0/0"),
        ("0/0/0/0", "0.0/0/0"),
        ("|", "||"),
        ("|", ""),
        ("H", "h"),
        ("klondike-1", "klondike-1;"),
    ],
)
def test_misspelt_lines_are_refused(old: str, new: str) -> None:
    """A position has one spelling."""
    line = DEALT.text()

    assert old in line
    with pytest.raises(RulesError):
        Position.parse(line.replace(old, new, 1))


def test_unknown_variant_is_named() -> None:
    """A position of a game that we do not have says so."""
    with pytest.raises(UnknownVariant):
        Position.from_plain(DEALT.to_plain() | {"variant": "klondike-9"})
    with pytest.raises(UnknownVariant):
        Position.parse(DEALT.text().replace("klondike-1", "klondike-9"))
