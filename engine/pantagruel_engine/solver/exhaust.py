"""Depth-first search of every ordinary move: where it ends without a win, there is none.

Nothing is left out but repetitions. Draws and redeals touch nothing else, so that they may wait
until the card which they bring is played; columns may stand in any order, and so may a suit's
foundations.
"""

from collections.abc import Generator, Iterator

from pantagruel_engine.game import Game
from pantagruel_engine.notation import DRAW, REDEAL, Kind, Move

Key = tuple[object, ...]
BREATH = 500  # positions between two yields


class Exhaustive:
    """One search; `nodes` counts the positions that were made, `ended` whether that was all."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.nodes = 0
        self.ended = False

    def run(self, most: int) -> Generator[None, None, list[Move] | None]:
        """Search with at most *most* nodes; returns a line that wins or finishes, or None."""
        start = self._game.copy()
        seen = {key(start)}
        path: list[list[Move]] = []
        stack = [steps(start)]
        while stack:
            step = next(stack[-1], None)
            if step is None:
                stack.pop()
                if path:
                    path.pop()
                continue
            moves, after = step
            self.nodes += 1
            if self.nodes % BREATH == 0:
                yield
            if self.nodes > most:
                return None
            mark = key(after)
            if mark in seen:
                continue
            seen.add(mark)
            path.append(moves)
            if after.won or after.finishable:
                return [move for some in path for move in some]
            stack.append(steps(after))
        self.ended = True
        return None


def key(game: Game) -> Key:
    """Answer what equal positions share."""
    packs = game.variant.packs
    piles = (bytes(down) + b"|" + bytes(up) for down, up in zip(game.down, game.up, strict=True))
    home = game.foundations
    return (
        *sorted(piles),
        *(tuple(sorted(home[first : first + packs])) for first in range(0, len(home), packs)),
        bytes(game.waste),
        bytes(game.stock),
        game.redeals if game.variant.max_passes else 0,
    )


def steps(game: Game) -> Iterator[tuple[list[Move], Game]]:
    """Yield what can be done, a card of the talon being drawn and played in one step."""
    others = []
    for move in game.legal_moves():
        if move.kind in (Kind.COLUMN_TO_FOUNDATION, Kind.WASTE_TO_FOUNDATION):
            yield [move], _after(game, move)
        elif move.kind not in (Kind.DRAW, Kind.REDEAL):
            others.append(move)
    others.sort(key=lambda move: (move.kind is Kind.FOUNDATION_TO_COLUMN, -move.count))
    for move in others:
        yield [move], _after(game, move)
    yield from _talon(game)


def _talon(game: Game) -> Iterator[tuple[list[Move], Game]]:
    """Draw and redeal until all that can come to the top has been there, and play each."""
    ahead, moves = game.copy(), list[Move]()
    began = ahead.redeals
    while True:
        turn = DRAW if ahead.stock else REDEAL
        if turn not in ahead.legal_moves():
            return
        ahead.play(turn)
        moves.append(turn)
        if ahead.redeals > began + 1:
            return
        for move in ahead.legal_moves():
            if move.kind in (Kind.WASTE_TO_COLUMN, Kind.WASTE_TO_FOUNDATION):
                yield [*moves, move], _after(ahead, move)


def _after(game: Game, move: Move) -> Game:
    twin = game.copy()
    twin.play(move)
    return twin
