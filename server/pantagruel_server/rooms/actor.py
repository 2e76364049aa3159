"""The owner of one race: commands in, decided and applied at once; frames out, once on disk."""

import logging
from collections.abc import Callable, Sequence
from functools import partial

from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import (
    Progress,
    Room,
    ServerMessage,
    Suspended,
)
from pantagruel_protocol.values import BIGGEST
from pantagruel_server.journal.port import Lease
from pantagruel_server.race import sight, watching
from pantagruel_server.race.apply import apply
from pantagruel_server.race.commands import (
    Accepted,
    Decision,
    JoinRace,
    LeaveRace,
    RaceCommand,
    Refusal,
    Repeated,
    SayText,
)
from pantagruel_server.race.decide import decide
from pantagruel_server.race.effects import Effect
from pantagruel_server.race.events import (
    Event,
    GameDied,
    RaceCancelled,
    RaceClosed,
    RaceOpened,
    RaceRecorded,
    RaceRematched,
    encode,
)
from pantagruel_server.race.state import Race
from pantagruel_server.race.ticks import due
from pantagruel_server.race.timing import after_outage
from pantagruel_server.rates import Rate, Table
from pantagruel_server.rooms.audience import Audience, Socket, send_all
from pantagruel_server.rooms.entrance import Entrance, PlayersEntrance, WatchersEntrance
from pantagruel_server.rooms.epoch import Epoch
from pantagruel_server.rooms.gallery import Gallery
from pantagruel_server.rooms.keeper import Keeper
from pantagruel_server.rooms.pipeline import Answer
from pantagruel_server.rooms.refusals import BUSY, STRANGER, SUSPENDED, TOO_MUCH_TALK, TWICE
from pantagruel_server.rooms.said import Heard, Said

TALK = Rate.per_second(1, 5)  # of one player in one room
TALKERS = 256
CROWD_MS = 1_000  # how often at most a room tells how many watch it
_ALIVE = {"open", "countdown", "running", "closing"}

logger = logging.getLogger(__name__)


