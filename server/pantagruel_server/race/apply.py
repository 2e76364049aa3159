"""What each event does to a race: the one way it changes, live, in recovery and in tests."""

from collections.abc import Callable
from sys import intern
from typing import NamedTuple, TypeVar, cast

from pantagruel_engine.board import NOTHING_SHOWN, Shown
from pantagruel_engine.deal import deal_key
from pantagruel_engine.game import Game
from pantagruel_engine.notation import parse_move
from pantagruel_protocol.server_messages import SeatFrame
from pantagruel_protocol.values import Ending, Phase
from pantagruel_server.race import events as ev
from pantagruel_server.race import sight
from pantagruel_server.race.limits import COUNTDOWN_MS
from pantagruel_server.race.ranking import placings, rank
from pantagruel_server.race.state import BANK, FINISH, FORFEIT, Race, Seat


class BrokenHistory(Exception):
    """An event cannot have happened at this point of the race: the journal or its reader lies."""


class Effect(NamedTuple):
    """What there is to send once the event is on disk.

    *frames* go to the seats they name; *room* and *countdown* say that those messages changed,
    *rows* names the seats whose line did (whoever was overtaken included).
    """

    frames: tuple[tuple[int, SeatFrame], ...] = ()
    room: bool = False
    rows: tuple[int, ...] = ()
    countdown: bool = False


_Handler = Callable[[Race, ev.Event], Effect]
_E = TypeVar("_E", bound=ev.Event)
_PHASES: dict[type, tuple[Phase, ...]] = {}  # in which an event can happen
_HANDLERS: dict[type, _Handler] = {}

_ROOM = Effect(room=True)
_NOTHING = Effect()


def apply(race: Race, event: ev.Event) -> Effect:
    """Let *event* happen to *race*, or raise BrokenHistory."""
    kind = type(event)
    if race.phase not in _PHASES.get(kind, ()):
        why = f"{kind.__name__} while race {race.id} is {race.phase}"
        raise BrokenHistory(why)
    return _HANDLERS[kind](race, event)


def _on(
    kind: type[_E], *phases: Phase
) -> Callable[[Callable[[Race, _E], Effect]], Callable[[Race, _E], Effect]]:
    """Enter what an event of *kind* does, and the phases in which it can happen."""

    def enter(handler: Callable[[Race, _E], Effect]) -> Callable[[Race, _E], Effect]:
        _PHASES[kind] = phases
        _HANDLERS[kind] = cast("_Handler", handler)  # only ever given events of this kind
        return handler

    return enter


@_on(ev.PlayerJoined, "open")
def _joined(race: Race, event: ev.PlayerJoined) -> Effect:
    race.seats.append(Seat(event.player, event.name, event.bot))
    race.touched_wall = event.wall_ms
    return _ROOM


@_on(ev.PlayerLeft, "open")
def _left(race: Race, event: ev.PlayerLeft) -> Effect:
    race.seats = [seat for seat in race.seats if seat.player != event.player]
    race.touched_wall = event.wall_ms
    if race.host == event.player and race.seats:
        race.host = race.seats[0].player
    return _ROOM


@_on(ev.PlayerReadied, "open")
def _readied(race: Race, event: ev.PlayerReadied) -> Effect:
    _seated(race, event.player).nonce = event.nonce
    return _ROOM


@_on(ev.PlayerUnreadied, "open")
def _unreadied(race: Race, event: ev.PlayerUnreadied) -> Effect:
    _seated(race, event.player).nonce = None
    return _ROOM


@_on(ev.CountdownStarted, "open", "countdown")
def _countdown_started(race: Race, event: ev.CountdownStarted) -> Effect:
    """Renumber the seats over those who race; the others are out."""
    race.seats = [_seated(race, player) for player in event.players]
    race.phase, race.t0_wall, race.ms = "countdown", event.t0_wall, -COUNTDOWN_MS
    return Effect(room=True, countdown=True)


@_on(ev.RaceStarted, "countdown")
def _race_started(race: Race, event: ev.RaceStarted) -> Effect:
    """Deal: the same layout to everybody."""
    race.key = race.key or _fresh_key(race)
    position = race.dealer(race.variant, bytes.fromhex(race.key))
    for number, seat in enumerate(race.seats):
        seat.game = Game.start(position)
        seat.rank = rank(race, number)
    race.phase, race.t0_wall, race.ms = "running", event.t0_wall, 0
    race.playing = len(race.seats)
    frame = sight.deal(race.seats[0].board)
    frames = tuple(_told(race, number, frame) for number in range(len(race.seats)))
    return Effect(frames, room=True, rows=tuple(range(len(race.seats))))


