"""A plain search of all that can be played, that knows nothing of how verdicts are found."""

from collections.abc import Iterator
from typing import NamedTuple

from pantagruel_engine.game import Game


class Truth(NamedTuple):
    """Whether progress can be made, and whether more cards can come home without any."""

    progress: bool
    pays: bool


def truth(start: Game, most: int) -> Truth | None:
    """Play every line up to its first progress, draws included; None if there are too many."""
    seen, todo, pays = {_key(start)}, [start], False
    while todo:
        if len(seen) > most:
            return None
        game = todo.pop()
        pays = pays or game.home > start.home
        for after in _after(game):
            if after.hidden < start.hidden or _talon(after) < _talon(start):
                return Truth(progress=True, pays=True)
            if _key(after) not in seen:
                seen.add(_key(after))
                todo.append(after)
    return Truth(progress=False, pays=pays)


def _after(game: Game) -> Iterator[Game]:
    for move in game.legal_moves():
        after = game.copy()
        after.play(move)
        yield after


def _talon(game: Game) -> int:
    return len(game.stock) + len(game.waste)


def _key(game: Game) -> str:
    """Tell positions apart; passes beyond the third show nothing new."""
    return repr((game.up, game.foundations, len(game.stock), _passes_left(game)))


def _passes_left(game: Game) -> int:
    passes = game.variant.max_passes
    return 2 if passes is None else min(2, passes - game.redeals)
