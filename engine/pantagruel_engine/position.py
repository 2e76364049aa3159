"""A position: where every card lies, checked against the rules, as a value with a text form.

The text is one line of six fields: variant, columns, foundations, stock, waste, redeals.

    klondike-1;passes=4 KC|QD/-/5H/... 1/0/0/2 2C9D AS 1

A column is its hidden cards, bottom first, `|`, then its run, top first; `-` stands for no card;
a suit's foundations are joined by dots; stock is written next drawn first, waste bottom first.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, Self

from pantagruel_engine import plain, rows
from pantagruel_engine.card import (
    FACES,
    RANKS,
    SUIT_LETTERS,
    SUITS,
    face_text,
    parse_face,
    rank,
)
from pantagruel_engine.errors import PositionError
from pantagruel_engine.fits import LANDS
from pantagruel_engine.variant import Variant

FIELDS = 6
NOTHING = "-"


class Column(NamedTuple):
    """A column's hidden cards, bottom first, and its face-up run, top of the run first."""

    down: tuple[int, ...]
    up: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """Where every card lies.

    *foundations* are heights, `packs` of each suit in the order hearts, diamonds, spades, clubs;
    *stock* has the card next drawn first, *waste* its bottom card first.
    """

    variant: Variant
    columns: tuple[Column, ...]
    foundations: tuple[int, ...]
    stock: tuple[int, ...]
    waste: tuple[int, ...]
    redeals: int = 0

    def __post_init__(self) -> None:
        self._check_piles()
        self._check_columns()
        self._check_deck()

    def _check_piles(self) -> None:
        rules = self.variant
        if len(self.columns) != len(rules.columns):
            raise PositionError(
                f"{len(self.columns)} columns where {rules.id} has {len(rules.columns)}"
            )
        if len(self.foundations) != SUITS * rules.packs:
            raise PositionError(f"{rules.id} has {SUITS * rules.packs} foundations")
        if not all(0 <= height <= rules.ranks for height in self.foundations):
            raise PositionError(f"a foundation holds 0 to {rules.ranks} cards")
        if self.redeals < 0 or (rules.max_passes is not None and self.redeals >= rules.max_passes):
            raise PositionError(f"{rules.id} has no {self.redeals} redeals")

    def _check_columns(self) -> None:
        lands = LANDS[self.variant.build]
        for number, (down, up) in enumerate(self.columns, 1):
            if down and not up:
                raise PositionError(f"column {number} has hidden cards and none face up")
            for below, face in pairwise(up):
                if not 0 <= below < FACES or face not in lands[below]:
                    raise PositionError(
                        f"column {number}: {_shown(face)} does not go on {_shown(below)}"
                    )

    def _check_deck(self) -> None:
        """Each face that the deck has is there once a pack, none other is."""
        rules = self.variant
        counts = Counter(self._faces())
        for face in range(FACES):
            expected = rules.packs if rank(face) <= rules.ranks else 0
            if counts.pop(face, 0) != expected:
                raise PositionError(f"{face_text(face)} is not there {expected} times")
        if counts:
            raise PositionError("a position knows every card")

    def _faces(self) -> Iterator[int]:
        for down, up in self.columns:
            yield from down
            yield from up
        yield from self.stock
        yield from self.waste
        for pile, height in enumerate(self.foundations):
            ace = pile // self.variant.packs * RANKS
            yield from range(ace, ace + height)

    def to_plain(self) -> dict[str, object]:
        """Answer the position as a JSON writer takes it."""
        packs = self.variant.packs
        return {
            "variant": rows.name_of(self.variant),
            "columns": [
                {"down": list(map(face_text, down)), "up": list(map(face_text, up))}
                for down, up in self.columns
            ],
            "foundations": {
                letter: list(self.foundations[number * packs : (number + 1) * packs])
                for number, letter in enumerate(SUIT_LETTERS)
            },
            "stock": list(map(face_text, self.stock)),
            "waste": list(map(face_text, self.waste)),
            "redeals": self.redeals,
        }

    @classmethod
    def from_plain(cls, value: object) -> Self:
        """Read what `to_plain` answered; raises PositionError or UnknownVariant."""
        try:
            return cls._read_plain(value)
        except plain.Misshapen as error:
            raise PositionError(str(error)) from None

    @classmethod
    def _read_plain(cls, value: object) -> Self:
        whole = _exactly(value, "position", cls.__slots__)
        suits = _exactly(whole["foundations"], "foundations", tuple(SUIT_LETTERS))
        heights = [plain.items(suits[letter], "foundations") for letter in SUIT_LETTERS]
        rules = rows.named(plain.text(whole["variant"], "variant"))
        if any(len(piles) != rules.packs for piles in heights):
            raise plain.Misshapen(f"each suit of {rules.id} has {rules.packs} foundations")
        return cls(
            variant=rules,
            columns=tuple(map(_column, plain.items(whole["columns"], "columns"))),
            foundations=tuple(
                plain.number(height, "a foundation") for piles in heights for height in piles
            ),
            stock=_faces_of(whole["stock"], "stock"),
            waste=_faces_of(whole["waste"], "waste"),
            redeals=plain.number(whole["redeals"], "redeals"),
        )

    def text(self) -> str:
        """Write the position on one line."""
        packs = self.variant.packs
        suits = (
            ".".join(map(str, self.foundations[first : first + packs]))
            for first in range(0, SUITS * packs, packs)
        )
        columns = (
            f"{_cards_text(down)}|{_cards_text(up)}" if down else _cards_text(up) or NOTHING
            for down, up in self.columns
        )
        fields = (
            rows.name_of(self.variant),
            "/".join(columns),
            "/".join(suits),
            _cards_text(self.stock) or NOTHING,
            _cards_text(self.waste) or NOTHING,
            str(self.redeals),
        )
        return " ".join(fields)

    @classmethod
    def parse(cls, line: str) -> Self:
        """Read what `text` wrote; raises PositionError or UnknownVariant."""
        fields = line.split(" ")
        if len(fields) != FIELDS:
            raise PositionError(f"a position has {FIELDS} fields, not {len(fields)}")
        name, columns, suits, stock, waste, redeals = fields
        position = cls(
            variant=rows.named(name),
            columns=tuple(map(_parse_column, columns.split("/"))),
            foundations=tuple(
                _parse_number(height) for piles in suits.split("/") for height in piles.split(".")
            ),
            stock=_parse_cards(stock),
            waste=_parse_cards(waste),
            redeals=_parse_number(redeals),
        )
        if position.text() != line:
            raise PositionError("the position is not written as it should be")
        return position