class Actor:
    """One race and its audience; it has no task and never waits.

    A command is decided and applied in one go, so commands count in the order in which they are
    submitted. What memory knows and the disk does not is never said: every word, snapshots too,
    goes through the pipeline.
    """

    def __init__(self, keeper: Keeper, race: Race, lease: Lease) -> None:
        self.id = race.id
        self.code = race.code
        self.audience = Audience()
        self.gallery = Gallery(self.audience)
        self.opening_rematch = False
        self.suspended = False
        self.over = False
        self._keeper = keeper
        self._epoch = self._new_epoch(race, lease)
        self._rows: set[int] = set()
        self._room = False
        self._crowd_ms: int | None = None  # when to tell how many watch
        self._talk = Table(TALK, TALKERS)
        self._returning: list[Entrance] = []

    @property
    def race(self) -> Race:
        """The race as memory has it; what is not on disk yet must not be told to anybody."""
        return self._epoch.race

    @property
    def epoch(self) -> Epoch:
        """The race with its lease and its appends."""
        return self._epoch

    async def begin(self, opened: RaceOpened) -> None:
        """Journal the event that made the race; raises JournalError."""
        self._epoch.pipeline.append(encode(opened))
        await self._epoch.pipeline.settle()

    def go_on(self) -> None:
        """Let the clock of a race that came out of the journal run again."""
        self._epoch.go_on()
        for event in after_outage(self.race, self._keeper.clock.wall_ms()):
            self._then(partial(self._speak, [self._happen(event)]))
        if self.race.phase not in _ALIVE:
            self._ended()

    def restore(self, race: Race, lease: Lease) -> None:
        """Put what the journal holds in the place of what memory held, and show it to all."""
        self._epoch = self._new_epoch(race, lease)
        self.suspended = False
        self._rows.clear()
        self._room = False
        self.go_on()
        for player in tuple(self.audience.on):
            picture = self._epoch.picture(
                player, BIGGEST, self.audience.on, self.audience.watching
            )
            self._then(partial(self.audience.to_each, player, picture))
        for player, socket in self.audience.unseated():
            everything = self._epoch.gallery_picture(
                player, self.audience.on, self.audience.watching
            )
            self._then(partial(send_all, socket, everything))
        self._then(partial(self.audience.show, self._shown_room()))
        self.gallery.begin_again(race)
        self._rows.update(range(len(race.seats)) if self._epoch.dealt else ())
        self._keeper.stirred(self)
        returning, self._returning = self._returning, []
        for entrance in returning:
            self.let_in(entrance)

    # What is asked.

    def submit(self, command: RaceCommand, answer: Answer) -> None:
        """Carry out or refuse *command* now; *answer* hears of it when the journal is that far."""
        if not self._takes(answer):
            return
        match decision := self._judge(command):
            case Accepted(events):
                said = [*map(self._happen, events), *self._judged(events)]
                self._then(partial(self._speak, said, answer), answer)
            case Repeated(ack):
                self._then(partial(answer.repeated, ack), answer)
            case Refusal():
                self._then(partial(answer.refused, decision), answer)

    def join(self, command: JoinRace, socket: Socket, answer: Answer) -> None:
        """Seat a player whom *socket* speaks for, or take up the player's seat again."""
        if self.race.seat_of(command.player) is not None:
            # By code comes who knows nothing of the seat yet: acks alone would not tell the moves.
            self.resume(command.player, BIGGEST, socket, answer)
        elif self._takes(answer):
            decision = self._judge(command)
            if isinstance(decision, Refusal):
                self._then(partial(answer.refused, decision), answer)
                return
            if isinstance(decision, Accepted):
                for event in decision.events:
                    self._happen(event)
            self.let_in(PlayersEntrance(self, command.player, socket, answer, fresh=True))
            for other in self._keeper.same_deal(self):
                other.audience.unwatch(command.player)

    def watch(self, player: str, socket: Socket, answer: Answer) -> None:
        """Let *socket* watch; from the seat that it holds before T0 it rises."""
        if not self._takes(answer):
            return
        race = self.race
        rises = race.phase == "open" and self.audience.holds(player, socket)
        seated = rises and race.seat_of(player) is not None
        refusal = None if seated else self.barred(player)
        if refusal is not None:
            self._then(partial(answer.refused, refusal), answer)
            return
        if seated:
            decision = self._judge(LeaveRace(player, watches=True))
            if isinstance(decision, Accepted):
                said = [self._happen(event) for event in decision.events]
                self._then(partial(self._speak, said))
        self.let_in(WatchersEntrance(self, player, socket, answer, fresh=True))

    def barred(self, player: str) -> Refusal | None:
        """Say what stands against *player* watching, a seat before the same cards too."""
        others = self._keeper.same_deal(self)
        if any(other.race.plays(player) for other in others):
            return TWICE
        return watching.forbidden(self.race, player)

    def unwatch(self, socket: Socket, answer: Answer) -> None:
        """Let *socket* watch no more."""
        self.left(socket)
        answer.accepted()

    def left(self, socket: Socket) -> None:
        """Forget a watcher."""
        if self.audience.drop(socket):
            self._count_crowd()

    def resume(self, player: str, after_s: int, socket: Socket, answer: Answer) -> None:
        """Let *socket* hear of a seat, and send it what it missed after frame *after_s*."""
        if self.race.seat_of(player) is None:
            answer.refused(STRANGER)
        else:
            self.let_in(PlayersEntrance(self, player, socket, answer, after_s))

    def drop(self, player: str, socket: Socket) -> None:
        """Forget a socket that is gone; the seat stays its player's."""
        self.left(socket)
        if self.audience.detach(player, socket):
            self.presence(player)
        self._returning = [
            entrance for entrance in self._returning if entrance.socket is not socket
        ]

    def abandon(self, code: Code) -> None:
        """Send everybody away, those who wait for the journal too."""
        self.audience.end(code)
        for entrance in self._returning:
            entrance.socket.end(code)

    # What time brings.

    def tick(self, mono_ms: int) -> None:
        """Let happen what is due."""
        if not self.suspended:
            self._advance(mono_ms)

    def awake(self, mono_ms: int) -> bool:
        """Say whether time may bring about something by now."""
        return self._epoch.wake_ms <= mono_ms

    def tell(self) -> None:
        """Send what was gathered since the last tick: the room once, one row for each player."""
        if self.suspended:
            return
        race, on = self.race, self.audience.on
        if self._room or self._crowd_is_due():
            self._room, self._crowd_ms = False, None
            self._then(partial(self.audience.show, self._shown_room()))
        rows: Progress | None = None
        if self._rows:
            rows = sight.progress(race, sorted(self._rows), on, self._epoch.shown_ms())
            self._rows.clear()
            self._then(partial(self.audience.to_players, rows))
        if self.gallery.open:
            showing = self.gallery.showing(race, self._epoch.shown_ms(), rows)
            self._then(partial(self.gallery.show, showing))
        if self._crowd_ms is not None or (self.gallery.open and not self.gallery.idle):
            self._keeper.stirred(self)

    def presence(self, player: str) -> None:
        """Let everybody know with the next tick whether *player* is there."""
        number = self.race.seat_of(player)
        if number is not None and self._epoch.dealt:
            self._rows.add(number)
        else:
            self._room = True
        self._keeper.stirred(self)

    def welcome(self, watcher: Socket) -> None:
        """Count a watcher who is there now, and show the boards with the next tick."""
        self.gallery.enter(watcher, self.race)
        self._count_crowd()

    def rematched(self, event: RaceRematched) -> None:
        """Name the race that follows; this one is archived, so that is said at once."""
        self._speak([self._happen(event)])

    def fail(self, fault: BaseException) -> None:
        """Throw away what memory holds: nobody knows how much of it the journal has."""
        if self.suspended:
            return
        logger.warning("race %s is suspended: %s", self.id, fault)
        self.suspended = True
        self.audience.to_all(Suspended())
        for answer in self._epoch.pipeline.abandon():
            answer.refused(SUSPENDED)
        self._keeper.troubled(self)

    # Inside.

    def _new_epoch(self, race: Race, lease: Lease) -> Epoch:
        return Epoch(race, lease, self._keeper, self.fail, self.audience.to)

    def _then(self, say: Callable[[], None], answer: Answer | None = None) -> None:
        self._epoch.pipeline.then(say, answer)

    def _shown_room(self) -> Room:
        return sight.room(self.race, self.audience.on, self.audience.watching)

    def _count_crowd(self) -> None:
        """Tell everybody how many watch, soon and not too often."""
        if self._crowd_ms is None:
            self._crowd_ms = self._keeper.clock.mono_ms() + CROWD_MS
            self._keeper.stirred(self)

    def _crowd_is_due(self) -> bool:
        return self._crowd_ms is not None and self._crowd_ms <= self._keeper.clock.mono_ms()

    def _takes(self, answer: Answer) -> bool:
        """Refuse at once what cannot even be judged now."""
        if self.suspended:
            answer.refused(SUSPENDED)
        elif self._epoch.pipeline.full:
            answer.refused(BUSY)
        else:
            return True
        return False

    def _judge(self, command: RaceCommand) -> Decision:
        epoch, mono_ms = self._epoch, self._keeper.clock.mono_ms()
        if epoch.wake_ms <= mono_ms:  # what is due precedes the command
            self._advance(mono_ms)
        if isinstance(command, SayText) and self._talk.take(command.player, mono_ms):
            return TOO_MUCH_TALK
        return decide(epoch.race, command, epoch.now(mono_ms))

    def _advance(self, mono_ms: int) -> None:
        epoch = self._epoch
        for event in due(epoch.race, epoch.now(mono_ms)):
            if isinstance(event, RaceRecorded):
                self._record(event)
            else:
                self._then(partial(self._speak, [self._happen(event)]))
        epoch.sleep(mono_ms)

    def _happen(self, event: Event) -> Said:
        """Let *event* happen; answer what it gives to say once it is on disk."""
        try:
            effect = self._epoch.happen(event)
        except Exception as fault:
            self.fail(fault)
            raise
        race = self.race
        if effect.rows:
            self._rows.update(effect.rows)
            self._keeper.stirred(self)
        frames = [(race.seats[number].player, frame) for number, frame in effect.frames]
        if self.gallery.open:
            self._note(event, effect)
        if not effect.room:
            line = effect.said
            return Said(frames, heard=None if line is None else Heard.by(race, line))
        if isinstance(event, RaceClosed | RaceCancelled):
            self._then(self._ended)
        return Said(frames, self._shown_room(), effect.countdown, kicked=effect.kicked)

    def _judged(self, events: tuple[Event, ...]) -> list[Said]:
        """Answer what there is to say of the prospects of a game after a command of its player."""
        news = self._epoch.verdicts.after(events)
        if isinstance(news, GameDied):
            return [self._happen(news)]
        return [] if news is None else [Said([news])]

    def _note(self, event: Event, effect: Effect) -> None:
        """Keep what watchers are to see with the next tick."""
        self.gallery.note(self.race, event, effect)
        if isinstance(event, RaceClosed):
            secrets = (watching.results(self.race), watching.reveal(self.race))
            self._then(partial(self._open, secrets))
        self._keeper.stirred(self)

    def _open(self, secrets: Sequence[ServerMessage]) -> None:
        for message in secrets:
            self.audience.to_watchers(message, seated=False)

    def _speak(self, all_said: Sequence[Said], answer: Answer | None = None) -> None:
        if answer is not None:
            answer.accepted()
        for said in all_said:
            said.to(self.audience)
            if said.countdown:
                wall_ms = self._keeper.clock.wall_ms()
                self.audience.to_all(sight.countdown(self.race, wall_ms))

    def let_in(self, entrance: Entrance) -> None:
        """Queue the moment from which a socket hears of the race."""
        if self.suspended:
            self._returning.append(entrance)
            return
        epoch, audience = self._epoch, self.audience
        if isinstance(entrance, WatchersEntrance):
            self.gallery.expect()
            picture = epoch.gallery_picture(entrance.player, audience.on, audience.watching + 1)
        else:
            on = {entrance.player, *audience.on}
            picture = epoch.picture(entrance.player, entrance.after_s, on, audience.watching)
        entrance.picture = picture
        self._then(entrance.accepted, entrance)

    def _ended(self) -> None:
        self.over = True
        self._keeper.over(self)

    def _record(self, event: RaceRecorded) -> None:
        """Let go of the race; its replay is what is kept, so this is not journalled."""
        apply(self.race, event)
        self.audience.show(self._shown_room())
        self._keeper.recorded(self)
