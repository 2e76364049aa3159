"""The table of variants, stated a second time, and the names of what differs from it."""

from dataclasses import replace

import pytest

from pantagruel_engine.errors import RulesError, UnknownVariant
from pantagruel_engine.rows import VARIANTS, name_of, named, variant
from pantagruel_engine.variant import Build, EmptyColumn, RunMoves, Scoring, Variant

NINE = tuple(range(1, 10))
SEVEN = tuple(range(1, 8))
ULTRA = [n for n in VARIANTS if n.startswith("ultra-")]

# id: packs, columns, stock, draw, passes, F->T, run moves, score, pass penalty, streak
TABLE = {
    "turn1": (2, NINE, 59, 1, None, True, "any", "royal", 20, True),
    "turn3": (2, NINE, 59, 3, None, True, "any", "royal", 0, True),
    "strict-royal": (2, NINE, 59, 3, 3, False, "any", "royal", 0, True),
    "gargantua-till-dawn": (2, NINE, 59, 1, 2, False, "full", "casino", 0, False),
    "gargantua": (2, NINE, 59, 1, 2, True, "any", "count", 0, False),
    "harp": (2, NINE, 59, 1, 4, True, "any", "count", 0, False),
    "harp-single": (2, NINE, 59, 1, 4, True, "single", "count", 0, False),
    "cardz-1": (2, NINE, 59, 1, None, False, "any", "cardz", 0, False),
    "cardz-3": (2, NINE, 59, 3, None, False, "any", "cardz", 0, False),
    "double-klondike-1": (2, NINE, 59, 1, None, True, "any", "count", 0, False),
    "double-klondike-3": (2, NINE, 59, 3, None, True, "any", "count", 0, False),
    "klondike-1": (1, SEVEN, 24, 1, None, True, "any", "count", 0, False),
    "klondike-3": (1, SEVEN, 24, 3, None, True, "any", "count", 0, False),
    "klondike-strict": (1, SEVEN, 24, 1, 1, False, "full", "casino", 0, False),
    "klondike-familiar": (1, SEVEN, 24, 3, None, False, "any", "casino", 0, False),
    "klondike-easy": (1, SEVEN, 24, 1, None, True, "any", "casino", 0, False),
    "thumb-and-pouch": (1, SEVEN, 24, 1, 1, False, "full-or-single", "count", 0, False),
}
# The widths of a triangle for 1, 2, ... 25 packs, and of a tent for 15, 16, ... 25.
TRIANGLES = "7 12 16 18 21 23 25 27 29 30 32 34 35 37 38 39 40 41 43 44 45 46 47 48 49"
TENTS = "54 56 56 58 60 62 64 66 66 68 70"


@pytest.mark.parametrize("name", TABLE)
def test_row(name: str) -> None:
    """Each field of each row is as the rules page has it."""
    rules = variant(name)

    assert TABLE[name] == (
        rules.packs,
        rules.columns,
        rules.stock,
        rules.draw,
        rules.max_passes,
        rules.foundation_return,
        rules.run_moves,
        rules.scoring,
        rules.pass_penalty,
        rules.streak,
    )


def test_table_is_whole() -> None:
    """There are these rows, 25 triangles and 11 tents, each under its own id, with 13 ranks."""
    triangles = {f"ultra-{packs}" for packs in range(1, 26)}
    tents = {f"ultra-{packs}-tent" for packs in range(15, 26)}

    assert {*TABLE, *triangles, *tents} == set(VARIANTS)
    assert all(name == rules.id and rules.title for name, rules in VARIANTS.items())
    assert {rules.ranks for rules in VARIANTS.values()} == {13}


def test_thumb_and_pouch_builds_otherwise() -> None:
    """It alone builds on any suit but its own and lets any card into an empty column."""
    odd = {
        name
        for name, rules in VARIANTS.items()
        if rules.build is not Build.OTHER_COLOUR or rules.empty_column is not EmptyColumn.KING
    }

    assert odd == {"thumb-and-pouch"}
    assert variant("thumb-and-pouch").build is Build.OTHER_SUIT
    assert variant("thumb-and-pouch").empty_column is EmptyColumn.ANY


