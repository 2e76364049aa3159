"""One text for every move, on the wire, in the journal, in replays, on the command line.

    move   = "D" | "R" | "W>" to | "T" n ">" to | "T" n ">T" n ":" n | "F" n ">" to | "F" n ">F" n
    to     = "W" | "F" | "T" n
    n      = a number from 1, without leading zeros

The text counts piles from 1 and a Move from 0. Cards never come to the waste from elsewhere nor
go from foundation to foundation, but such moves can be read: they are illegal, not invalid.
"""

import re
from enum import IntEnum
from functools import cache, lru_cache
from typing import NamedTuple

from pantagruel_engine.card import RANKS
from pantagruel_engine.errors import InvalidMove

LONGEST = 16  # characters; the longest legal move of the widest layout has 10
NOWHERE = -1


class Kind(IntEnum):
    """From which kind of pile to which."""

    DRAW = 0
    REDEAL = 1
    WASTE_TO_COLUMN = 2
    WASTE_TO_FOUNDATION = 3
    COLUMN_TO_COLUMN = 4
    COLUMN_TO_FOUNDATION = 5
    FOUNDATION_TO_COLUMN = 6
    WASTE_TO_WASTE = 7
    COLUMN_TO_WASTE = 8
    FOUNDATION_TO_WASTE = 9
    FOUNDATION_TO_FOUNDATION = 10


class Move(NamedTuple):
    """A move; *source* and *target* count columns or foundations from 0, NOWHERE if neither."""

    kind: Kind
    source: int = NOWHERE
    target: int = NOWHERE
    count: int = 1  # type: ignore[assignment]  # nobody counts in a Move as in a tuple

    @property
    def text(self) -> str:
        """The canonical text."""
        if self.kind is Kind.DRAW:
            return "D"
        if self.kind is Kind.REDEAL:
            return "R"
        source, target = _LETTERS[self.kind]
        piles = f"{source}{_number(self.source)}>{target}{_number(self.target)}"
        return piles if self.count == 1 else f"{piles}:{self.count}"


_LETTERS = {
    Kind.WASTE_TO_COLUMN: ("W", "T"),
    Kind.WASTE_TO_FOUNDATION: ("W", "F"),
    Kind.COLUMN_TO_COLUMN: ("T", "T"),
    Kind.COLUMN_TO_FOUNDATION: ("T", "F"),
    Kind.FOUNDATION_TO_COLUMN: ("F", "T"),
    Kind.WASTE_TO_WASTE: ("W", "W"),
    Kind.COLUMN_TO_WASTE: ("T", "W"),
    Kind.FOUNDATION_TO_WASTE: ("F", "W"),
    Kind.FOUNDATION_TO_FOUNDATION: ("F", "F"),
}
_KINDS = {letters: kind for kind, letters in _LETTERS.items()}
_N = "[1-9][0-9]*"
_GRAMMAR = re.compile(rf"(W|[TF]{_N})>(W|T{_N}|F(?:{_N})?)(?::({_N}))?")

DRAW = Move(Kind.DRAW)
REDEAL = Move(Kind.REDEAL)


@lru_cache(maxsize=8192)  # a 9-column game has about 1,100 texts; strangers may send others
def parse_move(text: str) -> Move:
    """Read a move; raises InvalidMove."""
    if text == "D":
        return DRAW
    if text == "R":
        return REDEAL
    found = _GRAMMAR.fullmatch(text) if len(text) <= LONGEST else None
    if found is None:
        raise InvalidMove(text)
    source, target, count = found.groups()
    kind = _KINDS[source[0], target[0]]
    homeward = kind in (Kind.WASTE_TO_FOUNDATION, Kind.COLUMN_TO_FOUNDATION)
    if (count and kind is not Kind.COLUMN_TO_COLUMN) or (homeward and target != "F"):
        raise InvalidMove(text)
    return Move(kind, _index(source), _index(target), int(count or 1))


@cache
def column_moves(source: int, target: int) -> tuple[Move, ...]:
    """Answer the moves of 1, 2, ... 13 cards from one column to another, made once."""
    return tuple(
        Move(Kind.COLUMN_TO_COLUMN, source, target, count) for count in range(1, RANKS + 1)
    )


@cache
def single_move(kind: Kind, source: int = NOWHERE, target: int = NOWHERE) -> Move:
    """Answer the move of one card between any other piles, made once."""
    return Move(kind, source, target)


def _index(pile: str) -> int:
    return NOWHERE if len(pile) == 1 else int(pile[1:]) - 1


def _number(index: int) -> str:
    return "" if index == NOWHERE else str(index + 1)
