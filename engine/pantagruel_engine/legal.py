"""Every legal move of a board."""

from pantagruel_engine.board import Board
from pantagruel_engine.judge import may_lift
from pantagruel_engine.notation import DRAW, REDEAL, Kind, Move, column_moves, single_move

WASTE_HOME = single_move(Kind.WASTE_TO_FOUNDATION)


def legal_moves(board: Board) -> list[Move]:
    """Answer the distinct legal moves, each once, in an order that depends on the board alone.

    The waste's come first, then the columns', the foundations', the draw and the redeal.
    """
    if board.won:
        return []
    moves: list[Move] = []
    hosts = _hosts(board)
    if board.waste:
        _from_waste(board, hosts, moves)
    _from_columns(board, hosts, moves)
    if board.variant.foundation_return:
        _from_foundations(board, hosts, moves)
    passes = board.variant.max_passes
    if board.stock:
        moves.append(DRAW)
    elif board.waste and (passes is None or board.redeals + 1 < passes):
        moves.append(REDEAL)
    return moves


def _hosts(board: Board) -> dict[int, list[int]]:
    """Answer for each face that fits somewhere the columns that take it."""
    hosts: dict[int, list[int]] = {}
    lands, starters = board.lands, board.starters
    for column, run in enumerate(board.up):
        for face in lands[run[-1]] if run else starters:
            if face in hosts:
                hosts[face].append(column)
            else:
                hosts[face] = [column]
    return hosts


def _from_waste(board: Board, hosts: dict[int, list[int]], moves: list[Move]) -> None:
    face = board.waste[-1]
    if board.wanted[face]:
        moves.append(WASTE_HOME)
    moves += [single_move(Kind.WASTE_TO_COLUMN, target=target) for target in hosts.get(face, ())]


def _from_columns(board: Board, hosts: dict[int, list[int]], moves: list[Move]) -> None:
    wanted = board.wanted
    any_part = board.any_part
    for source, run in enumerate(board.up):
        if not run:
            continue
        if wanted[run[-1]]:
            moves.append(single_move(Kind.COLUMN_TO_FOUNDATION, source))
        size = len(run)
        for index, face in enumerate(run):
            if face in hosts and (any_part or may_lift(board, run, size - index)):
                count = size - index
                moves += [column_moves(source, target)[count - 1] for target in hosts[face]]


def _from_foundations(board: Board, hosts: dict[int, list[int]], moves: list[Move]) -> None:
    for pile, height in enumerate(board.foundations):
        if height:
            targets = hosts.get(board.foundation_top(pile), ())
            moves += [single_move(Kind.FOUNDATION_TO_COLUMN, pile, target) for target in targets]
