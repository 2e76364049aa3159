"""Lines of play counted against the shared file."""

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from pantagruel_engine.deal import layout
from pantagruel_engine.game import Game
from pantagruel_engine.perft import perft
from pantagruel_engine.rows import VARIANTS, variant
from tests.engine.boards import play, set_up


class Line(NamedTuple):
    """A place in a deal and how many lines of each length start there."""

    variant: str
    key: str
    after: str
    counts: list[int]

    @property
    def name(self) -> str:
        return f"{self.variant}-after-{len(self.after.split())}"


FILE = Path(__file__).parent / "perft" / "perft.json"
QUICK = 5000  # longer lines are slow together, not each
LINES = [Line(**line) for line in json.loads(FILE.read_text("utf-8"))]


def test_every_variant_has_lines() -> None:
    """No variant goes uncounted."""
    assert set(VARIANTS) == {line.variant for line in LINES}


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(
            line, id=line.name, marks=[pytest.mark.slow] if sum(line.counts) > QUICK else []
        )
        for line in LINES
    ],
)
def test_counts(line: Line) -> None:
    """Every count of the file comes out."""
    game = Game.start(layout(variant(line.variant), bytes.fromhex(line.key)))
    play(game, *line.after.split())

    assert line.counts == [perft(game, depth) for depth in range(1, len(line.counts) + 1)]


def test_nothing_is_one_line() -> None:
    """No move at all is one way to go."""
    assert perft(set_up("turn1"), 0) == 1


def test_won_game_has_no_lines() -> None:
    """The game ends with the last card, though draws would be left to count."""
    game = set_up("turn1", "KC", home="KH KH KD KD KS KS KC QC")

    assert perft(game, 1) == 1 + 8 + 7 * 8  # the King home or aside, seven more Kings down
    assert perft(play(game, "T1>F"), 1) == 0


def test_counting_leaves_the_game_alone() -> None:
    """Perft plays on copies."""
    game = set_up("turn1", stock="5D 9D 2C")
    before = game.position()

    perft(game, 3)

    assert before == game.position()
