"""May this move be played here? The one place that says no, with the reason.

Only face-up cards, the top of the waste, the heights of foundations and numbers of cards are
looked at, so that no refusal can depend on what is hidden.
"""

from collections.abc import Callable
from typing import NoReturn

from pantagruel_engine.board import Board
from pantagruel_engine.card import face_text
from pantagruel_engine.errors import IllegalMove, Reason
from pantagruel_engine.fits import kings
from pantagruel_engine.notation import Move
from pantagruel_engine.variant import RunMoves


def judge(board: Board, move: Move) -> None:
    """Raise IllegalMove unless the move may be played."""
    if board.won:
        raise IllegalMove(Reason.GAME_OVER, "the game is won; nothing moves any more")
    _JUDGES[move.kind](board, move)


def may_lift(board: Board, run: list[int], count: int) -> bool:
    """Tell whether the variant lets the last *count* cards of a run move to another column.

    Where it lets any part move, `board.any_part` says so without a call.
    """
    match board.variant.run_moves:
        case RunMoves.ANY:
            return True
        case RunMoves.FULL:
            return count == len(run)
        case RunMoves.SINGLE:
            # A group headed by a King fits an empty column only.
            return count == 1 or run[-count] in kings(board.variant)
        case RunMoves.FULL_OR_SINGLE:
            return count in (1, len(run))


def _draw(board: Board, _: Move) -> None:
    if not board.stock:
        raise IllegalMove(Reason.STOCK_EMPTY, "the stock is empty")


def _redeal(board: Board, _: Move) -> None:
    if board.stock:
        raise IllegalMove(Reason.STOCK_NOT_EMPTY, "the stock is not empty yet")
    if not board.waste:
        raise IllegalMove(Reason.WASTE_EMPTY, "the waste is empty")
    passes = board.variant.max_passes
    if passes is not None and board.redeals + 1 >= passes:
        raise IllegalMove(Reason.NO_PASSES_LEFT, f"the stock may be gone through {passes} times")


def _waste_to_column(board: Board, move: Move) -> None:
    if not board.waste:
        raise IllegalMove(Reason.WASTE_EMPTY, "the waste is empty")
    _land(board, board.waste[-1], move.target)


def _waste_to_foundation(board: Board, _: Move) -> None:
    if not board.waste:
        raise IllegalMove(Reason.WASTE_EMPTY, "the waste is empty")
    _go_home(board, board.waste[-1])


def _column_to_column(board: Board, move: Move) -> None:
    _, source, target, count = move
    run = _run(board, source)
    if source == target:
        raise IllegalMove(Reason.SAME_PILE, "a column's cards are on it already")
    if count > len(run):
        raise IllegalMove(
            Reason.NOT_FACE_UP, f"column {source + 1} has fewer than {count} cards face up"
        )
    if not (board.any_part or may_lift(board, run, count)):
        raise IllegalMove(
            Reason.RUN_POLICY, f"this game does not move the last {count} of {len(run)} cards"
        )
    _land(board, run[-count], target)


def _column_to_foundation(board: Board, move: Move) -> None:
    _go_home(board, _run(board, move.source)[-1])


def _foundation_to_column(board: Board, move: Move) -> None:
    pile = move.source
    if pile >= len(board.foundations):
        raise IllegalMove(Reason.NO_SUCH_PILE, f"there is no foundation {pile + 1}")
    if not board.variant.foundation_return:
        raise IllegalMove(Reason.NO_RETURN, "cards do not come down from foundations in this game")
    if not board.foundations[pile]:
        raise IllegalMove(Reason.EMPTY_SOURCE, f"foundation {pile + 1} is empty")
    _land(board, board.foundation_top(pile), move.target)


def _never(_: Board, move: Move) -> NoReturn:
    raise IllegalMove(Reason.NEVER, f"{move.text} is allowed in no game")


def _run(board: Board, source: int) -> list[int]:
    """Answer the run of the column that cards shall leave."""
    if source >= len(board.up):
        raise IllegalMove(Reason.NO_SUCH_PILE, f"there is no column {source + 1}")
    run = board.up[source]
    if not run:
        raise IllegalMove(Reason.EMPTY_SOURCE, f"column {source + 1} is empty")
    return run


def _land(board: Board, face: int, target: int) -> None:
    """Refuse unless *face* may be put on column *target*."""
    if target >= len(board.up):
        raise IllegalMove(Reason.NO_SUCH_PILE, f"there is no column {target + 1}")
    run = board.up[target]
    if run:
        if face not in board.lands[run[-1]]:
            raise IllegalMove(
                Reason.DOES_NOT_FIT,
                f"{face_text(face)} does not go on {face_text(run[-1])}",
                (face, run[-1]),
            )
    elif face not in board.starters:
        raise IllegalMove(
            Reason.KING_ONLY,
            f"an empty column takes a King, not {face_text(face)}",
            (face,),
        )


def _go_home(board: Board, face: int) -> None:
    """Refuse unless a foundation waits for *face*."""
    if not board.wanted[face]:
        raise IllegalMove(
            Reason.FOUNDATION_ORDER, f"no foundation is ready for {face_text(face)}", (face,)
        )


_JUDGES: tuple[Callable[[Board, Move], None], ...] = (
    _draw,
    _redeal,
    _waste_to_column,
    _waste_to_foundation,
    _column_to_column,
    _column_to_foundation,
    _foundation_to_column,
    _never,
    _never,
    _never,
    _never,
)  # in the order of Kind
