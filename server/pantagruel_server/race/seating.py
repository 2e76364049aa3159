"""Who takes part: joining, leaving, readiness and the start, as the host and the phase allow."""

from pantagruel_protocol.codes import Code
from pantagruel_server.names import alike
from pantagruel_server.race.commands import (
    Accepted,
    Decision,
    JoinRace,
    LeaveRace,
    MakeReady,
    MakeUnready,
    Now,
    Refusal,
    StartRace,
)
from pantagruel_server.race.events import (
    CountdownStarted,
    PlayerJoined,
    PlayerLeft,
    PlayerReadied,
    PlayerUnreadied,
)
from pantagruel_server.race.limits import COUNTDOWN_MS
from pantagruel_server.race.state import Race

_UNCHANGED = Accepted(())
_NOT_SEATED = Refusal(Code.NOT_IN_RACE, "you have no seat in this race")
_STARTED = Refusal(Code.STARTED, "the race has started")
KICKED = Refusal(Code.KICKED, "the host has sent you away from this race")
_CANCELLED = Refusal(Code.RACE_UNKNOWN, "the race was cancelled")


def join(race: Race, command: JoinRace, now: Now) -> Decision:
    """Give the next seat to a player who has none, while the lobby is open."""
    if race.seat_of(command.player) is not None:
        return Refusal(Code.IN_RACE, "you have a seat in this race already")
    if race.phase != "open":
        return too_late(race)
    if command.player in race.kicked:
        return KICKED
    if len(race.seats) >= race.places:
        return Refusal(Code.FULL, f"all {race.places} seats are taken")
    if (
        rival := next((one for one in race.seats if alike(one.name, command.name)), None)
    ) is not None:
        return Refusal(
            Code.NAME_TAKEN, f"{rival.name} is in the room already; choose another name"
        )
    seat = len(race.seats)
    joined = PlayerJoined(seat, command.player, command.name, command.bot, now.wall_ms)
    return Accepted((joined,))


def leave(race: Race, command: LeaveRace, now: Now) -> Decision:
    """Before the countdown the seat is free again; once the cards are dealt it stays."""
    if race.seat_of(command.player) is None:
        return _NOT_SEATED
    if race.phase == "open":
        return Accepted((PlayerLeft(command.player, now.wall_ms, command.watches),))
    return _STARTED if race.phase == "countdown" else _UNCHANGED


def ready(race: Race, command: MakeReady) -> Decision:
    """Take the nonce; the last one sent counts."""
    return _prepare(
        race, command.player, command.nonce, PlayerReadied(command.player, command.nonce)
    )


def unready(race: Race, command: MakeUnready) -> Decision:
    """Take the nonce back."""
    return _prepare(race, command.player, None, PlayerUnreadied(command.player))


def _prepare(
    race: Race, player: str, nonce: str | None, event: PlayerReadied | PlayerUnreadied
) -> Decision:
    """Set a seat's nonce, or take it back, unless it is so already."""
    number = race.seat_of(player)
    if number is None:
        return _NOT_SEATED
    if race.phase != "open":
        return too_late(race)
    return _UNCHANGED if race.seats[number].nonce == nonce else Accepted((event,))


def start(race: Race, command: StartRace, now: Now) -> Decision:
    """Start the countdown over those who are ready, if the host asks for it."""
    if race.host != command.player:
        return Refusal(Code.NOT_HOST, "only the host may start the race")
    if race.phase != "open":
        return too_late(race)
    ready = tuple(seat.player for seat in race.seats if seat.ready)
    if not ready:
        return Refusal(Code.TOO_FEW, "nobody is ready")
    if len(ready) < len(race.seats) and not command.without_unready:
        missing = len(race.seats) - len(ready)
        return Refusal(Code.NOT_READY, f"{missing} of {len(race.seats)} players are not ready")
    return Accepted((CountdownStarted(ready, now.wall_ms + COUNTDOWN_MS, command.player),))


def too_late(race: Race) -> Refusal:
    """Refuse what can be done before the countdown only."""
    return _CANCELLED if race.phase == "cancelled" else _STARTED
