"""Two-key entry: `37`, `3f`, `w5`, `wf`, `f5`, `d`, read against the board that they mean.

The notation of the rules is read too, in either case. What is typed is made into one move, legal
or not: the server judges it, and its refusal says why.
"""

import re

from pantagruel_engine.card import SUIT_LETTERS, face_text, rank, suit
from pantagruel_engine.errors import InvalidMove
from pantagruel_engine.game import Game
from pantagruel_engine.notation import DRAW, REDEAL, Kind, Move, parse_move

ONE_DIGIT = 9  # columns; with more, both numbers have two digits


class EntryError(ValueError):
    """What was typed is no move; the text says what would be."""


def read_entry(text: str, game: Game) -> Move:
    """Answer the move that *text* means on this board; raises EntryError."""
    typed = "".join(text.split()).lower()
    if typed == "d":
        return REDEAL if not game.stock and game.waste else DRAW
    if typed == "r" or ">" in typed:
        try:
            return parse_move(typed.upper())
        except InvalidMove as error:
            raise EntryError(str(error)) from None
    digits = 1 if len(game.up) <= ONE_DIGIT else 2
    found = re.fullmatch(rf"(\d{{{digits}}}|[wf])(\d{{{digits}}}|f)([hdsc]?)", typed)
    if found is None:
        raise EntryError(_help(text, digits))
    source, target, letter = found.groups()
    return _move(game, source, target, letter)


def _help(text: str, digits: int) -> str:
    column = "3" if digits == 1 else "03"
    other = "7" if digits == 1 else "12"
    return (
        f"{text.strip()!r} is no move: try {column}{other} (column to column), {column}f (home),"
        f" w{column} or wf (from the waste), f{column} (from home), d (draw); ? explains all"
    )


def _move(game: Game, source: str, target: str, letter: str) -> Move:
    if source == "w":
        if target == "f":
            return Move(Kind.WASTE_TO_FOUNDATION)
        return Move(Kind.WASTE_TO_COLUMN, target=_column(game, target))
    if source == "f":
        if target == "f":
            raise EntryError("cards do not go from foundation to foundation")
        return _from_home(game, _column(game, target), letter)
    column = _column(game, source)
    if target in ("f", source):
        return Move(Kind.COLUMN_TO_FOUNDATION, column)
    return _between(game, column, _column(game, target))


def _column(game: Game, digits: str) -> int:
    number = int(digits)
    if not 1 <= number <= len(game.up):
        raise EntryError(f"there is no column {number}: they go from 1 to {len(game.up)}")
    return number - 1


def _between(game: Game, source: int, target: int) -> Move:
    """Work out how many cards move: the longest part of the run that is allowed to."""
    counts = [
        move.count
        for move in game.legal_moves()
        if (move.kind, move.source, move.target) == (Kind.COLUMN_TO_COLUMN, source, target)
    ]
    if counts:
        return Move(Kind.COLUMN_TO_COLUMN, source, target, max(counts))
    return Move(Kind.COLUMN_TO_COLUMN, source, target, _meant(game.up[source], game.up[target]))


def _meant(run: list[int], target: list[int]) -> int:
    """Guess how many cards were meant where none may go, so that the refusal speaks of them."""
    if not target:
        return max(1, len(run))
    below = rank(target[-1]) - 1
    return next((count for count in range(1, len(run) + 1) if rank(run[-count]) == below), 1)


def _from_home(game: Game, target: int, letter: str) -> Move:
    """Find the foundation whose top card is meant."""
    tops = {
        pile: game.foundation_top(pile) for pile, height in enumerate(game.foundations) if height
    }
    if letter:
        tops = {pile: face for pile, face in tops.items() if face_text(face)[1] == letter.upper()}
    if not tops:
        raise EntryError("no card of that suit is home" if letter else "no card is home yet")
    moves = {
        move.source: move
        for move in game.legal_moves()
        if move.kind is Kind.FOUNDATION_TO_COLUMN and move.target == target
    }
    fitting = {pile: face for pile, face in tops.items() if pile in moves}
    if len(set(fitting.values())) > 1:
        suits = " or ".join(
            f"f{target + 1}{SUIT_LETTERS[suit(face)].lower()} ({face_text(face)})"
            for face in sorted(set(fitting.values()))
        )
        raise EntryError(f"two cards fit there: type {suits}")
    pile = next(iter(fitting or tops))
    return Move(Kind.FOUNDATION_TO_COLUMN, pile, target)
