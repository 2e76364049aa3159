"""What a race is at one moment."""

import pytest

from pantagruel_server.race.commands import BankGame
from pantagruel_server.race.state import NotThere, Seat
from tests.server.race.table import HOST, Table


def test_a_seat_finds_its_answers() -> None:
    """The answer to command n is frame n + 1, behind the deal."""
    table = Table()
    table.start(HOST)
    table.play(HOST, "D", "D")
    seat = table.race.seats[0]

    assert [seat.answer(1), seat.answer(2)] == table.acks(HOST)


def test_a_frame_that_answers_nothing_is_no_answer() -> None:
    """Asking for an answer to a command that was never accepted is a fault of the server."""
    table = Table()
    table.start(HOST)
    table.accept(BankGame(HOST, 1))

    with pytest.raises(NotThere, match="frame 3 of anna answers no command"):
        table.race.seats[0].answer(2)


def test_players_are_found_by_their_seats() -> None:
    """Whoever sits nowhere has no number."""
    table = Table()
    table.seat("ben", "cleo")

    assert [table.race.seat_of(player) for player in ("ben", "cleo", "zoe")] == [0, 1, None]


def test_a_seat_is_ready_once_it_has_a_nonce() -> None:
    """Readiness is the nonce: there is no second truth about it."""
    seats = [Seat("p", "P", bot=False, nonce=nonce) for nonce in (None, "00")]

    assert [seat.ready for seat in seats] == [False, True]


def test_every_race_has_nothing_but_its_slots() -> None:
    """Ten thousand seats fit in a node because none has a dictionary."""
    table = Table()
    table.seat(HOST)

    assert not any(hasattr(one, "__dict__") for one in (table.race, *table.race.seats))
