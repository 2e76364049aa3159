"""A bot that always takes the move it likes best now, and knows when to stop.

It plans nothing: every move is weighed by itself, by a seeded taste. What it remembers only keeps
it from going in circles, so that every game ends.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from pantagruel_client.bots.styles import Style
from pantagruel_client.view import RaceView
from pantagruel_engine.game import Game
from pantagruel_engine.notation import Kind, Move

ENOUGH = 3000  # commands; the server takes 4,000 and banks nobody
IDLE_PASSES = 2  # whole passes without a flip or a talon card played before it gives up
WANDERING = 60  # layouts of the columns between two steps that cannot be undone
LOW = 2  # Aces and Twos hold nothing up: they go home at once

_Tableau = tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]


@dataclass(slots=True)
class _Memory:
    """What keeps the bot from going in circles since the last step that cannot be undone."""

    seen: set[_Tableau]
    hidden: int
    talon: int
    redeals: int
    tableau: _Tableau


class Greedy:
    """Call it with the view of a race: the move to play, or None to bank."""

    def __init__(self, chance: Random, enough: int = ENOUGH) -> None:
        self.style = Style.drawn(chance)
        self._chance = chance
        self._enough = enough
        self._memory: _Memory | None = None

    def __call__(self, view: RaceView) -> Move | None:
        return self.choose(view.board, dead=view.verdict is not None)

    def choose(self, game: Game, *, dead: bool = False) -> Move | None:
        """Answer the best move of a board of which hidden cards may be unknown.

        In a *dead* game only what may bring cards home is left to do.
        """
        memory = self._remember(game)
        moves = game.legal_moves()
        cards = [move for move in moves if move.kind > Kind.REDEAL]
        talon = next((move for move in moves if move.kind <= Kind.REDEAL), None)
        if game.moves + game.draws + game.redeals > self._enough:
            return None
        best = self._best(game, cards, memory, self._value)
        if best is not None:
            return best
        if talon is not None and not dead and self._worth_turning(game, talon, memory):
            return talon
        return self._best(game, cards, memory, _last_resort)

    def _remember(self, game: Game) -> _Memory:
        memory, talon, tableau = self._memory, len(game.stock) + len(game.waste), _tableau(game)
        if memory is None or game.hidden < memory.hidden or talon < memory.talon:
            memory = _Memory(set(), game.hidden, talon, game.redeals, tableau)
            self._memory = memory
        memory.seen.add(tableau)
        return memory

    def _worth_turning(self, game: Game, talon: Move, memory: _Memory) -> bool:
        """Say whether to draw, always, or to redeal, while passes or columns change things."""
        if talon.kind is Kind.DRAW:
            return True
        idle = game.redeals - memory.redeals
        return idle < 1 or (idle < IDLE_PASSES and _tableau(game) != memory.tableau)

    def _best(
        self,
        game: Game,
        moves: list[Move],
        memory: _Memory,
        value: Callable[[Game, Move], float],
    ) -> Move | None:
        """Answer the move of the highest value above nothing that leads to something new."""
        liked = []
        for order, move in enumerate(moves):
            worth = value(game, move)
            if worth > 0:
                liked.append((-worth - self._chance.random() * self.style.whim, order, move))
        liked.sort()
        return next((move for _, _, move in liked if not _back(game, move, memory)), None)

    def _value(self, game: Game, move: Move) -> float:
        match move.kind:
            case Kind.WASTE_TO_FOUNDATION:
                return self._home_value(game, game.waste[-1])
            case Kind.COLUMN_TO_FOUNDATION:
                return self._column_home_value(game, move)
            case Kind.WASTE_TO_COLUMN:
                return self._talon_value(game, move)
            case Kind.COLUMN_TO_COLUMN:
                return self._column_value(game, move)
            case _:
                return 0

    def _home_value(self, game: Game, face: int) -> float:
        rank = face % 13 + 1
        if rank <= LOW:
            return self.style.flip * 3
        ahead = rank - 1 - min(game.foundations)
        return self.style.home - self.style.caution * max(0, ahead - LOW)

    def _column_home_value(self, game: Game, move: Move) -> float:
        run = game.up[move.source]
        value = self._home_value(game, run[-1])
        return value + self._uncovered(game, move.source) if len(run) == 1 else value

    def _talon_value(self, game: Game, move: Move) -> float:
        if not game.up[move.target]:
            return self.style.king
        # Of two columns that fit, the one that buries less.
        value = self.style.talon / (1 + 0.2 * len(game.down[move.target]))
        if _takes_a_run(game, game.waste[-1]):
            return value + self.style.talon
        first = game.redeals == 0 and game.variant.max_passes != 1
        return value - max(0, self.style.thrift) if first else value

    def _column_value(self, game: Game, move: Move) -> float:
        run = game.up[move.source]
        if move.count == len(run):
            if not game.down[move.source]:
                useful = game.up[move.target] and _king_waits(game, move.source)
                return self.style.clear if useful else 0
            return self._uncovered(game, move.source)
        return self.style.dig if game.wanted[run[-move.count - 1]] else 0

    def _uncovered(self, game: Game, column: int) -> float:
        """Answer what it is worth that the run of a column goes away as a whole."""
        hidden = len(game.down[column])
        return self.style.flip + self.style.depth * hidden if hidden else 0


def _tableau(game: Game) -> _Tableau:
    return tuple(game.foundations), tuple(map(tuple, game.up))


def _back(game: Game, move: Move, memory: _Memory) -> bool:
    """Say whether *move* leads to columns that were there before."""
    if move.kind in (Kind.WASTE_TO_COLUMN, Kind.WASTE_TO_FOUNDATION):
        return False
    after = game.copy()
    after.shift(move)
    if after.hidden < game.hidden:
        return False
    wanders = len(memory.seen) > WANDERING and move.kind is not Kind.COLUMN_TO_FOUNDATION
    return wanders or _tableau(after) in memory.seen


def _king_waits(game: Game, source: int) -> bool:
    """Say whether a King could use an empty column: on the waste, or on hidden cards."""
    if game.waste and game.waste[-1] in game.starters:
        return True
    return any(
        run and run[0] in game.starters and game.down[column] and column != source
        for column, run in enumerate(game.up)
    )


def _last_resort(game: Game, move: Move) -> float:
    """Value what is left before banking: points on the board, or a way to turn a card up."""
    match move.kind:
        case Kind.COLUMN_TO_FOUNDATION | Kind.WASTE_TO_FOUNDATION:
            return 20
        case Kind.WASTE_TO_COLUMN:
            return 10
        case Kind.COLUMN_TO_COLUMN | Kind.FOUNDATION_TO_COLUMN:
            return 5 if _opens(game, move) else 0
        case _:
            return 0


def _opens(game: Game, move: Move) -> bool:
    """Say whether *move* makes room for a flip or for the waste card."""
    if move.kind is Kind.FOUNDATION_TO_COLUMN:
        return _wanted_below(game, game.foundation_top(move.source))
    run = game.up[move.source]
    if move.count < len(run):
        return _wanted_below(game, run[-move.count - 1])
    return bool(game.up[move.target]) and _king_waits(game, move.source)


def _wanted_below(game: Game, face: int) -> bool:
    """Say whether the waste card, or a run that lies on hidden cards, goes on *face*."""
    if game.waste and game.waste[-1] in game.lands[face]:
        return True
    return _takes_a_run(game, face)


def _takes_a_run(game: Game, face: int) -> bool:
    """Say whether a run that lies on hidden cards goes on *face*."""
    lands = game.lands[face]
    return any(down and up[0] in lands for down, up in zip(game.down, game.up, strict=True))
