"""Who is ahead: a seat's game as the engine's standings want it, and as its player's result."""

from collections.abc import Sequence

from pantagruel_engine.game import Game
from pantagruel_engine.standings import Class, Outcome, standings
from pantagruel_protocol.values import Placing, Result
from pantagruel_server.race.state import Race, Seat


def ranked(race: Race) -> Sequence[tuple[int, Outcome]]:
    """Answer place and outcome of every seat, best first, as if the race ended now."""
    outcomes = (_outcome(number, seat) for number, seat in enumerate(race.seats))
    return standings(outcomes, race.rank_by)


def standing(race: Race) -> tuple[int, ...]:
    """Answer the place of each seat as if the race ended now."""
    places = [0] * len(race.seats)
    for place, outcome in ranked(race):
        places[outcome.seat] = place
    return tuple(places)


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


def placings(race: Race) -> tuple[Placing, ...]:
    """Answer the final table, best first."""
    rows = ((place, outcome.seat, race.seats[outcome.seat]) for place, outcome in ranked(race))
    return tuple(
        Placing(number, seat.player, seat.name, seat.end, result(seat, place))
        for place, number, seat in rows
    )


def _outcome(number: int, seat: Seat) -> Outcome:
    game = seat.board
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
