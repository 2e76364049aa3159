"""Who is ahead: a seat's game as the engine's standings want it, and as its player's result."""

from pantagruel_engine import standings
from pantagruel_engine.game import Game
from pantagruel_engine.standings import Class, Outcome
from pantagruel_protocol.values import Placing, Result
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


def result(seat: Seat, place: int | None) -> Result:
    """Say what a player made of the deal; *place* is None until the race is ranked."""
    game, (ended_ms, _) = seat.board, seat.end
    return Result(
        class_=_class(game).value,
        place=place,
        ledger=game.score,
        streak=game.streak,
        time_bonus=game.time_bonus,
        total=game.total,
        foundations=game.home,
        hidden=game.hidden,
        moves=game.moves,
        draws=game.draws,
        redeals=game.redeals,
        elapsed_ms=ended_ms,
    )


def _placing(seat: Seat, number: int, place: int) -> Placing:
    return Placing(number, seat.player, seat.name, seat.end, result(seat, place))


def _outcome(race: Race, number: int) -> Outcome:
    game = race.seats[number].board
    return Outcome(
        seat=number,
        class_=_class(game),
        elapsed_ms=game.elapsed_ms,
        moves=game.moves,
        score=game.score,
        home=game.home,
        hidden=game.hidden,
        last_score_ms=game.last_score_ms,
        total=game.total,
    )


def _class(game: Game) -> Class:
    """Call a game cleared or, in whatever way it ends, unfinished."""
    return Class.CLEARED if game.won else Class.UNFINISHED
