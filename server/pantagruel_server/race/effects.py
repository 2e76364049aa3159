"""What an event gives to say, and the table of what each event does in which phase."""

from collections.abc import Callable
from typing import NamedTuple, TypeVar, cast

from pantagruel_protocol.server_messages import SeatFrame
from pantagruel_protocol.values import Phase
from pantagruel_server.race import events as ev
from pantagruel_server.race.state import Line, Race, Seat


class BrokenHistory(Exception):
    """An event cannot have happened at this point of the race: the journal or its reader lies."""


class Effect(NamedTuple):
    """What there is to send once the event is on disk.

    *frames* go to the seats they name; *room* and *countdown* say that those messages changed,
    *rows* names the seats whose line did (whoever was overtaken included). *said* is for everybody
    who may hear it, *kicked* has to go.
    """

    frames: tuple[tuple[int, SeatFrame], ...] = ()
    room: bool = False
    rows: tuple[int, ...] = ()
    countdown: bool = False
    said: Line | None = None
    kicked: str | None = None


Handler = Callable[[Race, ev.Event], Effect]
_E = TypeVar("_E", bound=ev.Event)
PHASES: dict[type, tuple[Phase, ...]] = {}  # in which an event can happen
HANDLERS: dict[type, Handler] = {}

ROOM = Effect(room=True)
NOTHING = Effect()


def on(
    kind: type[_E], *phases: Phase
) -> Callable[[Callable[[Race, _E], Effect]], Callable[[Race, _E], Effect]]:
    """Enter what an event of *kind* does, and the phases in which it can happen."""

    def enter(handler: Callable[[Race, _E], Effect]) -> Callable[[Race, _E], Effect]:
        PHASES[kind] = phases
        HANDLERS[kind] = cast("Handler", handler)  # only ever given events of this kind
        return handler

    return enter


def seated(race: Race, player: str) -> Seat:
    """Answer the seat of somebody who must have one."""
    number = race.seat_of(player)
    if number is None:
        why = f"player {player} has no seat in race {race.id}"
        raise BrokenHistory(why)
    return race.seats[number]


def told(race: Race, number: int, frame: SeatFrame) -> tuple[int, SeatFrame]:
    """Enter *frame* in the seat's log."""
    race.seats[number].frames.append(frame)
    return number, frame
