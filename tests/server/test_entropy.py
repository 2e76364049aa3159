"""Ids, tokens and codes, from a source that is handed in."""

from random import Random

import pytest
from msgspec import convert

from pantagruel_protocol.values import Hex64, Id
from pantagruel_server.entropy import CODE_ALPHABET, Entropy, is_id, plain_code


def test_one_source_draws_the_same() -> None:
    """Everything comes from the source, so a test can know it beforehand."""
    one, two = Entropy(Random(1).randbytes), Entropy(Random(1).randbytes)

    assert (one.id(), one.token(), one.code(), one.seed()) == (
        two.id(),
        two.token(),
        two.code(),
        two.seed(),
    )


def test_forms() -> None:
    """Ids and tokens are what the wire takes; a seed has 32 bytes, a code 8 plain letters."""
    draw = Entropy()

    convert(draw.id(), Id)
    convert(draw.token(), Hex64)
    assert len(draw.seed()) == 32
    assert len(draw.code()) == 8
    assert set(draw.code()) <= set(CODE_ALPHABET)


def test_every_letter_of_a_code_is_as_likely() -> None:
    """The alphabet divides a byte's range, so no letter is drawn more often."""
    assert 256 % len(CODE_ALPHABET) == 0
    assert len(set(CODE_ALPHABET)) == len(CODE_ALPHABET)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("ABCD2345", "ABCD2345"), ("abcd-2345", "ABCD2345"), ("oil0 1234", "01101234")],
)
def test_codes_are_read_as_people_write_them(typed: str, meant: str) -> None:
    """Small letters, hyphens and look-alikes do not matter."""
    assert plain_code(typed) == meant
    assert not set("ILOU") & set(CODE_ALPHABET)


def test_ids_are_told_from_codes() -> None:
    """What we name is known by its form, so that whoever asks for it is not guessing."""
    chance = Entropy()

    assert is_id(chance.id())
    assert not any(map(is_id, (chance.code(), chance.id()[1:], chance.id().upper() + "A", "")))