@pytest.mark.parametrize("name", ULTRA)
def test_ultra_common_rules(name: str) -> None:
    """Where the document is silent: draw 3, no limit of passes, cards may come down again."""
    rules = variant(name)

    assert (rules.draw, rules.max_passes, rules.foundation_return) == (3, None, True)
    assert (rules.run_moves, rules.scoring) == (RunMoves.ANY, Scoring.COUNT)
    assert rules.packs == int(name.split("-")[1])


@pytest.mark.parametrize(("packs", "width"), list(enumerate(map(int, TRIANGLES.split()), 1)))
def test_triangle(packs: int, width: int) -> None:
    """A triangle has columns of 1, 2, ... cards, as many as the table says."""
    rules = variant(f"ultra-{packs}")

    assert tuple(range(1, width + 1)) == rules.columns
    assert 52 * packs - width * (width + 1) // 2 == rules.stock


@pytest.mark.parametrize(("packs", "width"), list(enumerate(map(int, TENTS.split()), 15)))
def test_tent(packs: int, width: int) -> None:
    """A tent rises to the middle and falls; it is the widest that leaves 20 cards or more."""
    rules = variant(f"ultra-{packs}-tent")
    half = width // 2

    assert (*range(1, half + 1), *range(half, 0, -1)) == rules.columns
    assert 52 * packs - half * (half + 1) == rules.stock
    assert rules.stock >= 20
    assert 52 * packs - (half + 1) * (half + 2) < 20


def test_tent_of_twenty_packs_is_the_documents() -> None:
    """The one tent that the document fixes: 62 columns, the middle two of 31 cards."""
    columns = variant("ultra-20-tent").columns

    assert len(columns) == 62
    assert columns[30:32] == (31, 31)


def test_unknown_id_is_refused() -> None:
    """There is no other way to ask for a game than by its id."""
    for name in ("", "Turn3", "turn3 ", "ultra-26", "ultra-14-tent", "pantagruel"):
        with pytest.raises(UnknownVariant, match="there is no variant"):
            variant(name)


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        (variant("turn3"), "turn3"),
        (variant("turn3").with_passes(4), "turn3;passes=4"),
        (variant("strict-royal").with_passes(None), "strict-royal;passes=none"),
        (
            replace(
                variant("klondike-1"),
                packs=2,
                ranks=3,
                columns=(1, 2),
                foundation_return=False,
                run_moves=RunMoves.FULL,
            ),
            "klondike-1;packs=2;columns=1.2;foundation_return=no;run_moves=full;ranks=3",
        ),
    ],
)
def test_names_round_trip(rules: Variant, name: str) -> None:
    """A changed variant is named by its row and what differs."""
    assert name == name_of(rules)
    assert rules == named(name)


@pytest.mark.parametrize(
    "name",
    [
        "turn3;",
        "turn3;passes",
        "turn3;passes=",
        "turn3;passes=0",
        "turn3;passes=04",
        "turn3;passes=none",
        "turn3;max_passes=4",
        "turn3;passes=any",
        "turn3;draw=1;passes=4;draw=1",
        "turn3;ranks=13",
        "turn3;title=x",
        "turn3;id=turn1",
        "turn3;undo=yes",
        "turn3;columns=1.x",
        "turn3;columns=",
        "turn3;streak=maybe",
        "turn3;packs=99999999999999999999",
    ],
)
def test_other_names_are_refused(name: str) -> None:
    """Only what `name_of` writes is read."""
    with pytest.raises(RulesError):
        named(name)


def test_name_of_a_stranger_is_refused() -> None:
    """A variant whose id is no row has no name."""
    with pytest.raises(UnknownVariant):
        name_of(replace(variant("turn3"), id="mine"))
