"""What a player made of a deal, read off the game: the server's word and the verifier's check."""

from pantagruel_engine.game import Game
from pantagruel_engine.standings import Class, Outcome
from pantagruel_protocol.values import Ending, Result


def outcome(seat: int, game: Game, ending: Ending | None = None) -> Outcome:
    """Answer what of a seat's game counts for its place, over or not (then *ending* is None)."""
    return Outcome(
        seat=seat,
        class_=_class(game, ending),
        elapsed_ms=game.elapsed_ms,
        moves=game.moves,
        score=game.score,
        home=game.home,
        hidden=game.hidden,
        last_score_ms=game.last_score_ms,
        total=game.total,
    )


def result(game: Game, ended: tuple[int, Ending], place: int | None) -> Result:
    """Say how a game ended at a race time, in what way; *place* is None until all are ranked."""
    ended_ms, ending = ended
    return Result(
        class_=_class(game, ending).value,
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


def _class(game: Game, ending: Ending | None) -> Class:
    """Call a game cleared or, in whatever way it ends but by ejection, unfinished."""
    if ending == "eject":
        return Class.DISQUALIFIED
    return Class.CLEARED if game.won else Class.UNFINISHED
