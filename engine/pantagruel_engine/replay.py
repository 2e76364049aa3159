"""A game played again from the text of its moves."""

from collections.abc import Iterable

from pantagruel_engine.errors import RulesError
from pantagruel_engine.game import Game
from pantagruel_engine.notation import parse_move
from pantagruel_engine.position import Position


class ReplayError(RulesError):
    """Move number *index*, from 0, cannot have been played; the cause says why."""

    def __init__(self, index: int, text: str, why: str) -> None:
        super().__init__(f"move {index + 1}, {text}: {why}")
        self.index = index


def replay(position: Position, moves: Iterable[tuple[int, str]]) -> Game:
    """Play moves, each its race time and text, from a position on; raises ReplayError."""
    game = Game.start(position)
    for index, (ms, text) in enumerate(moves):
        if ms < game.elapsed_ms:
            raise ReplayError(index, text, "time does not run backwards")
        try:
            game.play(parse_move(text), ms)
        except RulesError as error:
            raise ReplayError(index, text, str(error)) from error
    return game
