"""Heads and holds, without a disk."""

import pytest

from pantagruel_server.journal.heads import Head, Heads, Hold
from pantagruel_server.journal.port import Fenced, Lease


@pytest.fixture
def heads() -> Heads:
    """Race "r" is held by node "A" until 100, under epoch 3, written up to 7."""
    made = Heads()
    made.take("r", Head(row=1, epoch=3, first=5, last=7, hold=Hold("A", 100)))
    made.commit()
    return made


def test_a_head_is_its_epochs(heads: Heads) -> None:
    """Only the lease of the newest epoch moves a head; an unknown race has none."""
    assert heads.owned(Lease("r", "A", 3, 4)).last == 7
    with pytest.raises(Fenced, match="epoch 2 of race r"):
        heads.owned(Lease("r", "A", 2, 0))
    with pytest.raises(Fenced):
        heads.owned(Lease("other", "A", 1, 0))


def test_rollback_forgets_the_flush(heads: Heads) -> None:
    """What a flush grew, took or dropped is as it was after a rollback."""
    lease = Lease("r", "A", 3, 4)
    heads.grow("r", heads.owned(lease))
    grown = heads.owned(lease).last
    heads.drop("r")
    heads.take("new", Head(2, 1, 1, 0, Hold("A", 100)))
    heads.rollback()

    assert grown == 8
    assert heads.owned(lease).last == 7
    assert heads.free("new", "B", 0)


def test_dropped_race_is_forgotten(heads: Heads) -> None:
    """After the commit of a drop nobody owns the race."""
    heads.drop("r")
    heads.commit()

    assert heads.free("r", "B", 0)
    assert not heads.hold_until(Lease("r", "A", 3, 4), 200)


def test_hold_keeps_others_away(heads: Heads) -> None:
    """A race is free for its own node, and for others from the end of the hold."""
    assert heads.free("r", "A", 0)
    assert not heads.free("r", "B", 99)
    assert heads.free("r", "B", 100)


def test_hold_is_lengthened_by_its_epoch_only(heads: Heads) -> None:
    """Only the newest epoch moves the end of a hold."""
    assert not heads.hold_until(Lease("r", "A", 2, 0), 500)
    assert heads.hold_until(Lease("r", "A", 3, 4), 200)
    assert not heads.free("r", "B", 199)
