"""What happens in the games: moves, ends, and the bell or the agreement that ends them all."""

from collections.abc import Iterable
from sys import intern

from pantagruel_engine.board import NOTHING_SHOWN, Shown
from pantagruel_engine.notation import parse_move
from pantagruel_protocol.server_messages import SeatFrame
from pantagruel_protocol.values import Ending
from pantagruel_server.race import events as ev
from pantagruel_server.race import sight
from pantagruel_server.race.effects import BrokenHistory, Effect, on, told
from pantagruel_server.race.prospects import spent
from pantagruel_server.race.ranking import rank
from pantagruel_server.race.state import BANK, FINISH, FORFEIT, Race, Seat


@on(ev.MovePlayed, "running")
def _move_played(race: Race, event: ev.MovePlayed) -> Effect:
    seat = _mover(race, event.seat, event.n)
    game = seat.board
    before = (game.score, game.home, game.hidden)
    shown = game.play(parse_move(event.text), event.ms)
    seat.commands.append(intern(event.text))  # a million moves, a thousand texts
    progress = event.text[0] == "W" or game.hidden < before[2]
    seat.lull = 0 if progress else seat.lull + 1
    race.ms = event.ms
    moved = before != (game.score, game.home, game.hidden)
    return _answered(race, event.seat, shown, moved=moved)


@on(ev.GameFinished, "running")
def _game_finished(race: Race, event: ev.GameFinished) -> Effect:
    """Play the expansion; it carries the time and the number of the one command."""
    seat = _mover(race, event.seat, event.n)
    game = seat.board
    played: list[str] = []
    drawn: list[int] = []
    for move in game.finish_moves():
        drawn.extend(game.play(move, event.ms).drawn)
        played.append(move.text)
    seat.commands.append(FINISH)
    race.ms = event.ms
    shown = Shown(tuple(drawn), None)
    return _answered(race, event.seat, shown, played=tuple(played), moved=True)


@on(ev.GameBanked, "running")
def _game_banked(race: Race, event: ev.GameBanked) -> Effect:
    return _given_up(race, event, BANK, "bank")


@on(ev.GameForfeited, "running")
def _game_forfeited(race: Race, event: ev.GameForfeited) -> Effect:
    return _given_up(race, event, FORFEIT, "forfeit")


@on(ev.GameDied, "running")
def _game_died(race: Race, event: ev.GameDied) -> Effect:
    seat = _playing(race, event.seat)
    if not spent(seat):
        why = f"the game of seat {event.seat} in race {race.id} can still be played"
        raise BrokenHistory(why)
    race.ms = event.ms
    frames = tuple(_ended(race, (event.seat,), "dead"))
    return _all_agreed(race, Effect(frames, rows=(event.seat,)))


@on(ev.ClosingAgreed, "running")
def _closing_agreed(race: Race, event: ev.ClosingAgreed) -> Effect:
    seat = _playing(race, event.seat)
    seat.agreed = event.agreed
    race.ms = event.ms
    return _all_agreed(race, Effect(room=True))


@on(ev.BellRung, "running")
def _bell_rung(race: Race, event: ev.BellRung) -> Effect:
    race.phase = "closing"
    return _stopped(race, event.ms, "bell")


@on(ev.LimitReached, "running")
def _limit_reached(race: Race, event: ev.LimitReached) -> Effect:
    return _stopped(race, event.ms, "limit")


def _stopped(race: Race, ms: int, ending: Ending) -> Effect:
    """End every game that still goes on."""
    race.ms = ms
    late = _still_playing(race)
    frames = tuple(_ended(race, late, ending))
    return Effect(frames, room=race.phase == "closing", rows=late)


def _all_agreed(race: Race, effect: Effect) -> Effect:
    """Bank every game that goes on, if all their players would close the race now."""
    left = _still_playing(race)
    if not left or not all(race.seats[number].agreed for number in left):
        return effect
    frames = (*effect.frames, *_ended(race, left, "bank"))
    return effect._replace(frames=frames, rows=tuple(sorted({*effect.rows, *left})))


def _still_playing(race: Race) -> tuple[int, ...]:
    return tuple(number for number, seat in enumerate(race.seats) if seat.ended is None)


def _ended(race: Race, numbers: Iterable[int], ending: Ending) -> Iterable[tuple[int, SeatFrame]]:
    """End the games of seats without a command of theirs."""
    for number in numbers:
        _end(race, race.seats[number], ending)
        yield told(race, number, sight.over(race.seats[number]))


def _playing(race: Race, number: int) -> Seat:
    """Answer a seat whose game must go on."""
    if not 0 <= number < len(race.seats) or race.seats[number].ended is not None:
        why = f"nobody plays in seat {number} of race {race.id}"
        raise BrokenHistory(why)
    return race.seats[number]


def _mover(race: Race, number: int, n: int) -> Seat:
    """Answer the seat whose command number *n* comes next."""
    seat = _playing(race, number)
    if n != seat.n + 1:
        why = f"command {n} of seat {number} follows {seat.n}"
        raise BrokenHistory(why)
    return seat


def _given_up(
    race: Race, event: ev.GameBanked | ev.GameForfeited, word: str, ending: Ending
) -> Effect:
    seat = _mover(race, event.seat, event.n)
    seat.commands.append(word)
    race.ms = event.ms
    _end(race, seat, ending)
    return _answered(race, event.seat, NOTHING_SHOWN)


def _answered(
    race: Race, number: int, shown: Shown, *, played: tuple[str, ...] = (), moved: bool = False
) -> Effect:
    """Answer a seat's command; *moved* says that the running order may have changed."""
    seat = race.seats[number]
    if seat.board.won:
        _end(race, seat, "won")
    ack = told(race, number, sight.ack(seat, race.ms, shown, played))
    rows = _reordered(race, number) if moved else (number,)
    if seat.ended is None:
        return Effect((ack,), rows=rows)
    over = told(race, number, sight.over(seat))
    return _all_agreed(race, Effect((ack, over), room=_bell_set(race), rows=rows))


def _bell_set(race: Race) -> bool:
    """Set the bell at the first win, if there is one and it rings before the limit."""
    won = any(seat.ended is not None and seat.ended[1] == "won" for seat in race.seats)
    if not won or race.bell_ms is None or race.rings_ms is not None:
        return False
    if race.ms + race.bell_ms >= race.limit_ms:
        return False
    race.rings_ms = race.stop_ms = race.ms + race.bell_ms
    return True


def _end(race: Race, seat: Seat, ending: Ending) -> None:
    seat.ended = (race.ms, ending)
    race.playing -= 1


def _reordered(race: Race, mover: int) -> tuple[int, ...]:
    """Rank a seat's game anew and name the seats whose line changed.

    Another's place changes when the mover was behind and is ahead now, or the other way round.
    """
    seat = race.seats[mover]
    before, after = seat.rank, rank(race, mover)
    seat.rank = after
    return tuple(
        number
        for number, other in enumerate(race.seats)
        if number == mover or (before < other.rank) != (after < other.rank)
    )
