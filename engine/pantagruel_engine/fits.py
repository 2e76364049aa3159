"""What may lie on what, as tables, because every judgement asks for it."""

from pantagruel_engine.card import FACES, RANKS, SUITS, rank, red, suit
from pantagruel_engine.variant import Build, EmptyColumn, Variant


def _lands(build: Build, below: int) -> tuple[int, ...]:
    """Answer the faces that may be put on *below* in a column."""
    if rank(below) == 1:
        return ()
    faces = (number * RANKS + below % RANKS - 1 for number in range(SUITS))
    if build is Build.OTHER_COLOUR:
        return tuple(face for face in faces if red(face) != red(below))
    return tuple(face for face in faces if suit(face) != suit(below))


# Indexed by the lower card. UNKNOWN, -1, finds the last entry: nothing lands on it.
LANDS = {build: (*(_lands(build, below) for below in range(FACES)), ()) for build in Build}


def kings(rules: Variant) -> frozenset[int]:
    """Answer the four faces of the highest rank."""
    return frozenset(number * RANKS + rules.ranks - 1 for number in range(SUITS))


def starters(rules: Variant) -> frozenset[int]:
    """Answer the faces that may enter an empty column."""
    return frozenset(range(FACES)) if rules.empty_column is EmptyColumn.ANY else kings(rules)
