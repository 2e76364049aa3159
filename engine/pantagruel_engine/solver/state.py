"""A position as the search holds it: bytes of faces, and two sums by which it is known again."""

from hashlib import sha256
from typing import NamedTuple

from pantagruel_engine.board import Board
from pantagruel_engine.card import RANKS, SUITS

FACES = SUITS * RANKS
# What a face-up card that heads no run adds to a state's sum, whichever column it lies on.
_ADDS = [int.from_bytes(sha256(bytes((face,))).digest()[:7]) for face in range(FACES)]


class Rules(NamedTuple):
    """What a search asks of a variant, and the cards that every state of it shares."""

    packs: int
    ranks: int
    draw: int
    passes: int  # 0: no limit
    returns: bool
    parts: bool  # any part of a run may move
    singles: bool  # a part moves only if it is one card

    @classmethod
    def of(cls, board: Board) -> "Rules":
        """Read them off a board."""
        row = board.variant
        return cls(
            packs=row.packs,
            ranks=row.ranks,
            draw=row.draw,
            passes=row.max_passes or 0,
            returns=row.foundation_return,
            parts=row.run_moves == "any",
            singles=row.run_moves == "single",
        )


class State:
    """One position. Columns hold hidden cards first; `down[c]` of them, one less than is closed.

    `open` has a bit for every face that a foundation waits for. `closed` and `loose` are sums
    over the columns' hidden cards with the head of their run, and over all other cards of runs:
    neither the order of columns nor which of two equal cards bears a run makes a difference.
    """

    __slots__ = ("closed", "columns", "down", "home", "loose", "open", "redeals", "talon", "waste")

    def __init__(self, board: Board) -> None:
        pairs = list(zip(board.down, board.up, strict=True))
        self.columns = [bytes(down + up) for down, up in pairs]
        self.down = [len(down) for down, _ in pairs]
        self.closed = [
            hash(column[: down + 1]) if column else 0
            for column, down in zip(self.columns, self.down, strict=True)
        ]
        self.loose = sum(_ADDS[face] for up in board.up for face in up[1:])
        self.talon = bytes(board.waste + board.stock)
        self.waste = len(board.waste)
        self.redeals = board.redeals if board.variant.max_passes else 0
        self.home = board.foundations[:]
        self.open = sum(1 << face for face in range(FACES) if board.wanted[face])

    def copy(self) -> "State":
        """Answer a state of its own."""
        twin = State.__new__(State)
        twin.columns = self.columns[:]
        twin.down = self.down[:]
        twin.closed = self.closed[:]
        twin.home = self.home[:]
        twin.talon = self.talon
        twin.waste = self.waste
        twin.redeals = self.redeals
        twin.loose = self.loose
        twin.open = self.open
        return twin

    def key(self, rules: Rules) -> int:
        """Answer a number that equal positions share."""
        waste = self.waste
        whole = rules.draw == 1 or waste % rules.draw == 0 or waste == len(self.talon)
        if not rules.passes and whole:
            waste = 0  # the same cards can be reached from here as from the beginning
        return hash((sum(self.closed) + self.loose, self.talon, waste, self.redeals))

    def send_home(self, face: int, rules: Rules) -> None:
        """Put a card on a foundation that waits for it."""
        first = face // RANKS * rules.packs
        rank = face % RANKS
        home = self.home
        home[home.index(rank, first)] = rank + 1
        if rank not in home[first : first + rules.packs]:
            self.open &= ~(1 << face)
        if rank + 1 < rules.ranks:
            self.open |= 1 << face + 1

    def take_back(self, face: int, rules: Rules) -> None:
        """Take a card off the foundation that it tops."""
        first = face // RANKS * rules.packs
        rank = face % RANKS
        home = self.home
        home[home.index(rank + 1, first)] = rank
        if rank + 1 < rules.ranks and rank + 1 not in home[first : first + rules.packs]:
            self.open &= ~(2 << face)
        self.open |= 1 << face

    def pop(self, column: int) -> int:
        """Take the last card off a column."""
        cards = self.columns[column]
        face, rest = cards[-1], cards[:-1]
        self.columns[column] = rest
        if len(rest) == self.down[column]:
            self._opened(column, rest)
        else:
            self.loose -= _ADDS[face]
        return face

    def push(self, face: int, column: int) -> None:
        """Put a card on a column."""
        cards = self.columns[column]
        if cards:
            self.columns[column] = cards + bytes((face,))
            self.loose += _ADDS[face]
        else:
            self.columns[column] = head = bytes((face,))
            self.closed[column] = hash(head)

    def shift(self, source: int, start: int, target: int) -> None:
        """Move a column's cards from place *start* on to another column."""
        cards = self.columns[source]
        run, rest = cards[start:], cards[:start]
        host = self.columns[target]
        whole = start == self.down[source]
        self.columns[source] = rest
        self.columns[target] = host + run
        if host:
            if whole:
                self.loose += _ADDS[run[0]]
        else:
            self.closed[target] = hash(run[:1])
            if not whole:
                self.loose -= _ADDS[run[0]]
        if whole:
            self._opened(source, rest)

    def _opened(self, column: int, rest: bytes) -> None:
        """Note what lies open on a column whose run has gone."""
        self.down[column] = max(len(rest) - 1, 0)
        self.closed[column] = hash(rest) if rest else 0

    def settled(self, rules: Rules) -> bool:
        """Tell whether the rest plays itself."""
        return not any(self.down) and (not self.talon or (rules.draw == 1 and not rules.passes))
