"""Counting the lines of play, by which engines in different languages are compared."""

from pantagruel_engine.board import Board
from pantagruel_engine.legal import legal_moves


def perft(board: Board, depth: int) -> int:
    """Count the sequences of *depth* legal moves; a won game has none."""
    if depth == 0:
        return 1
    moves = legal_moves(board)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = board.copy()
        after.shift(move)
        total += perft(after, depth - 1)
    return total
