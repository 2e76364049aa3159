"""What each event does to a race: the one way it changes, live, in recovery and in tests."""

from pantagruel_server.race import (
    game_events,  # noqa: F401 -- enters its events in the table
    room_events,  # noqa: F401 -- likewise
)
from pantagruel_server.race.effects import HANDLERS, PHASES, BrokenHistory, Effect
from pantagruel_server.race.events import Event
from pantagruel_server.race.state import Race


def apply(race: Race, event: Event) -> Effect:
    """Let *event* happen to *race*, or raise BrokenHistory."""
    kind = type(event)
    if race.phase not in PHASES.get(kind, ()):
        why = f"{kind.__name__} while race {race.id} is {race.phase}"
        raise BrokenHistory(why)
    return HANDLERS[kind](race, event)
