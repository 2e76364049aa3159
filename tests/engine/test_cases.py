"""The position cases that were handed to us, and the harness that runs them."""

import json
from collections import Counter
from copy import deepcopy
from pathlib import Path

import pytest

from pantagruel_engine.board import Shown
from pantagruel_engine.cases import Finding, Report, run_case
from pantagruel_engine.errors import IllegalMove, Reason
from pantagruel_engine.game import Game
from pantagruel_engine.notation import Move

CASES = json.loads((Path(__file__).parent / "cases" / "rules.json").read_text("utf-8"))
REDEAL = next(case for case in CASES if case["id"] == 38)
WORDS = ["8", "28", "30", "32", "34", "36"]  # rules in words: each has a test of its own


def test_handed_cases() -> None:
    """Fifteen are right, verdicts included, none is wrong, six are no positions."""
    reports = list(map(run_case, CASES))

    assert Counter(report.finding for report in reports) == {
        Finding.RIGHT: 15,
        Finding.PASSED_OVER: 6,
    }
    passed_over = {report.id for report in reports if report.finding is Finding.PASSED_OVER}
    assert passed_over == set(WORDS)


@pytest.mark.parametrize(
    ("step", "key", "value", "why"),
    [
        (0, "legal", False, "step 1: R legal: expected False, the engine says True"),
        (0, "score", 0, "step 1: R score: expected 0, the engine says -20"),
        (1, "waste_top", "3H", "step 2: D waste_top: expected 3H, the engine says 9D"),
        (1, "move", "S", "step 2: 'S' is no move"),
        (1, "legal", 1, "step 2: legal must be true or false"),
        (3, "score", None, "step 4: score must be an integer"),
    ],
)
def test_difference_in_a_step_is_named(step: int, key: str, value: object, why: str) -> None:
    """A trace that the engine does not follow is wrong, and the report says where."""
    case = deepcopy(REDEAL)
    case["trace"][step][key] = value

    assert run_case(case) == Report("38", Finding.WRONG, why)


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("total", 5, "total: expected 5, the engine says -15"),
        ("verdict", "won", "verdict: expected won, the engine says alive"),
        ("position", {}, "position must have variant, columns, foundations, stock, waste"),
        ("trace", {}, "trace must be a list"),
    ],
)
def test_difference_in_a_case_is_named(key: str, value: object, why: str) -> None:
    """So is a wrong total, a win that is none, and a shape that is none."""
    report = run_case({**REDEAL, key: value})

    assert (report.id, report.finding) == ("38", Finding.WRONG)
    assert report.why.startswith(why)


def test_win_is_a_verdict() -> None:
    """A case that ends in a win must say so."""
    case = {
        "id": "w",
        "position": {
            "variant": "klondike-1",
            "columns": [{"down": [], "up": ["KH"]}] + [{"down": [], "up": []}] * 6,
            "foundations": {"H": [12], "D": [13], "S": [13], "C": [13]},
            "stock": [],
            "waste": [],
            "redeals": 0,
        },
        "trace": [{"move": "T1>F", "legal": True, "score": 1}],
        "total": 1,
    }

    assert run_case({**case, "verdict": "won"}) == Report("w", Finding.RIGHT, "")
    assert run_case({**case, "verdict": "alive"}).finding is Finding.WRONG


@pytest.mark.parametrize("case", [None, [], 7, "x", {1: 2}])
def test_what_is_no_case_is_wrong(case: object) -> None:
    """Whatever a file holds, the harness reports and goes on."""
    assert run_case(case) == Report("?", Finding.WRONG, "a case must be a map")


def test_refusal_that_changes_the_position_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: an engine that moves first and judges then is found out."""

    def hasty(game: Game, move: Move, ms: int = 0) -> Shown:
        game.shift(move)
        raise IllegalMove(Reason.NEVER, "too late")

    monkeypatch.setattr(Game, "play", hasty)
    case = {**REDEAL, "trace": [{"move": "R", "legal": False, "score": 0}]}

    why = "step 1: R was refused and yet changed the position"
    assert run_case(case) == Report("38", Finding.WRONG, why)
