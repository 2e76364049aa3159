"""The comparison itself: it must see each kind of loss, or the kill test proves nothing."""

import pytest

from tests.e2e.ledger import Differences, Told, compare

A1, A2, A3 = (Told("race", "ann", n, "D", n * 100) for n in (1, 2, 3))
B1 = Told("race", "bob", 1, "D", 150)
NOTHING = Differences([], [], [], [], [])


def test_same_moves_do_not_differ() -> None:
    """Whatever was told, in whatever order, stands in the journal: no difference."""
    assert compare([B1, A2, A1], [A1, B1, A2]) == NOTHING


def test_lost_move_is_seen() -> None:
    """An acknowledged move that the journal lacks is lost."""
    assert compare([A1, A2], [A1]) == NOTHING._replace(lost=[A2])


def test_other_text_or_time_is_a_loss() -> None:
    """A move that stands there otherwise than it was acknowledged is lost, and another unheard."""
    other = A1._replace(ms=101)

    assert compare([A1], [other]) == NOTHING._replace(lost=[A1], unheard=[other])


def test_doubled_move_is_seen() -> None:
    """A number that was carried out twice is doubled, and breaks its player's count."""
    found = compare([A1], [A1, A1])

    assert found.doubled == [("race", "ann", 1)]
    assert found.holes == [("race", "ann")]


@pytest.mark.parametrize("stored", [[A1, A3], [A2, A1], [A2]])
def test_hole_and_wrong_order_are_seen(stored: list[Told]) -> None:
    """Numbers must be 1, 2, 3, ... as the journal orders them."""
    assert compare(stored, stored).holes == [("race", "ann")]


def test_time_that_goes_back_is_seen() -> None:
    """Race time never goes back, whoever moves."""
    late = B1._replace(ms=90)

    assert compare([A1, late], [A1, late]).backwards == [("race", 100, 90)]
