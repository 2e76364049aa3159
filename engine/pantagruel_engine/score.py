"""What moves and positions are worth."""

from collections.abc import Callable, Mapping

from pantagruel_engine.board import Board
from pantagruel_engine.notation import Kind
from pantagruel_engine.variant import Scoring

# The Royal Master Scoring Ledger, in points per move. A flip pays beside the move that caused it;
# what a redeal costs is the variant's.
POINTS: Mapping[Kind, int] = {
    Kind.DRAW: 0,
    Kind.REDEAL: 0,
    Kind.WASTE_TO_COLUMN: 5,
    Kind.WASTE_TO_FOUNDATION: 10,
    Kind.COLUMN_TO_COLUMN: 0,
    Kind.COLUMN_TO_FOUNDATION: 10,
    Kind.FOUNDATION_TO_COLUMN: -15,
}
FLIP = 10
TIME_BONUS_UNTIL_MS = 600_000


def time_bonus(elapsed_ms: int) -> int:
    """Answer what a royal win at this race time pays: 600 down to 1, after 10 minutes nothing."""
    if elapsed_ms >= TIME_BONUS_UNTIL_MS:
        return 0
    return (TIME_BONUS_UNTIL_MS + 999 - elapsed_ms) // 1000


def casino(board: Board) -> int:
    """Pay a dollar for each card of the deck, get five back for each card home."""
    return 5 * board.home - 52 * board.variant.packs


def count(board: Board) -> int:
    """Count the cards home."""
    return board.home


def cardz(board: Board) -> int:
    """Pay 10 for a card home, 5 for a flip, take 100 for a redeal, never go below 0."""
    flips = board.variant.hidden - board.hidden
    return max(0, 10 * board.home + 5 * flips - 100 * board.redeals)


# The scores that are functions of the position; the royal one is the ledger.
FORMULAS: Mapping[Scoring, Callable[[Board], int]] = {
    Scoring.CASINO: casino,
    Scoring.COUNT: count,
    Scoring.CARDZ: cardz,
}
