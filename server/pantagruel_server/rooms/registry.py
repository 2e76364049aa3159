"""All live races: found by id and by code, opened, ticked, brought back and let go."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Generator
from functools import partial
from typing import TypeVar

from msgspec import json

from pantagruel_engine.deal import layout
from pantagruel_protocol.codes import Code
from pantagruel_server.clock import Clock
from pantagruel_server.journal.port import Archived, Fenced, Journal, JournalError
from pantagruel_server.race.events import RaceOpened
from pantagruel_server.race.record import info, recording
from pantagruel_server.race.state import Dealer
from pantagruel_server.rooms.actor import Actor
from pantagruel_server.rooms.custody import Custody, Unusable, pause_s
from pantagruel_server.rooms.searcher import Searcher
from pantagruel_server.settings import Settings

RECALLED_AT_ONCE = 64  # leases share a flush: one by one each would take the batcher's pause
SLICE_MS = 3  # of long work between two looks at the sockets
SETTLE_S = 5.0  # a disk that takes longer will not be waited for; nothing unsaid is lost
STEADY_MS = 1_000  # a race that lasts so long after it was brought back starts afresh

logger = logging.getLogger(__name__)

Made = TypeVar("Made")


class Full(Exception):
    """As many races are live as this server takes."""


class NotOver(Exception):
    """The race goes on, so its replay is still a secret."""


class Registry:
    """Keeps every race that this node owns; one task ticks them all."""

    def __init__(
        self, journal: Journal, clock: Clock, settings: Settings, dealer: Dealer = layout
    ) -> None:
        self.journal = journal
        self.clock = clock
        self.searcher = Searcher()
        self._settings = settings
        self._custody = Custody(journal, settings.node, settings.lease_ms, dealer)
        self._by_id: dict[str, Actor] = {}
        self._by_code: dict[str, Actor] = {}
        self._opening = 0
        self._stirred: set[Actor] = set()
        # Replays that are being made, or on their way to the journal.
        self._unstored: dict[str, asyncio.Future[bytes]] = {}
        self._failures: dict[str, tuple[int, int]] = {}  # in a row, and when the last try was
        self.lag_ms = 0  # by how much the last tick came too late
        self._chores: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._by_id)

    def actors(self) -> list[Actor]:
        """Answer every race in memory, live or just over."""
        return list(self._by_id.values())

    def by_id(self, race: str) -> Actor | None:
        """Find a live race by its id."""
        return self._by_id.get(race)

    def by_code(self, code: str) -> Actor | None:
        """Find a live race by its join code."""
        return self._by_code.get(code)

    def same_deal(self, actor: Actor) -> list[Actor]:
        """Answer the other live races whose numbered deal is the same; they are practice."""
        race = actor.race
        if race.kind != "numbered":
            return []
        others = (other for other in self._by_id.values() if other is not actor)
        return [one for one in others if (one.race.kind, one.race.key) == ("numbered", race.key)]

    async def open(self, opened: RaceOpened) -> Actor:
        """Make a race, durably; raises Full or JournalError."""
        if len(self._by_id) + self._opening >= self._settings.max_races:
            raise Full
        self._opening += 1
        try:
            lease = await self._custody.take(opened.race)
            actor = Actor(self, self._custody.opened(opened), lease)
            await actor.begin(opened)
        finally:
            self._opening -= 1
        self._add(actor)
        return actor

    async def replay(self, race: str) -> bytes | None:
        """Answer the replay of a race that is over; raises NotOver or JournalError."""
        if race in self._unstored:
            return await asyncio.shield(self._unstored[race])
        actor = self._by_id.get(race)
        if actor is not None and not actor.over:
            raise NotOver
        return await self.journal.replay(race)

    # Start and stop.

    async def recover(self) -> None:
        """Bring back every race that was live; then, all at once, let their clocks go on.

        Raises JournalError if the journal fails: to go without its races would tell their
        players that there are none.
        """
        races = await self.journal.live()
        for start in range(0, len(races), RECALLED_AT_ONCE):
            some = races[start : start + RECALLED_AT_ONCE]
            found = await asyncio.gather(*map(self._recalled, some), return_exceptions=True)
            for actor in found:
                if isinstance(actor, BaseException):
                    raise actor
                if actor is not None:
                    self._add(actor)
        for actor in tuple(self._by_id.values()):
            actor.go_on()
        if self._by_id:
            logger.info("races that go on: %d", len(self._by_id))

    def start(self) -> None:
        """Begin to tick."""
        self.spawn(self._tick_forever())
        self.spawn(self._renew_forever())

    async def settle(self) -> None:
        """Wait until what is on its way to the disk is there, or has failed."""
        pipelines = [actor.epoch.pipeline for actor in self._by_id.values()]
        waits = asyncio.gather(*(line.settle() for line in pipelines), return_exceptions=True)
        _, late = await asyncio.wait([waits], timeout=SETTLE_S)
        if late:
            logger.warning("the journal did not answer in %d seconds", SETTLE_S)
            waits.cancel()

    async def close(self) -> None:
        """Stop ticking, wait for what is on its way to the disk, and let go of every race."""
        chores = tuple(self._chores)
        for chore in chores:
            chore.cancel()
        await asyncio.gather(*chores, self.searcher.close(), return_exceptions=True)
        await self.settle()
        for actor in tuple(self._by_id.values()):
            await self._custody.release(actor.epoch.pipeline.lease)
            self._forget(actor)

    # What actors ask of their keeper.

    def stirred(self, actor: Actor) -> None:
        self._stirred.add(actor)

    def troubled(self, actor: Actor) -> None:
        if self._by_id.get(actor.id) is actor:
            self.spawn(self._bring_back(actor))

    def over(self, actor: Actor) -> None:
        if actor.race.phase == "cancelled":
            self._forget(actor)
        else:
            self._unstored[actor.id] = asyncio.get_running_loop().create_future()
        self.spawn(self._archive(actor))

    def recorded(self, actor: Actor) -> None:
        if actor.id not in self._unstored:  # else nobody could tell what became of it
            self._forget(actor)

    # Inside.

    async def _recalled(self, race: str) -> Actor | None:
        try:
            return Actor(self, *await self._custody.recall(race))
        except Unusable as fault:
            logger.error("race %s is left aside, untouched: %s", race, fault)  # noqa: TRY400 -- the operator needs the fault, not our stack
            return None

    def tick(self) -> None:
        """Let happen what is due in every race, then send what was gathered."""
        for _ in self._ticking():
            pass

    def _ticking(self) -> Generator[None, None, None]:
        """Tick, with a place for a pause before each race that has something to send."""
        mono_ms = self.clock.mono_ms()
        for actor in [actor for actor in self._by_id.values() if actor.awake(mono_ms)]:
            self._guarded(actor, partial(actor.tick, mono_ms))
        stirred, self._stirred = self._stirred, set()
        for actor in stirred:
            yield
            if self._by_id.get(actor.id) is actor:  # it may have ended in the pause
                self._guarded(actor, actor.tell)

    def _guarded(self, actor: Actor, act: Callable[[], None]) -> None:
        try:
            act()
        except Exception:  # one race's fault must not stop the clocks of the others
            logger.exception("race %s could not go on", actor.id)

    async def _tick_forever(self) -> None:
        while True:
            due_ms = self.clock.mono_ms() + self._settings.tick_ms
            await asyncio.sleep(self._settings.tick_ms / 1000)
            self.lag_ms = max(0, self.clock.mono_ms() - due_ms)
            await self._in_slices(self._ticking())

    async def _renew_forever(self) -> None:
        while True:
            await asyncio.sleep(self._settings.lease_ms / 3000)
            await self._renew_all()

    async def _renew_all(self) -> None:
        # Apart from the loop above, whose frame would hold the last race until the next time.
        for actor in tuple(self._by_id.values()):
            if not (actor.suspended or actor.over):
                await self._renew(actor)

    async def _renew(self, actor: Actor) -> None:
        try:
            owned = await self._custody.renew(actor.epoch.pipeline.lease)
        except JournalError as fault:  # the lease may last until the next try
            logger.warning("the lease of race %s was not renewed: %s", actor.id, fault)
        else:
            if not owned:
                actor.fail(Fenced("another epoch owns the race"))

    async def _bring_back(self, actor: Actor) -> None:
        """Own the race again and put the journal's state in the place of memory's."""
        failures, since_ms = self._failures.get(actor.id, (0, 0))
        if self.clock.mono_ms() >= since_ms + STEADY_MS:
            failures = 0
        while True:
            failures += 1
            await asyncio.sleep(pause_s(failures))
            self._failures[actor.id] = failures, self.clock.mono_ms()
            try:
                actor.restore(*await self._custody.recall(actor.id))
            except JournalError as fault:
                logger.warning("race %s stays suspended: %s", actor.id, fault)
            except Unusable:
                logger.exception("race %s is left aside, untouched", actor.id)
                self._forget(actor)
                actor.abandon(Code.FAULT)
                return
            else:
                logger.info("race %s goes on", actor.id)
                return

    async def _archive(self, actor: Actor) -> None:
        lease, race = actor.epoch.pipeline.lease, actor.race
        if race.phase == "cancelled":
            await self._custody.archive(lease, None)
            return
        unstored = self._unstored[actor.id]
        try:
            replay = await self._in_slices(recording(race))
        except Exception:
            unstored.cancel()  # nobody need wait for it
            raise
        unstored.set_result(replay)
        listed = race.settings.visibility == "listed"
        summary = json.encode(info(race))
        await self._custody.archive(lease, Archived(replay, summary, race.closed_wall, listed))
        del self._unstored[actor.id]
        if race.phase == "recorded":
            self._forget(actor)

    async def _in_slices(self, work: Generator[None, None, Made]) -> Made:
        """Do long work, and let others have their turn now and then: no ack waits for a crowd."""
        while True:
            until_ms = self.clock.mono_ms() + SLICE_MS
            while self.clock.mono_ms() < until_ms:
                try:
                    next(work)
                except StopIteration as end:
                    made: Made = end.value
                    return made
            await asyncio.sleep(0)

    def _add(self, actor: Actor) -> None:
        self._by_id[actor.id] = actor
        self._by_code[actor.code] = actor

    def _forget(self, actor: Actor) -> None:
        self._by_id.pop(actor.id, None)
        if self._by_code.get(actor.code) is actor:
            del self._by_code[actor.code]
        self._stirred.discard(actor)
        self._failures.pop(actor.id, None)

    def spawn(self, work: Coroutine[None, None, None]) -> None:
        """Do *work* beside everything else; `close` ends it."""
        task = asyncio.create_task(work)
        self._chores.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._chores.discard(task)
        if not task.cancelled() and (fault := task.exception()) is not None:
            logger.error("a chore failed", exc_info=fault)
