"""What a verdict may go by: the cards that lie open, and those of the talon that were seen."""

from dataclasses import dataclass

from pantagruel_engine import finish
from pantagruel_engine.board import Board
from pantagruel_engine.card import UNKNOWN
from pantagruel_engine.variant import Variant
from pantagruel_engine.view import seen_stock


@dataclass(frozen=True, slots=True)
class Seen:
    """A player's board without what he has not seen; two games that look alike are equal here.

    *columns* are pairs: whether cards lie hidden under the run, and the run, top first.
    *coming* are the faces of the talon that can come to the top of the waste before any of them
    is played; *whole* says that all of these were seen.
    """

    variant: Variant
    columns: tuple[tuple[bool, tuple[int, ...]], ...]
    foundations: tuple[int, ...]
    coming: frozenset[int]
    whole: bool
    won: bool
    finishable: bool


def seen_by_player(board: Board) -> Seen:
    """Answer what the player of a game in play has seen."""
    return _seen(board, seen_stock(board))


def seen_all(board: Board) -> Seen:
    """Answer the same for a player who has seen every card of the talon that is not UNKNOWN."""
    return _seen(board, board.stock)


def _seen(board: Board, stock: list[int]) -> Seen:
    coming = _coming(board, stock)
    known = coming - {UNKNOWN}
    return Seen(
        variant=board.variant,
        columns=tuple(
            (bool(down), tuple(up)) for down, up in zip(board.down, board.up, strict=True)
        ),
        foundations=tuple(board.foundations),
        coming=known,
        whole=len(known) == len(coming),
        won=board.won,
        finishable=finish.finishable(board),
    )


def _coming(board: Board, stock: list[int]) -> frozenset[int]:
    """Answer the tops of the waste: now, in this pass, and in the next if there is one.

    Further passes show the same cards as the next one.
    """
    draw, passes = board.variant.draw, board.variant.max_passes
    tops = {*board.waste[-1:], *stock[draw - 1 :: draw], *stock[-1:]}
    if passes is None or board.redeals + 1 < passes:
        order = board.waste + stock
        tops.update(order[draw - 1 :: draw])
        tops.update(order[-1:])
    return frozenset(tops)
