"""A race as one lease of it knows it: memory, clock and appends, thrown away together."""

from collections.abc import Callable, Iterator, Set
from functools import partial

from pantagruel_protocol.server_messages import ServerMessage, Verdict
from pantagruel_server.journal.port import Lease
from pantagruel_server.race import sight
from pantagruel_server.race import watching as sights
from pantagruel_server.race.apply import apply
from pantagruel_server.race.commands import Now
from pantagruel_server.race.effects import Effect
from pantagruel_server.race.events import CountdownStarted, Event, encode
from pantagruel_server.race.limits import MARK_MS
from pantagruel_server.race.state import Race
from pantagruel_server.race.talking import hears
from pantagruel_server.race.timing import race_ms, zero_after_outage, zero_of_countdown
from pantagruel_server.rooms.keeper import Keeper
from pantagruel_server.rooms.pipeline import Pipeline
from pantagruel_server.rooms.verdicts import Verdicts

LOOK_MS = 1_000  # how often a race is asked what is due when no moment is known

_OPENED = {"finished", "recorded"}
_DEALT = {"running", "closing", "finished", "recorded"}

Failed = Callable[[BaseException], None]
Tell = Callable[[str, ServerMessage], None]


class Epoch:
    """What memory holds of a race, ahead of the disk by what is in the pipeline."""

    def __init__(
        self, race: Race, lease: Lease, keeper: Keeper, failed: Failed, tell: Tell
    ) -> None:
        self.race = race
        self.wake_ms = 0  # on the monotonic clock: before it, time alone brings about nothing
        self._clock = keeper.clock
        self._zero: int | None = None
        self.pipeline = Pipeline(keeper.journal, lease, failed)
        self.verdicts = Verdicts(race, keeper.searcher, self._found)
        self._tell = tell

    def go_on(self) -> None:
        """Let the clock of a race that came out of the journal run again."""
        self._zero = zero_after_outage(self.race, self._clock.mono_ms())
        self.verdicts.look_again()

    def happen(self, event: Event) -> Effect:
        """Apply *event* and send it on its way to the disk.

        If it cannot be applied the race may be half changed, and only the journal is right.
        """
        race = self.race
        archived = race.phase == "finished"  # the journal takes nothing more
        effect = apply(race, event)
        if not archived:
            self.pipeline.append(encode(event))
        if effect.room or not race.playing:  # the phase may be another one
            self.wake_ms = 0
            if isinstance(event, CountdownStarted):
                self._zero = zero_of_countdown(self._clock.mono_ms())
        return effect

    def _found(self, player: str, verdict: Verdict) -> None:
        """Tell a player what a search proved, once the command that it looked at is on disk."""
        self.pipeline.then(partial(self._tell, player, verdict))

    def now(self, mono_ms: int) -> Now:
        """Answer the moment in which a command is taken."""
        return Now(self._clock.wall_ms(), race_ms(self.race, self._zero, mono_ms))

    def sleep(self, mono_ms: int) -> None:
        """Work out when time may bring about something next, if no command does before."""
        race, zero = self.race, self._zero
        if race.phase == "running" and zero is not None and race.playing:
            self.wake_ms = zero + min(race.stop_ms, race.ms + MARK_MS)
        elif race.phase == "countdown" and zero is not None:
            self.wake_ms = zero
        else:
            self.wake_ms = mono_ms + LOOK_MS

    @property
    def dealt(self) -> bool:
        """Say whether there are boards."""
        return self.race.phase in _DEALT

    def shown_ms(self) -> int:
        """Answer the race time that messages carry."""
        race = self.race
        running = race.phase == "running"
        return max(0, race_ms(race, self._zero, self._clock.mono_ms()) if running else race.ms)

    def picture(
        self, player: str, after_s: int, on: Set[str], watching: int
    ) -> list[ServerMessage]:
        """Show *player* what there is to see, beginning after the own frame *after_s*."""
        verdict = self.verdicts.message(player)
        return [
            *sight.resume(self.race, player, after_s),
            *self.surroundings(player, on, watching),
            *([] if verdict is None else [verdict]),
        ]

    def surroundings(self, player: str, on: Set[str], watching: int) -> Iterator[ServerMessage]:
        """Show what players and watchers see alike: the room, the rows, the talk."""
        race = self.race
        yield sight.room(race, on, watching)
        if race.phase == "countdown":
            yield sight.countdown(race, self._clock.wall_ms())
        elif self.dealt:
            yield sight.progress(race, range(len(race.seats)), on, self.shown_ms())
        yield from (line.said for line in race.chat if hears(race, line, player))

    def gallery_picture(self, player: str, on: Set[str], watching: int) -> list[ServerMessage]:
        """Show a watcher what there is to see beside the boards."""
        picture = list(self.surroundings(player, on, watching))
        if self.race.phase in _OPENED:
            picture += [sights.results(self.race), sights.reveal(self.race)]
        return picture
