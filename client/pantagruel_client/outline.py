"""A board without faces, kept up by arithmetic: how many cards lie where."""

from typing import Self

from pantagruel_client.errors import Disagreement
from pantagruel_protocol.values import Outline, Row, Step


class OutlineBoard:
    """A rival's board as it may be shown at once: counts of cards, each of them face down or up.

    `columns` are pairs, how many lie face down and face up. After a `finish`, whose moves are not
    told, `draws` and `redeals` stay as they were before it.
    """

    def __init__(self, outline: Outline, draw: int) -> None:
        self.columns = list(outline.columns)
        self.home = outline.home
        self.stock = outline.stock
        self.waste = outline.waste
        self.redeals = outline.redeals
        self.moves = outline.moves
        self.draws = outline.draws
        self.score = outline.score
        self._draw = draw

    @property
    def hidden(self) -> int:
        """Cards that lie face down on columns."""
        return sum(down for down, _ in self.columns)

    def copy(self) -> Self:
        """Answer a board of its own in the same state."""
        return type(self)(self.plain(), self._draw)

    def plain(self) -> Outline:
        """Answer the board in the words of the wire."""
        return Outline(
            columns=tuple(self.columns),
            home=self.home,
            stock=self.stock,
            waste=self.waste,
            redeals=self.redeals,
            moves=self.moves,
            draws=self.draws,
            score=self.score,
        )

    def follow(self, step: Step) -> None:
        """Do what *step* says; raises Disagreement where so many cards are not there."""
        try:
            self._follow(step.m)
        except (ValueError, IndexError):
            msg = f"the server shows a step that cannot be: {step.m} of seat {step.seat}"
            raise Disagreement(msg) from None

    def compare(self, row: Row) -> None:
        """Hold the seat's line against the counts, and take its score: no blank step tells it."""
        if row.moves != self.moves:
            return  # of another moment
        if (row.home, row.hidden) != (self.home, self.hidden):
            msg = f"the steps of seat {row.seat} do not lead to {row.home} cards home"
            raise Disagreement(msg)
        self.score = row.score

    def _follow(self, text: str) -> None:
        match text:
            case "D":
                self._drawn()
            case "R":
                self.stock, self.waste = self.waste, self.stock
                self.redeals += 1
            case "finish":
                self._finish()
            case "bank" | "forfeit":
                pass
            case _:
                self._move(text)

    def _drawn(self) -> None:
        count = min(self._draw, self.stock)
        if not count:
            raise ValueError("the stock is empty")
        self.stock -= count
        self.waste += count
        self.draws += 1

    def _finish(self) -> None:
        left = self.waste + self.stock + sum(up for _, up in self.columns)
        self.moves += left  # each of them goes home by itself
        self.home += left
        self.stock = self.waste = 0
        self.columns = [(0, 0)] * len(self.columns)

    def _move(self, text: str) -> None:
        source, _, rest = text.partition(">")
        target, _, count = rest.partition(":")
        cards = int(count or 1)
        self._take(source, cards)
        self._put(target, cards)
        self.moves += 1

    def _take(self, pile: str, cards: int) -> None:
        if pile == "W":
            self.waste = _less(self.waste, cards)
        elif pile.startswith("F"):  # named or not
            self.home = _less(self.home, cards)
        else:
            number = _column(pile)
            down, up = self.columns[number]
            up = _less(up, cards)
            self.columns[number] = (down - 1, 1) if down and not up else (down, up)

    def _put(self, pile: str, cards: int) -> None:
        if pile == "F":
            self.home += cards
        else:
            number = _column(pile)
            down, up = self.columns[number]
            self.columns[number] = (down, up + cards)


def _column(pile: str) -> int:
    number = int(pile.removeprefix("T")) - 1
    if not pile.startswith("T") or number < 0:
        raise ValueError(f"no column is called {pile}")
    return number


def _less(count: int, cards: int) -> int:
    if count < cards:
        raise ValueError("so many cards are not there")
    return count - cards
