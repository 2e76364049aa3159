"""The whole search: beams that grow, then every move there is; every line is replayed."""

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from pantagruel_engine.game import Game
from pantagruel_engine.notation import Move
from pantagruel_engine.solver.beam import Beam
from pantagruel_engine.solver.evaluate import Evaluation
from pantagruel_engine.solver.exhaust import Exhaustive
from pantagruel_engine.solver.macros import Macro, ordinary
from pantagruel_engine.solver.state import Rules, State
from pantagruel_engine.solver.weights import weights
from pantagruel_engine.variant import Build, EmptyColumn

FIRST, GROWTH = 4, 4
MOST_NODES = 400_000
SMALL = 20_000  # nodes of a search of every move behind the beams


class Answer(StrEnum):
    """What is known of a game when every card is known."""

    WON = "won"
    UNWINNABLE = "unwinnable"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Solution:
    """An answer; the *line* of a won game is ordinary moves, each accepted by the engine.

    *nodes* are the positions that were made, *width* is that of the beam which won, 0 if none.
    """

    answer: Answer
    line: tuple[Move, ...]
    nodes: int
    width: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is: positions made, and the width of the beam, 0 behind the beams."""

    nodes: int
    width: int


def solve(game: Game, most: int = MOST_NODES) -> Solution:
    """Answer whether *game*, which must have no unknown card, can be won from where it stands.

    At most about *most* positions are made; some 30,000 a second. The game stays as it is.
    Raises PositionError if a card is unknown.
    """
    search = searching(game, most)
    while True:
        try:
            next(search)
        except StopIteration as end:
            solution: Solution = end.value
            return solution


def searching(game: Game, most: int = MOST_NODES) -> Generator[Progress, None, Solution]:
    """Do the same in steps of some milliseconds, so that it can be watched and given up."""
    game.position()
    if game.won or game.finishable:
        return Solution(Answer.WON, tuple(_finish(game)), 0, 0)
    nodes = 0
    if game.variant.build is Build.OTHER_COLOUR and game.variant.empty_column is EmptyColumn.KING:
        rules = Rules.of(game)
        beam = Beam(State(game), rules, Evaluation(rules, weights(rules)))
        width = FIRST
        while nodes < most:
            layers = beam.run(width, most - nodes)
            macros = yield from _told(layers, beam, width)
            nodes = beam.nodes
            if macros is not None:
                return Solution(Answer.WON, replayed(game, macros), nodes, width)
            if not beam.narrow:
                break  # a wider one would see no more
            width *= GROWTH
    whole = Exhaustive(game)
    line = yield from _told(whole.run(max(SMALL, most - nodes)), whole, 0)
    nodes += whole.nodes
    if line is not None:
        return Solution(Answer.WON, proved(game, line), nodes, 0)
    return Solution(Answer.UNWINNABLE if whole.ended else Answer.UNKNOWN, (), nodes, 0)


Line = TypeVar("Line")


def _told(
    steps: Generator[None, None, Line], search: Beam | Exhaustive, width: int
) -> Generator[Progress, None, Line]:
    """Go through a search, telling how far it is."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            line: Line = end.value
            return line
        yield Progress(search.nodes, width)


def replayed(game: Game, macros: Iterable[Macro]) -> tuple[Move, ...]:
    """Turn macros into ordinary moves and finish; raises IllegalMove if the engine refuses one."""
    twin, line, redeals = game.copy(), list[Move](), game.redeals
    limited = game.variant.max_passes is not None
    for macro in macros:
        for move in ordinary(twin, macro, redeals if limited else 0):
            twin.play(move)
            line.append(move)
        redeals = twin.redeals
    return (*line, *_finish(twin))


def proved(game: Game, line: Iterable[Move]) -> tuple[Move, ...]:
    """Answer a line with its finish; raises IllegalMove if the engine refuses a move."""
    twin, moves = game.copy(), tuple(line)
    for move in moves:
        twin.play(move)
    return (*moves, *_finish(twin))


def _finish(game: Game) -> Iterator[Move]:
    if not game.won:
        yield from game.finish_moves()
