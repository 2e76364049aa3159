"""The cards on the table and how a move shifts them; who may move what is judged elsewhere."""

from collections.abc import Callable
from typing import NamedTuple, Self

from pantagruel_engine.card import FACES, RANKS, UNKNOWN
from pantagruel_engine.fits import LANDS, starters
from pantagruel_engine.notation import Move
from pantagruel_engine.position import Column, Position
from pantagruel_engine.variant import RunMoves, Variant


class Shown(NamedTuple):
    """The faces that a move disclosed: the cards drawn, the last on top, and the card flipped."""

    drawn: tuple[int, ...] = ()
    flip: int | None = None


NOTHING_SHOWN = Shown()
# A flip's answer is made once for each face; UNKNOWN, -1, finds the last.
_FLIPPED = tuple(Shown(flip=face) for face in (*range(FACES), UNKNOWN))


class Board:
    """The cards as they lie: mutable lists of faces, some of them UNKNOWN in a player's view.

    `down[c]` and `up[c]` are column c's hidden cards, bottom first, and its run, top first;
    `foundations` are heights, `stock` has the card next drawn first, `waste` its top last;
    `home` and `hidden` count cards on foundations and face down on columns. `wanted[face]` counts
    the foundations that wait for the face (one entry more, for UNKNOWN: never wanted). `lands`,
    `starters` and `any_part` are the variant's rules in the form that judging asks for.
    """

    __slots__ = (
        "any_part",
        "down",
        "foundations",
        "hidden",
        "home",
        "lands",
        "redeals",
        "starters",
        "stock",
        "up",
        "variant",
        "wanted",
        "waste",
        "won",
    )

    def __init__(
        self,
        variant: Variant,
        columns: tuple[Column, ...],
        foundations: tuple[int, ...],
        stock: tuple[int, ...],
        waste: tuple[int, ...],
        redeals: int,
    ) -> None:
        self.variant = variant
        self.lands = LANDS[variant.build]
        self.starters = starters(variant)
        self.any_part = variant.run_moves is RunMoves.ANY
        self.down = [list(column.down) for column in columns]
        self.up = [list(column.up) for column in columns]
        self.foundations = list(foundations)
        self.stock = list(stock)
        self.waste = list(waste)
        self.redeals = redeals
        self.home = sum(foundations)
        self.hidden = sum(map(len, self.down))
        self.won = self.home == variant.cards
        self.wanted = [0] * (FACES + 1)
        for pile, height in enumerate(foundations):
            if height < variant.ranks:
                self.wanted[pile // variant.packs * RANKS + height] += 1

    def position(self) -> Position:
        """Answer the position; raises PositionError while a card is UNKNOWN."""
        return Position(
            self.variant,
            tuple(
                Column(tuple(down), tuple(up)) for down, up in zip(self.down, self.up, strict=True)
            ),
            tuple(self.foundations),
            tuple(self.stock),
            tuple(self.waste),
            self.redeals,
        )

    def copy(self) -> Self:
        """Answer a board of its own with the same cards."""
        twin = self.__class__.__new__(self.__class__)
        twin.variant = self.variant
        twin.lands = self.lands
        twin.starters = self.starters
        twin.any_part = self.any_part
        twin.down = [cards[:] for cards in self.down]
        twin.up = [cards[:] for cards in self.up]
        twin.foundations = self.foundations[:]
        twin.stock = self.stock[:]
        twin.waste = self.waste[:]
        twin.redeals = self.redeals
        twin.home = self.home
        twin.hidden = self.hidden
        twin.won = self.won
        twin.wanted = self.wanted[:]
        return twin

    def shift(self, move: Move) -> Shown:
        """Carry out a move that `judge` let pass."""
        return _SHIFTS[move.kind](self, move)

    def foundation_top(self, pile: int) -> int:
        """Answer the face on top of a foundation that is not empty."""
        return pile // self.variant.packs * RANKS + self.foundations[pile] - 1

    def send_home(self, face: int) -> None:
        """Put a card on the first foundation that waits for it."""
        packs = self.variant.packs
        pile = self.foundations.index(face % RANKS, face // RANKS * packs)
        self.foundations[pile] += 1
        self.home += 1
        self.wanted[face] -= 1
        if self.foundations[pile] < self.variant.ranks:
            self.wanted[face + 1] += 1
        self.won = self.home == self.variant.cards

    def take_back(self, pile: int) -> int:
        """Take the top card off a foundation."""
        face = self.foundation_top(pile)
        if self.foundations[pile] < self.variant.ranks:
            self.wanted[face + 1] -= 1
        self.wanted[face] += 1
        self.foundations[pile] -= 1
        self.home -= 1
        return face

    def expose(self, column: int) -> Shown:
        """Turn up the last hidden card, if there is one, of a column whose run is gone."""
        down = self.down[column]
        if not down:
            return NOTHING_SHOWN
        face = down.pop()
        self.up[column].append(face)
        self.hidden -= 1
        return _FLIPPED[face]


def _draw(board: Board, _: Move) -> Shown:
    count = board.variant.draw
    drawn = board.stock[:count]
    del board.stock[:count]
    board.waste += drawn
    return Shown(tuple(drawn))


def _redeal(board: Board, _: Move) -> Shown:
    board.stock, board.waste = board.waste, board.stock
    board.redeals += 1
    return NOTHING_SHOWN


def _waste_to_column(board: Board, move: Move) -> Shown:
    board.up[move.target].append(board.waste.pop())
    return NOTHING_SHOWN


def _waste_to_foundation(board: Board, _: Move) -> Shown:
    board.send_home(board.waste.pop())
    return NOTHING_SHOWN


def _column_to_column(board: Board, move: Move) -> Shown:
    _, source, target, count = move
    run = board.up[source]
    if count == 1:
        board.up[target].append(run.pop())
    else:
        board.up[target] += run[-count:]
        del run[-count:]
    return NOTHING_SHOWN if run else board.expose(source)


def _column_to_foundation(board: Board, move: Move) -> Shown:
    run = board.up[move.source]
    board.send_home(run.pop())
    return NOTHING_SHOWN if run else board.expose(move.source)


def _foundation_to_column(board: Board, move: Move) -> Shown:
    board.up[move.target].append(board.take_back(move.source))
    return NOTHING_SHOWN


_SHIFTS: tuple[Callable[[Board, Move], Shown], ...] = (
    _draw,
    _redeal,
    _waste_to_column,
    _waste_to_foundation,
    _column_to_column,
    _column_to_foundation,
    _foundation_to_column,
)  # in the order of Kind
