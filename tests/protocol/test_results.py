"""What a player made of a deal, read off the game."""

import pytest

from pantagruel_engine.deal import layout
from pantagruel_engine.game import Game
from pantagruel_engine.notation import DRAW
from pantagruel_engine.rows import variant
from pantagruel_protocol.results import outcome, result
from pantagruel_protocol.values import Ending


@pytest.mark.parametrize(
    ("ending", "class_"),
    [("bank", "unfinished"), ("limit", "unfinished"), ("eject", "disqualified")],
)
def test_endings_have_a_class(ending: Ending, class_: str) -> None:
    """Whoever did not clear is unfinished, however the game ended; an ejection takes the rank."""
    game = Game.start(layout(variant("strict-royal"), bytes(32)))
    game.play(DRAW, 250)

    made = result(game, (900, ending), None)

    assert (class_, None, 900, 1) == (made.class_, made.place, made.elapsed_ms, made.draws)
    assert (class_, 250) == (outcome(0, game, ending).class_, outcome(0, game, ending).elapsed_ms)
