"""Guests, their tokens, and names that can be shown."""

from random import Random

import pytest

from pantagruel_server.entropy import Entropy
from pantagruel_server.identity import BadName, Identity, Player, clean_name
from tests.server.held import HeldJournal


def identity(journal: HeldJournal) -> Identity:
    """Answer the door's register over *journal*."""
    return Identity(journal, Entropy(Random(3).randbytes))


async def test_a_guest_is_known_again() -> None:
    """A token is somebody, and nobody else."""
    journal = HeldJournal()
    register = identity(journal)
    one, token = await register.guest("Panurge", bot=True)
    two, _ = await register.guest("Panurge")

    assert await register.known(token) == one == Player(one.id, "Panurge", bot=True)
    assert one.id != two.id
    assert await register.known("0" * 64) is None


async def test_a_guest_outlives_the_server() -> None:
    """Players are in the journal, not in memory."""
    journal = HeldJournal()
    guest, token = await identity(journal).guest("Panurge")

    assert await identity(journal).known(token) == guest


async def test_no_token_is_stored() -> None:
    """Whoever reads the journal can be nobody."""
    journal = HeldJournal()
    _, token = await identity(journal).guest("Panurge")

    assert len(journal.records) == 1
    assert token not in str(journal.records)


async def test_nameless() -> None:
    """Somebody without a name gets one."""
    guest, _ = await identity(HeldJournal()).guest(None)

    assert guest.name == f"Guest {guest.id[:4]}"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("  Frère   Jean ", "Frère Jean"),
        ("Jose\u0301", "José"),
        ("\uff30antagruel", "Pantagruel"),
        ("गार्गन्तुआ", "गार्गन्तुआ"),
        ("🃏", "🃏"),
        ("x" * 40, "x" * 40),
    ],
)
def test_names(written: str, shown: str) -> None:
    """Names are brought into one form: spaces, widths and accents look the same to all."""
    assert clean_name(written) == shown
    assert clean_name(shown) == shown


@pytest.mark.parametrize(
    "written",
    [
        "   ",
        "a\u0000b",
        "a\u202eb",
        "a\nb",
        "a\u200bb",
        "x" * 41,
        "Z\u0353\u0354\u0355",
        "\ufdfa" * 3,
    ],
    ids=ascii,
)
def test_bad_names(written: str) -> None:
    """What is empty, invisible, reversed, towering or, once written out, too long is no name."""
    with pytest.raises(BadName):
        clean_name(written)
