"""Whether a command stands: judged on the race as it is, which no decision changes."""

from functools import lru_cache
from typing import assert_never

from pantagruel_engine.card import face_text
from pantagruel_engine.errors import IllegalMove, InvalidMove
from pantagruel_engine.game import Game
from pantagruel_engine.notation import Move, parse_move
from pantagruel_protocol.codes import Code
from pantagruel_server.race import hosting, seating, talking
from pantagruel_server.race.commands import (
    Accepted,
    AgreeToClose,
    BankGame,
    CancelRace,
    ChangeSettings,
    Decision,
    FinishGame,
    ForfeitGame,
    JoinRace,
    KickPlayer,
    LeaveRace,
    MakeReady,
    MakeUnready,
    Now,
    PlayMove,
    RaceCommand,
    Refusal,
    Repeated,
    SayText,
    StartRace,
)
from pantagruel_server.race.events import (
    ClosingAgreed,
    GameBanked,
    GameFinished,
    GameForfeited,
    MovePlayed,
)
from pantagruel_server.race.limits import COMMANDS, FORFEIT_FROM_MS
from pantagruel_server.race.state import BANK, FINISH, FORFEIT, Race, Seat

_GameCommand = PlayMove | FinishGame | BankGame | ForfeitGame

_NO_SEAT = Refusal(Code.NOT_YOUR_RACE, "you have no seat in this race")
_NOT_STARTED = Refusal(Code.NOT_STARTED, "the race has not started yet")
_GAME_OVER = Refusal(Code.GAME_OVER, "your game has ended")
_TOO_MANY = Refusal(Code.TOO_MANY, f"{COMMANDS} commands are played: bank or forfeit")
_TOO_EARLY = Refusal(Code.TOO_EARLY, "forfeit is refused in the first five seconds")
_NOT_FINISHABLE = Refusal(Code.NOT_FINISHABLE, "the game cannot be finished by itself yet")


def decide(race: Race, command: RaceCommand, now: Now) -> Decision:  # noqa: C901, PLR0911 -- one line a command
    """Accept, answer again or refuse *command* as it is taken at *now*."""
    match command:
        case PlayMove() | FinishGame() | BankGame() | ForfeitGame():
            return _game_command(race, command, max(now.ms, race.ms))
        case JoinRace():
            return seating.join(race, command, now)
        case LeaveRace():
            return seating.leave(race, command, now)
        case MakeReady():
            return seating.ready(race, command)
        case MakeUnready():
            return seating.unready(race, command)
        case StartRace():
            return seating.start(race, command, now)
        case ChangeSettings():
            return hosting.settings(race, command, now)
        case KickPlayer():
            return hosting.kick(race, command, now)
        case CancelRace():
            return hosting.cancel(race, command, now)
        case AgreeToClose():
            return _agree(race, command, max(now.ms, race.ms))
        case SayText():
            return talking.say(race, command, now)
        case _:
            assert_never(command)


def _agree(race: Race, command: AgreeToClose, ms: int) -> Decision:
    """Let whoever still plays agree to close the race, or take that back."""
    number = race.seat_of(command.player)
    if number is None:
        return _NO_SEAT
    seat = race.seats[number]
    if seat.game is None:
        return _NOT_STARTED
    if seat.ended is not None or ms >= race.stop_ms:
        return _GAME_OVER
    same = seat.agreed == command.agreed
    return Accepted(() if same else (ClosingAgreed(number, command.agreed, ms),))


def _game_command(race: Race, command: _GameCommand, ms: int) -> Decision:
    """Sort out who asks and under which number; only then look at what is asked."""
    number = race.seat_of(command.player)
    if number is None:
        return _NO_SEAT
    seat = race.seats[number]
    if seat.game is None:
        return _NOT_STARTED
    n, expected = command.n, seat.n + 1
    if n < expected and _content(command) == seat.commands[n - 1]:
        return Repeated(seat.answer(n))
    if seat.ended is not None or ms >= race.stop_ms:
        return _GAME_OVER
    return _next_command(seat, number, command, ms) if n == expected else _stale(n, expected)


def _content(command: _GameCommand) -> str | None:
    """Answer what a command asks, as a seat's log keeps it; None for a text that is no move."""
    match command:
        case PlayMove(text=text):
            try:
                return _read(text)[1]
            except InvalidMove:
                return None
        case FinishGame():
            return FINISH
        case BankGame():
            return BANK
        case ForfeitGame():
            return FORFEIT
        case _:
            assert_never(command)


@lru_cache(maxsize=8192)  # as many as the engine keeps
def _read(text: str) -> tuple[Move, str]:
    """Read a move and its canonical text, which is what the journal keeps."""
    move = parse_move(text)
    return move, move.text


def _stale(n: int, expected: int) -> Refusal:
    if n > expected:
        why = f"command {n} is ahead: {expected} comes next"
    else:
        why = f"command {n} was another one: {expected} comes next"
    return Refusal(Code.STALE, why, expected=expected)


def _next_command(seat: Seat, number: int, command: _GameCommand, ms: int) -> Decision:
    """Judge the command that is in time and bears the next number."""
    n = command.n
    match command:
        case PlayMove() | FinishGame() if n > COMMANDS:
            return _TOO_MANY
        case PlayMove(text=text):
            return _play(seat.board, number, n, ms, text)
        case FinishGame():
            ends = seat.board.finishable
            return Accepted((GameFinished(number, n, ms),)) if ends else _NOT_FINISHABLE
        case BankGame():
            return Accepted((GameBanked(number, n, ms),))
        case ForfeitGame():
            early = ms < FORFEIT_FROM_MS
            return _TOO_EARLY if early else Accepted((GameForfeited(number, n, ms),))
        case _:
            assert_never(command)


def _play(game: Game, number: int, n: int, ms: int, text: str) -> Decision:
    try:
        move, canonical = _read(text)
        game.judge(move)
    except InvalidMove as error:
        return Refusal(Code.INVALID, str(error))
    except IllegalMove as error:
        cards = tuple(map(face_text, error.cards))
        return Refusal(Code.ILLEGAL, str(error), error.reason.value, cards)
    return Accepted((MovePlayed(number, n, ms, canonical),))
