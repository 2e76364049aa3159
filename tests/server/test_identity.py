"""Guests and their tokens."""

import asyncio
from random import Random

import pytest

from pantagruel_server.entropy import Entropy
from pantagruel_server.identity import Identity, Player
from pantagruel_server.journal.port import Unavailable
from tests.server.held import HeldJournal


def identity(journal: HeldJournal) -> Identity:
    """Answer the door's register over *journal*."""
    return Identity(journal, Entropy(Random(3).randbytes))


async def test_a_guest_is_known_again() -> None:
    """A token is somebody, and nobody else."""
    register = identity(HeldJournal())
    one, token = register.guest("Panurge", bot=True)
    two, _ = register.guest("Panurge")

    assert await register.known(token) == one == Player(one.id, "Panurge", bot=True)
    assert one.id != two.id
    assert await register.known("0" * 64) is None


async def test_a_guest_leaves_nothing() -> None:
    """Whoever only looks in is on no disk, and nobody after a restart."""
    journal = HeldJournal()
    _, token = identity(journal).guest("Panurge")

    assert journal.records == {}
    assert await identity(journal).known(token) is None


async def test_a_kept_guest_outlives_the_server() -> None:
    """A player who was kept is in the journal and no more in memory, and is not written again."""
    journal = HeldJournal()
    register = identity(journal)
    guest, token = register.guest("Panurge")
    await register.keep(guest)
    await asyncio.sleep(0)
    known = await register.known(token)

    assert len(register) == 0
    assert known == await identity(journal).known(token) == guest
    assert known is not None
    journal.records.clear()
    await register.keep(known)
    assert journal.records == {}


async def test_a_guest_who_could_not_be_kept() -> None:
    """While the journal is down a new guest is still somebody, and can be kept later."""
    journal = HeldJournal()
    register = identity(journal)
    guest, token = register.guest("Panurge")
    journal.down = True
    with pytest.raises(Unavailable):
        await register.keep(guest)
    await asyncio.sleep(0)
    known = await register.known(token)
    journal.down = False

    assert known == guest
    await register.keep(guest)
    assert await identity(journal).known(token) == guest


async def test_the_crowd_of_newcomers_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever was seen longest ago makes room, and can still be kept by a socket that is open."""
    monkeypatch.setattr("pantagruel_server.identity.NEWCOMERS", 3)
    register = identity(HeldJournal())
    first, early = register.guest("Panurge")
    second, late = register.guest("Pantagruel")
    register.guest("Friar John")
    await register.known(early)
    register.guest("Gargantua")

    assert len(register) == 3
    assert await register.known(early) == first
    assert await register.known(late) is None
    await register.keep(second)
    assert await register.known(late) == second


async def test_no_token_is_stored() -> None:
    """Whoever reads the journal can be nobody."""
    journal = HeldJournal()
    register = identity(journal)
    guest, token = register.guest("Panurge")
    await register.keep(guest)

    assert len(journal.records) == 1
    assert token not in str(journal.records)
    assert token not in repr(guest)


async def test_nameless() -> None:
    """Somebody without a name gets one."""
    guest, _ = identity(HeldJournal()).guest(None)

    assert guest.name == f"Guest {guest.id[:4]}"
