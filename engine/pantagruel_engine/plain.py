"""Plain values, as a JSON reader makes them, narrowed to the types that the engine works on."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

from pantagruel_engine.errors import RulesError

LONGEST = 6  # digits; no number in a position or a variant needs as many
Word = TypeVar("Word", bound=StrEnum)
Map = Mapping[str, object]


class Misshapen(RulesError):
    """A plain value does not have the shape that is asked for."""


def mapping(value: object, what: str) -> Map:
    """Insist on a mapping with text for keys."""
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise Misshapen(f"{what} must be a map")
    return value


def items(value: object, what: str) -> list[object]:
    """Insist on a list."""
    if not isinstance(value, list | tuple):
        raise Misshapen(f"{what} must be a list")
    return list(value)


def text(value: object, what: str) -> str:
    """Insist on text."""
    if not isinstance(value, str):
        raise Misshapen(f"{what} must be text")
    return value


def number(value: object, what: str) -> int:
    """Insist on an integer; a bool is none."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise Misshapen(f"{what} must be an integer")
    return value


def truth(value: object, what: str) -> bool:
    """Insist on true or false."""
    if not isinstance(value, bool):
        raise Misshapen(f"{what} must be true or false")
    return value


def word(value: object, kind: type[Word], what: str) -> Word:
    """Insist on one of the words of *kind*."""
    try:
        return kind(text(value, what))
    except ValueError:
        raise Misshapen(f"{what} must be one of {', '.join(kind)}") from None


def parse_number(digits: str) -> int:
    """Read an integer of ASCII digits."""
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= LONGEST):
        raise Misshapen(f"{digits!r} is no number")
    return int(digits)