def _exactly(value: object, what: str, keys: tuple[str, ...]) -> plain.Map:
    """Insist on a mapping with these keys and no others."""
    found = plain.mapping(value, what)
    if found.keys() != set(keys):
        raise plain.Misshapen(f"{what} must have {', '.join(keys)} and nothing else")
    return found


def _column(value: object) -> Column:
    column = _exactly(value, "a column", Column._fields)
    return Column(_faces_of(column["down"], "a column"), _faces_of(column["up"], "a column"))


def _faces_of(value: object, what: str) -> tuple[int, ...]:
    return tuple(parse_face(plain.text(card, "a card")) for card in plain.items(value, what))


def _shown(face: int) -> str:
    return face_text(face) if 0 <= face < FACES else str(face)


def _cards_text(faces: Iterable[int]) -> str:
    return "".join(map(face_text, faces))


def _parse_cards(text: str) -> tuple[int, ...]:
    if text == NOTHING:
        return ()
    return tuple(parse_face(text[at : at + 2]) for at in range(0, len(text), 2))


def _parse_column(text: str) -> Column:
    down, bar, up = text.rpartition("|")
    return Column(_parse_cards(down) if bar else (), _parse_cards(up))


def _parse_number(text: str) -> int:
    try:
        return plain.parse_number(text)
    except plain.Misshapen as error:
        raise PositionError(str(error)) from None
