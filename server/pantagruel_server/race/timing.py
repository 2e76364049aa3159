"""Race time: whole milliseconds since T0 on the owner's monotonic clock, less the stoppages.

The owner keeps one number per race, *zero*: the reading of its monotonic clock at which race
time is 0. It is None while the lobby is open, and no other process can use it.
"""

from pantagruel_server.race.events import CountdownStarted, Event, RaceStoppedFor
from pantagruel_server.race.limits import COUNTDOWN_MS, GO_ON_MS
from pantagruel_server.race.state import Race


def zero_of_countdown(mono_ms: int) -> int:
    """Answer the zero of a race whose countdown starts now."""
    return mono_ms + COUNTDOWN_MS


def zero_after_outage(race: Race, mono_ms: int) -> int | None:
    """Answer the zero of a race that comes out of the journal now.

    A running race goes on after a moment in which its clock stands; a countdown starts again.
    """
    if race.phase == "open":
        return None
    return mono_ms + GO_ON_MS - max(race.ms, 0)


def race_ms(race: Race, zero: int | None, mono_ms: int) -> int:
    """Answer the race time now, never less than that of the race's last event."""
    return race.ms if zero is None else max(race.ms, mono_ms - zero)


def after_outage(race: Race, wall_ms: int) -> tuple[Event, ...]:
    """Answer what must be journalled when a race comes out of the journal at *wall_ms*.

    The stoppage runs to the moment at which the clock goes on, so that at any time
    `t0_wall + race time + all stoppages` is the time on the wall.
    """
    if race.phase == "countdown":
        players = tuple(seat.player for seat in race.seats)
        return (CountdownStarted(players, wall_ms + COUNTDOWN_MS),)
    if race.phase == "running":
        lost = sum(length for _, length in race.stoppages)
        stood = wall_ms + GO_ON_MS - (race.t0_wall + race.ms + lost)
        return (RaceStoppedFor(race.ms, max(0, stood)),)
    return ()
