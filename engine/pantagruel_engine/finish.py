"""Playing a game that can no longer be lost to its end, always the same way."""

from pantagruel_engine.board import Board
from pantagruel_engine.card import RANKS, UNKNOWN
from pantagruel_engine.errors import RulesError
from pantagruel_engine.notation import DRAW, REDEAL, Kind, Move, single_move


def finishable(board: Board) -> bool:
    """Tell whether ordinary moves without a choice win.

    With nothing hidden the lowest card that is not home ends its column or lies in the talon;
    the talon must be empty, or give every card by draws of one in passes without limit.
    """
    if board.won or board.hidden:
        return False
    rules = board.variant
    return not (board.stock or board.waste) or (rules.draw == 1 and rules.max_passes is None)


def finish_moves(board: Board) -> list[Move]:
    """Answer the moves that win: the lowest card that can go up, else a draw, else a redeal.

    Of equal ranks the waste's goes first, then that of the lowest column.
    """
    if not finishable(board):
        raise RulesError("the game is not finishable")
    if UNKNOWN in board.stock or UNKNOWN in board.waste:
        raise RulesError("the stock has cards that were never seen")
    board = board.copy()
    moves: list[Move] = []
    while not board.won:
        move = _next(board)
        board.shift(move)
        moves.append(move)
    return moves


def _next(board: Board) -> Move:
    best, move = RANKS, DRAW if board.stock else REDEAL
    if board.waste and board.wanted[board.waste[-1]]:
        best, move = board.waste[-1] % RANKS, single_move(Kind.WASTE_TO_FOUNDATION)
    for column, run in enumerate(board.up):
        if run and board.wanted[run[-1]] and run[-1] % RANKS < best:
            best, move = run[-1] % RANKS, single_move(Kind.COLUMN_TO_FOUNDATION, column)
    return move
