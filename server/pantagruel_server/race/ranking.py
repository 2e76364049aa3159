"""Who is ahead: the seats of a race by the engine's standings."""

from pantagruel_engine import standings
from pantagruel_engine.standings import Outcome
from pantagruel_protocol.results import outcome, result
from pantagruel_protocol.values import Placing
from pantagruel_server.race.state import Race, Seat


def rank(race: Race, number: int) -> tuple[int, ...]:
    """Answer what compares a seat's game with the others of its race: less is better."""
    return standings.rank(_outcome(race, number), race.rank_by)


def place(race: Race, number: int) -> int:
    """Answer a seat's place as if the race ended now: one more than there are better ones."""
    own = race.seats[number].rank
    return 1 + sum(seat.rank < own for seat in race.seats)


def placings(race: Race) -> tuple[Placing, ...]:
    """Answer the final table, best first."""
    outcomes = [_outcome(race, number) for number in range(len(race.seats))]
    return tuple(
        _placing(race.seats[outcome.seat], outcome.seat, place)
        for place, outcome in standings.standings(outcomes, race.rank_by)
    )


def _placing(seat: Seat, number: int, place: int) -> Placing:
    made = result(seat.board, seat.end, place)
    return Placing(number, seat.player, seat.name, seat.end, made)


def _outcome(race: Race, number: int) -> Outcome:
    seat = race.seats[number]
    return outcome(number, seat.board, seat.ended[1] if seat.ended else None)
