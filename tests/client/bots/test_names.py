"""Names: of a crew, drawn, and enough of them for every seat."""

from itertools import islice
from random import Random

from pantagruel_client.bots.names import PEOPLE, names


def test_every_seat_has_a_name_of_its_own() -> None:
    """A full race has no two of the same name, and the server takes each."""
    crew = list(islice(names(Random(1)), 130))

    assert len(set(crew)) == 130
    assert set(crew[: len(PEOPLE)]) == set(PEOPLE)
    assert crew[len(PEOPLE)] == f"{crew[0]} II"
    assert all(len(name) <= 40 for name in crew)


def test_the_order_is_drawn() -> None:
    """Another seed calls others first."""
    assert list(islice(names(Random(1)), 5)) != list(islice(names(Random(2)), 5))
