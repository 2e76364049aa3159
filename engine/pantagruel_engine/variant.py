"""A game's rules as data: every game that the engine plays is one Variant."""

from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from typing import Self

from pantagruel_engine import plain
from pantagruel_engine.card import RANKS, SUITS
from pantagruel_engine.errors import RulesError

MOST_PACKS = 255  # PGDEAL-1 writes the number of packs in one byte


class RunMoves(StrEnum):
    """Which part of a column's run moves to another column."""

    ANY = "any"  # from any card to the end
    FULL = "full"  # the whole run only
    SINGLE = "single"  # one card, or a group headed by a King into an empty column
    FULL_OR_SINGLE = "full-or-single"


class Scoring(StrEnum):
    """How the score comes about; only the royal one depends on the way to the position."""

    ROYAL = "royal"
    CASINO = "casino"
    COUNT = "count"
    CARDZ = "cardz"


class Build(StrEnum):
    """Which card of the rank below goes on a column's last card."""

    OTHER_COLOUR = "other-colour"
    OTHER_SUIT = "other-suit"


class EmptyColumn(StrEnum):
    """What an empty column takes."""

    KING = "king"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Variant:
    """The rules of one game.

    *columns* are their sizes as dealt, *max_passes* counts the first trip through the stock
    (None: no limit), *foundation_return* lets cards come down from a foundation, *pass_penalty*
    is what a redeal costs, *ranks* is below 13 only in decks made small for searching, where
    the highest rank plays the King.
    """

    id: str
    title: str
    packs: int
    columns: tuple[int, ...]
    draw: int
    max_passes: int | None
    foundation_return: bool
    run_moves: RunMoves
    scoring: Scoring
    pass_penalty: int = 0
    streak: bool = False
    build: Build = Build.OTHER_COLOUR
    empty_column: EmptyColumn = EmptyColumn.KING
    ranks: int = RANKS

    def __post_init__(self) -> None:
        if not 1 <= self.packs <= MOST_PACKS or not 1 <= self.ranks <= RANKS:
            raise RulesError(f"a deck of {self.packs} packs with {self.ranks} ranks is none")
        if not self.columns or min(self.columns) < 1 or self.stock < 0:
            raise RulesError("columns hold a card or more each, and no more than the deck has")
        if self.draw < 1:
            raise RulesError("a draw takes one card or more")
        if self.max_passes is not None and self.max_passes < 1:
            raise RulesError("the stock is gone through once at least")
        if self.pass_penalty < 0:
            raise RulesError("a pass penalty is not below zero")

    @property
    def cards(self) -> int:
        """Count the deck."""
        return SUITS * self.ranks * self.packs

    @property
    def stock(self) -> int:
        """Count the cards that the layout leaves for the stock."""
        return self.cards - sum(self.columns)

    @property
    def hidden(self) -> int:
        """Count the cards that are dealt face down on columns."""
        return sum(self.columns) - len(self.columns)

    def with_passes(self, max_passes: int | None) -> Self:
        """Answer the same rules under a host's limit of passes, the one field that he may set."""
        return replace(self, max_passes=max_passes)

    def rules(self, kind: str) -> str:
        """Write the text that a deal's commitment binds."""
        passes = "none" if self.max_passes is None else self.max_passes
        return f"{self.id};passes={passes};{kind}"

    def to_plain(self) -> dict[str, object]:
        """Answer every field as a JSON writer takes it."""
        values: dict[str, object] = asdict(self)
        words = {key: str(value) for key, value in values.items() if isinstance(value, StrEnum)}
        return values | words | {"columns": list(self.columns)}

    @classmethod
    def from_plain(cls, value: object) -> Self:
        """Read what `to_plain` answered; every field is needed and none other is known."""
        row = plain.mapping(value, "variant")
        known = {field.name for field in fields(cls)}
        if row.keys() != known:
            odd = ", ".join(sorted(row.keys() ^ known))
            raise plain.Misshapen(f"a variant's fields are missing or unknown: {odd}")
        return cls(
            id=plain.text(row["id"], "id"),
            title=plain.text(row["title"], "title"),
            columns=tuple(
                plain.number(size, "columns") for size in plain.items(row["columns"], "columns")
            ),
            max_passes=_limit(row["max_passes"]),
            foundation_return=plain.truth(row["foundation_return"], "foundation_return"),
            run_moves=plain.word(row["run_moves"], RunMoves, "run_moves"),
            scoring=plain.word(row["scoring"], Scoring, "scoring"),
            streak=plain.truth(row["streak"], "streak"),
            build=plain.word(row["build"], Build, "build"),
            empty_column=plain.word(row["empty_column"], EmptyColumn, "empty_column"),
            **_numbers(row),
        )


def _limit(value: object) -> int | None:
    return None if value is None else plain.number(value, "max_passes")


def _numbers(row: plain.Map) -> dict[str, int]:
    names = ("packs", "draw", "pass_penalty", "ranks")
    return {name: plain.number(row[name], name) for name in names}
