"""Games played by hypothesis, and every move that can be written on a board."""

from collections.abc import Iterator

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from pantagruel_engine.board import Board
from pantagruel_engine.errors import IllegalMove
from pantagruel_engine.game import Game
from pantagruel_engine.judge import judge
from pantagruel_engine.notation import DRAW, REDEAL, Kind, Move
from pantagruel_engine.rows import VARIANTS

# One of each kind of rule; the others are slow together, not each.
QUICK = ["turn1", "strict-royal", "gargantua-till-dawn", "harp-single", "thumb-and-pouch"]
# Every family with ultra's first sizes, and its last ones, where one game takes a while.
NAMES = [name for name in VARIANTS if not name.startswith("ultra-")]
NAMES += ["ultra-1", "ultra-2", "ultra-5"]
SMALL = [name for name in NAMES if VARIANTS[name].packs <= 2]
WIDE = ["ultra-25", "ultra-15-tent", "ultra-25-tent"]
HOMEWARD = (Kind.WASTE_TO_FOUNDATION, Kind.COLUMN_TO_FOUNDATION)
LEAST, MOST = 40, 160  # moves of a game; without a least one hypothesis plays five

seeds = st.integers(0, 2**32).map("property {}".format)
choices = st.lists(st.integers(0, 2**16), min_size=LEAST, max_size=MOST)


def families(names: list[str]) -> pytest.MarkDecorator:
    """Run a property for variants by name; the quick check takes the few quick ones."""
    return pytest.mark.parametrize(
        "name",
        [pytest.param(name, marks=[] if name in QUICK else pytest.mark.slow) for name in names],
    )


def examples(count: int) -> settings:
    """Limit a property to *count* examples, each as long as a busy machine takes."""
    return settings(max_examples=count, deadline=None)


def pick(game: Game, choice: int) -> Move | None:
    """Choose a legal move: any, or one to or from a foundation if there is one."""
    legal = game.legal_moves()
    wanted = {0: HOMEWARD, 1: (Kind.FOUNDATION_TO_COLUMN,), 2: (Kind.WASTE_TO_COLUMN,)}
    liked = [move for move in legal if move.kind in wanted.get(choice % 8, ())]
    moves = liked or legal
    return moves[choice // 8 % len(moves)] if moves else None


def pace(choice: int) -> int:
    """Answer after how many ms the next move comes: often within a streak, sometimes not."""
    return choice % 5 * 1000


def playing(game: Game, picks: list[int]) -> Iterator[tuple[Move, int]]:
    """Yield the moves to play, each with its race time; whoever iterates plays them."""
    ms = 0
    for choice in picks:
        move = pick(game, choice)
        if move is None:
            return
        ms += pace(choice)
        yield move, ms


def every_move(board: Board) -> Iterator[Move]:
    """Yield each distinct move that can be written, a pile more than there are included."""
    columns, piles = range(len(board.up) + 1), range(len(board.foundations) + 1)
    ranks = board.variant.ranks
    yield from (DRAW, REDEAL, Move(Kind.WASTE_TO_FOUNDATION), Move(Kind.WASTE_TO_WASTE))
    for column in columns:
        yield Move(Kind.WASTE_TO_COLUMN, target=column)
        yield Move(Kind.COLUMN_TO_FOUNDATION, column)
        yield Move(Kind.COLUMN_TO_WASTE, column)
        for target in columns:
            for count in range(1, ranks + 2):
                yield Move(Kind.COLUMN_TO_COLUMN, column, target, count)
    for pile in piles:
        yield Move(Kind.FOUNDATION_TO_WASTE, pile)
        yield Move(Kind.FOUNDATION_TO_FOUNDATION, pile)
        for target in piles:
            yield Move(Kind.FOUNDATION_TO_FOUNDATION, pile, target)
        for column in columns:
            yield Move(Kind.FOUNDATION_TO_COLUMN, pile, column)


def answer(board: Board, move: Move) -> str:
    """Write all that the judge says of a move: nothing, or reason, sentence and cards."""
    try:
        judge(board, move)
    except IllegalMove as refusal:
        return f"{refusal.reason} {refusal} {refusal.cards}"
    return ""


def allowed(board: Board) -> set[Move]:
    """Answer every move that the judge lets pass, found by asking about each."""
    return {move for move in every_move(board) if not answer(board, move)}
