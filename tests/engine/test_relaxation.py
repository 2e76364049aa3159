"""What can be excluded by letting facts only grow."""

from dataclasses import replace

import pytest

from pantagruel_engine.relaxation import Prospects, bits, prospects
from pantagruel_engine.rows import variant
from pantagruel_engine.seen import seen_by_player
from pantagruel_engine.variant import RunMoves
from tests.engine.boards import set_up

STUCK = ["9D", "7D", "9D", "7D", "JH", "JH", "JD"]
NOTHING = Prospects(progress=False, pays=False)
SOMETHING = Prospects(progress=True, pays=True)
AT_ONCE = Prospects(progress=True, pays=True, at_once=True)


def test_faces_are_bits() -> None:
    """Every face has its own, named once or twice."""
    assert bits([0, 3, 3]) == 0b1001


@pytest.mark.parametrize(
    ("rules", "column", "home", "right"),
    [
        ("turn3", "JD", "", NOTHING),
        ("turn3", "KS|TS", "", AT_ONCE),  # goes on a Jack
        ("turn3", "KS|2H", "AH", AT_ONCE),  # goes home
        ("turn3", "4C3H", "2H", Prospects(progress=False, pays=True)),
        ("turn3", "KS|4C3H", "2H", Prospects(progress=False, pays=True)),
        ("turn3", "KS|TS9H", "", AT_ONCE),  # a whole run, where any part may go
        ("gargantua-till-dawn", "KS|TS9H", "", AT_ONCE),
        ("harp-single", "KS|TS9H", "", NOTHING),  # one card at a time, and no place for the nine
        ("harp-single", "KS|TS9H", "8H", SOMETHING),
    ],
)
def test_what_can_be_excluded(rules: str, column: str, home: str, right: Prospects) -> None:
    """One column beside seven that nothing goes on decides, and the foundations."""
    game = set_up(rules, *STUCK, column, home=home)

    assert prospects(seen_by_player(game)) == right


@pytest.mark.parametrize(
    ("policy", "right"),
    [
        (RunMoves.ANY, AT_ONCE),
        (RunMoves.FULL, AT_ONCE),
        (RunMoves.FULL_OR_SINGLE, AT_ONCE),
        (RunMoves.SINGLE, NOTHING),
    ],
)
def test_whole_runs_move_where_they_may(policy: RunMoves, right: Prospects) -> None:
    """A run of two over hidden cards is turned up by moving it, unless cards move one by one."""
    rules = replace(variant("turn3"), run_moves=policy)

    assert prospects(seen_by_player(set_up(rules, *STUCK, "KS|TS9H"))) == right


@pytest.mark.parametrize(
    ("policy", "right"), [(RunMoves.ANY, SOMETHING), (RunMoves.FULL, NOTHING)]
)
def test_parts_of_runs_move_where_they_may(policy: RunMoves, right: Prospects) -> None:
    """A card in the middle of a run is laid bare by moving what lies on it, if a part may go."""
    rules = replace(variant("turn3"), run_moves=policy)
    game = set_up(rules, *STUCK[:6], "4D", "5S4H3S", home="3H")

    assert prospects(seen_by_player(game)) == right
