"""What time alone brings about in a race."""

from pantagruel_server.race.commands import Now
from pantagruel_server.race.events import (
    BellRung,
    ClockMarked,
    Event,
    LimitReached,
    RaceCancelled,
    RaceClosed,
    RaceRecorded,
    RaceStarted,
)
from pantagruel_server.race.limits import EMPTY_MS, LOBBY_MS, MARK_MS, RECORD_MS
from pantagruel_server.race.state import Race


def due(race: Race, now: Now) -> tuple[Event, ...]:
    """Answer the events that are due at *now*, in order.

    The owner applies them before it decides a command: what comes first in the journal counts,
    so a last move and the limit in one tick have one result.
    """
    match race.phase:
        case "running":
            return _running(race, now)
        case "closing":
            return (RaceClosed(max(now.ms, race.ms), now.wall_ms),)
        case "countdown" if now.ms >= 0:
            return (RaceStarted(race.t0_wall),)
        case "open" if now.wall_ms >= race.touched_wall + (LOBBY_MS if race.seats else EMPTY_MS):
            return (RaceCancelled(now.wall_ms),)
        case "finished" if now.wall_ms >= race.closed_wall + RECORD_MS:
            return (RaceRecorded(now.wall_ms),)
    return ()


def _running(race: Race, now: Now) -> tuple[Event, ...]:
    if not race.playing:
        return (RaceClosed(max(now.ms, race.ms), now.wall_ms),)
    if now.ms >= race.stop_ms:
        rung = race.rings_ms is not None
        stopped = BellRung(race.stop_ms) if rung else LimitReached(race.stop_ms)
        return (stopped, RaceClosed(now.ms, now.wall_ms))
    if now.ms >= race.ms + MARK_MS:
        return (ClockMarked(now.ms),)
    return ()
