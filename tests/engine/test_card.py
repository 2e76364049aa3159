"""Faces and their text."""

import pytest

from pantagruel_engine.card import FACES, UNKNOWN, face_of, face_text, parse_face, rank, red, suit
from pantagruel_engine.errors import PositionError


def test_text_round_trips() -> None:
    """Each of the 52 faces has a text of its own."""
    texts = [face_text(face) for face in range(FACES)]

    assert len(set(texts)) == FACES
    assert list(range(FACES)) == list(map(parse_face, texts))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("AH", (0, 1, 0, True)),
        ("TD", (22, 10, 1, True)),
        ("QS", (37, 12, 2, False)),
        ("KC", (51, 13, 3, False)),
    ],
)
def test_suits_come_in_order(text: str, expected: tuple[int, int, int, bool]) -> None:
    """Hearts, diamonds, spades, clubs; Ace to King; the first two suits are red."""
    face = parse_face(text)

    assert expected == (face, rank(face), suit(face), red(face))


def test_copies_share_a_face() -> None:
    """A card of the second pack looks like its twin."""
    assert face_of(22) == face_of(22 + 52) == face_of(22 + 24 * 52) == parse_face("TD")


def test_unknown_has_a_text_that_is_no_card() -> None:
    """What was not shown is written `??` and cannot be read as a card."""
    assert face_text(UNKNOWN) == "??"
    with pytest.raises(PositionError):
        parse_face("??")


@pytest.mark.parametrize("text", ["", "A", "AX", "1H", "ah", "Ah", "10H", "AH ", "HA", "AH\n"])
def test_other_text_is_no_card(text: str) -> None:
    """Exactly one rank letter and one suit letter, capitals."""
    with pytest.raises(PositionError, match="is no card"):
        parse_face(text)