@_on(ev.MovePlayed, "running")
def _move_played(race: Race, event: ev.MovePlayed) -> Effect:
    seat = _mover(race, event.seat, event.n)
    game = seat.board
    before = (game.score, game.home, game.hidden)
    shown = game.play(parse_move(event.text), event.ms)
    seat.commands.append(intern(event.text))  # a million moves, a thousand texts
    race.ms = event.ms
    moved = before != (game.score, game.home, game.hidden)
    return _answered(race, event.seat, shown, moved=moved)


@_on(ev.GameFinished, "running")
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


@_on(ev.GameBanked, "running")
def _game_banked(race: Race, event: ev.GameBanked) -> Effect:
    return _given_up(race, event, BANK, "bank")


@_on(ev.GameForfeited, "running")
def _game_forfeited(race: Race, event: ev.GameForfeited) -> Effect:
    return _given_up(race, event, FORFEIT, "forfeit")


@_on(ev.LimitReached, "running")
def _limit_reached(race: Race, event: ev.LimitReached) -> Effect:
    """End every game that still goes on."""
    race.ms = event.ms
    late = tuple(number for number, seat in enumerate(race.seats) if seat.ended is None)
    for number in late:
        _end(race, race.seats[number], "limit")
    return Effect(tuple(_told(race, n, sight.over(race.seats[n])) for n in late), rows=late)


@_on(ev.ClockMarked, "running")
def _clock_marked(race: Race, event: ev.ClockMarked) -> Effect:
    race.ms = event.ms
    return _NOTHING


@_on(ev.RaceStoppedFor, "running")
def _race_stopped_for(race: Race, event: ev.RaceStoppedFor) -> Effect:
    race.stoppages.append((event.at_ms, event.wall_ms))
    return _NOTHING


@_on(ev.RaceClosed, "running")
def _race_closed(race: Race, event: ev.RaceClosed) -> Effect:
    """Rank the race and lift the secrets."""
    if race.playing:
        why = f"race {race.id} is closed while {race.playing} games go on"
        raise BrokenHistory(why)
    race.phase, race.ms, race.closed_wall = "finished", event.ms, event.wall_ms
    rows = placings(race)
    frames: list[tuple[int, SeatFrame]] = []
    for number, seat in enumerate(race.seats):
        frames.append(_told(race, number, sight.results(seat, rows)))
        frames.append(_told(race, number, sight.reveal(race, seat)))
    return Effect(tuple(frames), room=True)


@_on(ev.RaceRecorded, "finished")
def _race_recorded(race: Race, event: ev.RaceRecorded) -> Effect:
    race.phase = "recorded"
    return _ROOM


@_on(ev.RaceCancelled, "open")
def _race_cancelled(race: Race, event: ev.RaceCancelled) -> Effect:
    race.phase = "cancelled"
    return _ROOM


def _seated(race: Race, player: str) -> Seat:
    number = race.seat_of(player)
    if number is None:
        why = f"player {player} has no seat in race {race.id}"
        raise BrokenHistory(why)
    return race.seats[number]


def _mover(race: Race, number: int, n: int) -> Seat:
    """Answer the seat whose command number *n* comes next."""
    seat = race.seats[number]
    if seat.ended is not None or n != seat.n + 1:
        why = f"command {n} of seat {number} follows {seat.n} and {seat.ended}"
        raise BrokenHistory(why)
    return seat


def _fresh_key(race: Race) -> str:
    if race.server_seed is None:
        why = f"race {race.id} has neither a key nor a seed"
        raise BrokenHistory(why)
    nonces = [bytes.fromhex(nonce) for nonce in race.nonces]
    return deal_key(bytes.fromhex(race.server_seed), race.deal_id, nonces).hex()


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
    frames: tuple[tuple[int, SeatFrame], ...]
    frames = (_told(race, number, sight.ack(seat, race.ms, shown, played)),)
    if seat.ended is not None:
        frames += (_told(race, number, sight.over(seat)),)
    return Effect(frames, rows=_reordered(race, number) if moved else (number,))


def _end(race: Race, seat: Seat, ending: Ending) -> None:
    seat.ended = (race.ms, ending)
    race.playing -= 1


def _told(race: Race, number: int, frame: SeatFrame) -> tuple[int, SeatFrame]:
    """Enter *frame* in the seat's log."""
    race.seats[number].frames.append(frame)
    return number, frame


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
