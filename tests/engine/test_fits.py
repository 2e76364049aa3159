"""What lies on what."""

from dataclasses import replace

import pytest

from pantagruel_engine.card import FACES, UNKNOWN, face_text, parse_face
from pantagruel_engine.fits import LANDS, kings, starters
from pantagruel_engine.rows import variant
from pantagruel_engine.variant import Build


@pytest.mark.parametrize(
    ("build", "below", "expected"),
    [
        (Build.OTHER_COLOUR, "9S", "8H 8D"),
        (Build.OTHER_COLOUR, "TD", "9S 9C"),
        (Build.OTHER_COLOUR, "2H", "AS AC"),
        (Build.OTHER_COLOUR, "KC", "QH QD"),
        (Build.OTHER_COLOUR, "AH", ""),
        (Build.OTHER_SUIT, "9S", "8H 8D 8C"),
        (Build.OTHER_SUIT, "2H", "AD AS AC"),
        (Build.OTHER_SUIT, "AC", ""),
    ],
)
def test_one_rank_less_and_another_suit(build: Build, below: str, expected: str) -> None:
    """Alternating colour, or any suit but its own; an Ace lies on a Two, nothing on an Ace."""
    assert expected.split() == list(map(face_text, LANDS[build][parse_face(below)]))


@pytest.mark.parametrize("build", Build)
def test_nothing_lands_on_the_unknown(build: Build) -> None:
    """A card that was not shown takes nothing and goes nowhere."""
    assert LANDS[build][UNKNOWN] == ()
    assert not any(UNKNOWN in faces for faces in LANDS[build])


def test_kings_start_columns() -> None:
    """An empty column takes a King; in Thumb and Pouch any card."""
    assert {"KH", "KD", "KS", "KC"} == set(map(face_text, starters(variant("turn3"))))
    assert starters(variant("thumb-and-pouch")) == set(range(FACES))


def test_highest_rank_is_king() -> None:
    """In a deck made small the highest rank plays the King."""
    small = replace(variant("klondike-1"), ranks=3, columns=(1, 2))

    assert {"3H", "3D", "3S", "3C"} == set(map(face_text, kings(small)))
