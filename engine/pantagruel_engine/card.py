"""Cards as small integers.

A deck of k packs holds the ids 0..52k-1. A *face* is what a player sees of a card, 0..51: the
copies of a card share it. UNKNOWN stands for a face that has not been shown.
"""

from pantagruel_engine.errors import PositionError

RANKS = 13
SUITS = 4
FACES = RANKS * SUITS
UNKNOWN = -1
RANK_LETTERS = "A23456789TJQK"
SUIT_LETTERS = "HDSC"
BLANK = "??"

# UNKNOWN is -1 and so finds the last entry.
_TEXTS = (*(rank + suit for suit in SUIT_LETTERS for rank in RANK_LETTERS), BLANK)
_FACES = {text: face for face, text in enumerate(_TEXTS[:FACES])}


def face_of(card_id: int) -> int:
    """Answer what card *card_id* shows."""
    return card_id % FACES


def rank(face: int) -> int:
    """Count from the Ace, 1, to the King, 13."""
    return face % RANKS + 1


def suit(face: int) -> int:
    """Answer 0 for hearts, 1 for diamonds, 2 for spades, 3 for clubs."""
    return face // RANKS


def red(face: int) -> bool:
    """Tell hearts and diamonds from spades and clubs."""
    return face < 2 * RANKS


def face_text(face: int) -> str:
    """Write a face as rank and suit, `TD`."""
    return _TEXTS[face]


def parse_face(text: str) -> int:
    """Read what `face_text` wrote of a known face."""
    face = _FACES.get(text)
    if face is None:
        raise PositionError(f"{text!r} is no card")
    return face
