"""What people may be called and may write, and which names look alike."""

import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from itertools import groupby

import precis_i18n
from msgspec import Struct, json

from pantagruel_protocol.values import LONGEST_NAME

STACKED_MARKS = 2  # on one letter: more than any living script needs, fewer than a tower
JOINERS = "\u200c\u200d"  # invisible, but Persian and families of emoji are written with them
BLANKS = str.maketrans("\u115f\u1160\u2800\u3164\uffa0", " " * 5)  # letters that show nothing
NAMES_REMEMBERED = 4_096

_nickname = precis_i18n.get_profile("NicknameCasePreserved")


class BadName(ValueError):
    """The name is empty, too long or holds what names may not."""


class BadText(ValueError):
    """Nothing is left of the text, or too much."""


class _Lookalike(Struct):
    """One entry of the table: text that looks like the key of the entry."""

    c: str


def clean_name(name: str) -> str:
    """Bring *name* into the one form that is shown (RFC 8266), or raise BadName."""
    try:
        nickname = str(_nickname.enforce(name.translate(BLANKS)))
    except ValueError:
        raise BadName("a name is letters, digits, marks and single spaces") from None
    if len(nickname) > LONGEST_NAME:
        msg = f"a name has {LONGEST_NAME} characters at most"
        raise BadName(msg)
    if _unstacked(nickname) != nickname:
        raise BadName("too many marks on one letter")
    return nickname


def clean_text(text: str, most: int) -> str:
    """Bring what somebody wrote into one line of 1 to *most* characters that are all to be seen.

    Control characters are spaces; what reverses, hides or towers over others is left out. Raises
    BadText if nothing is left, or too much.
    """
    shown = "".join(map(_shown, unicodedata.normalize("NFC", text).translate(BLANKS)))
    words = (word.strip(JOINERS) for word in shown.split())
    line = _unstacked(" ".join(word for word in words if word))
    if not 1 <= len(line) <= most:
        msg = f"write 1 to {most} characters that can be seen"
        raise BadText(msg)
    return line


def alike(one: str, other: str) -> bool:
    """Say whether two names are the same but for capitals, or look the same (UTS 39, 4)."""
    return one.casefold() == other.casefold() or _skeleton(one) == _skeleton(other)


@lru_cache(NAMES_REMEMBERED)
def _skeleton(name: str) -> str:
    """Answer a text that names which look alike have in common; it is not to be shown."""
    table = _lookalikes()
    bare = unicodedata.normalize("NFD", name.translate(table)).translate(table)
    # Some letters look like another only as capitals, and others only as small ones.
    return unicodedata.normalize("NFD", bare.casefold()).translate(table)


@cache
def _lookalikes() -> dict[int, str]:
    """Answer for each letter that looks like others what stands for all of them.

    The table pairs every letter with its prototype, both ways, so the prototype is whichever
    of a pair has more partners; of two that have only each other either will do.
    """
    source = files("confusable_homoglyphs").joinpath("confusables.json").read_bytes()
    read = json.decode(source, type=dict[str, list[_Lookalike]])
    # Marks of direction stand around some letters of the table for its printed form's sake.
    partners = {
        key.strip("\u200e"): tuple(one.c.strip("\u200e") for one in read[key]) for key in read
    }
    table: dict[int, str] = {}
    for letter, (first, *more) in partners.items():
        if len(letter) == 1 and not more:
            alone = len(partners[first]) == 1 and len(first) == 1
            prototype = min(letter, first) if alone else first
            if prototype != letter:
                table[ord(letter)] = prototype
    return {letter: prototype.translate(table) for letter, prototype in table.items()}


def _shown(letter: str) -> str:
    category = unicodedata.category(letter)
    if category in {"Cc", "Zl", "Zp"}:
        return " "
    if letter in JOINERS:
        return letter
    return "" if category in {"Cf", "Cs", "Co", "Cn"} else letter


def _unstacked(text: str) -> str:
    """Leave out the marks that are too many on one letter."""
    runs = groupby(text, lambda letter: bool(unicodedata.combining(letter)))
    return "".join("".join(run)[: STACKED_MARKS if mark else None] for mark, run in runs)
