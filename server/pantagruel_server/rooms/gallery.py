"""What the watchers of one race are sent: a picture of every board, and then each step."""

from collections import deque
from collections.abc import Iterable
from typing import Literal, NamedTuple

from pantagruel_protocol.server_messages import Ack, Board, Outlined, Progress, Steps
from pantagruel_server.race import watching
from pantagruel_server.race.effects import Effect
from pantagruel_server.race.events import Event, RaceClosed, RaceStarted
from pantagruel_server.race.state import Race
from pantagruel_server.race.watching import Late
from pantagruel_server.rooms.audience import Audience, Socket
from pantagruel_server.rooms.frames import Parcel

PICTURES_AT_ONCE = 8  # for one watcher and tick: the biggest boards have some 12 kB
STEPS_AT_ONCE = 400  # in one tick, of boards that come late: a few milliseconds

Stream = Literal["board", "late", "outline"]
_Wanted = tuple[Stream, int]  # of which seat


class Showing(NamedTuple):
    """What a tick has for watchers, made before it may be said.

    *pictures* name their sockets; each is sent only if the socket still watches.
    """

    progress: Progress | None
    steps: Steps | None
    pictures: list[tuple[Socket, Parcel]]


class Gallery:
    """Who still waits for which picture, which steps are new, and how late the faces are."""

    def __init__(self, audience: Audience) -> None:
        self._audience = audience
        self._coming = 0  # watchers on their way in: what happens meanwhile is for them too
        self._waiting: dict[Socket, deque[_Wanted]] = {}
        self._steps: list[tuple[int, int]] = []
        self._late: Late | None = None
        self._pictures: dict[_Wanted, tuple[int, Parcel]] = {}

    @property
    def open(self) -> bool:
        """Say whether anybody watches, or is about to."""
        return self._coming > 0 or bool(self._audience.watchers)

    @property
    def idle(self) -> bool:
        """Say whether nothing will have to be shown unless something happens."""
        return not (self._waiting or self._steps or self._late)

    def expect(self) -> None:
        """Count a watcher on the way in."""
        self._coming += 1

    def give_up(self) -> None:
        """Expect a watcher no more."""
        self._coming -= 1

    def enter(self, socket: Socket, race: Race) -> None:
        """Let a watcher who was expected in."""
        self._coming -= 1
        if socket in self._audience.watchers:
            self._want(socket, race)

    def note(self, race: Race, event: Event, effect: Effect) -> None:
        """Keep what an event means to those who watch, for the next tick."""
        self._steps += [(number, ack.n) for number, ack in effect.frames if isinstance(ack, Ack)]
        dealt = isinstance(event, RaceStarted)
        opened = isinstance(event, RaceClosed) and race.settings.faces != 0
        if dealt or opened:
            self.begin_again(race)

    def begin_again(self, race: Race) -> None:
        """Show everything anew: the cards were dealt or opened, or the race is another one."""
        self._steps.clear()
        self._pictures.clear()
        self._late = None
        self._waiting.clear()
        for socket in self._audience.watchers:
            self._want(socket, race)

    def showing(self, race: Race, ms: int, rows: Progress | None) -> Showing:
        """Answer what there is to show at race time *ms*, beside *rows* that players get."""
        if not self.open:
            self._forget()
            return Showing(None, None, [])
        noted, self._steps = self._steps, []
        live = [watching.live_step(race, number, n) for number, n in noted]
        progress = watching.progress(rows or Progress(ms, ()), live) if rows or live else None
        return Showing(progress, self._fallen_due(race, ms), list(self._due_pictures(race, ms)))

    def show(self, showing: Showing) -> None:
        """Send what was made: it may be said now."""
        audience = self._audience
        if showing.progress is not None:
            audience.to_watchers(showing.progress)
        if showing.steps is not None:
            audience.to_watchers(showing.steps)
        for socket, parcel in showing.pictures:
            if socket in audience.watchers:
                socket.pass_on(parcel)

    def _want(self, socket: Socket, race: Race) -> None:
        streams = _streams(race)
        wanted = [(stream, seat) for stream in streams for seat in range(len(race.seats))]
        if wanted and race.seats[0].game is not None:
            self._waiting[socket] = deque(wanted)

    def _forget(self) -> None:
        self._steps.clear()
        self._waiting.clear()
        self._pictures.clear()
        self._late = None

    def _fallen_due(self, race: Race, ms: int) -> Steps | None:
        """Answer what may be seen by now of boards whose faces come late."""
        behind = watching.behind_ms(race)
        if not behind or race.phase != "running" or ms < behind:
            return None
        late = self._late_of(race)
        begun = late.complete  # before, nobody has a board that steps could follow
        steps = late.advance(ms - behind, STEPS_AT_ONCE)
        return Steps(ms, steps) if steps and begun else None

    def _late_of(self, race: Race) -> Late:
        if self._late is None:
            self._late = Late(race)
        return self._late

    def _due_pictures(self, race: Race, ms: int) -> Iterable[tuple[Socket, Parcel]]:
        watchers = self._audience.watchers
        for socket in [socket for socket in self._waiting if socket not in watchers]:
            del self._waiting[socket]
        for socket, wanted in tuple(self._waiting.items()):
            for _ in range(0 if socket.crowded else PICTURES_AT_ONCE):
                if not wanted or (parcel := self._picture(race, ms, wanted[0])) is None:
                    break
                wanted.popleft()
                yield socket, parcel
            if not wanted:
                del self._waiting[socket]

    def _picture(self, race: Race, ms: int, wanted: _Wanted) -> Parcel | None:
        """Answer a picture, made once for all who want it; None if it may not be seen yet."""
        stream, number = wanted
        late = self._late if stream == "late" else None
        if stream == "late" and (late is None or not late.complete):
            return None
        k = race.seats[number].n if late is None else late.k(number)
        kept = self._kept(wanted, k)
        if kept is not None:
            return kept
        return self._keep(wanted, k, Parcel(_made(race, late, wanted)))

    def _kept(self, wanted: _Wanted, k: int) -> Parcel | None:
        kept = self._pictures.get(wanted)
        return kept[1] if kept is not None and kept[0] == k else None

    def _keep(self, wanted: _Wanted, k: int, parcel: Parcel) -> Parcel:
        self._pictures[wanted] = (k, parcel)
        return parcel


def _made(race: Race, late: Late | None, wanted: _Wanted) -> Board | Outlined:
    stream, number = wanted
    if late is not None:
        return late.board(number)
    return watching.outline(race, number) if stream == "outline" else watching.board(race, number)


def _streams(race: Race) -> tuple[Stream, ...]:
    """Answer which boards a watcher sees of the race as it is."""
    match watching.behind_ms(race):
        case 0:
            return ("board",)
        case None:
            return ("outline",)
        case _:
            return ("outline", "late")
