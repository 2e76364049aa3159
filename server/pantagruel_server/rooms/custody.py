"""Owning races in the journal: taking, reading, renewing, archiving, with patience."""

import asyncio
import logging
from collections.abc import Sequence

from pantagruel_server.journal.port import Archived, Journal, JournalError, Lease, Unavailable
from pantagruel_server.race.apply import apply
from pantagruel_server.race.effects import BrokenHistory
from pantagruel_server.race.events import RaceOpened, UnreadableEvent, decode
from pantagruel_server.race.state import Dealer, Race

SLICE = 200  # events between two looks at the sockets: about 2 ms
FIRST_PAUSE_S = 0.05
LONGEST_PAUSE_S = 5.0

logger = logging.getLogger(__name__)


class Unusable(Exception):
    """The journal's events do not make a race: a fault that no second try mends."""


def pause_s(failures: int) -> float:
    """Answer how long to wait after so many failures in a row: short at first, then doubling."""
    return min(FIRST_PAUSE_S * (1 << min(failures - 1, 10)), LONGEST_PAUSE_S)


class Custody:
    """What one node does to own races; every method but `archive` may raise JournalError."""

    def __init__(self, journal: Journal, node: str, ttl_ms: int, dealer: Dealer) -> None:
        self._journal = journal
        self._node = node
        self._ttl_ms = ttl_ms
        self._dealer = dealer

    def opened(self, event: RaceOpened) -> Race:
        """Answer the race that *event* opens."""
        return Race.opened(event, self._dealer)

    async def take(self, race: str) -> Lease:
        """Own *race* under a new epoch."""
        lease = await self._journal.acquire(race, self._node, self._ttl_ms)
        if lease is None:
            why = f"another node has race {race}"
            raise Unavailable(why)
        return lease

    async def recall(self, race: str) -> tuple[Race, Lease]:
        """Own *race* and answer it as its last durable event left it; may raise Unusable."""
        lease = await self.take(race)
        return await self._rebuilt(await self._journal.read(race)), lease

    async def renew(self, lease: Lease) -> bool:
        """Lengthen a lease; False if another epoch owns the race."""
        return await self._journal.renew(lease, self._ttl_ms)

    async def release(self, lease: Lease) -> None:
        """Let others have the race."""
        await self._journal.release(lease)

    async def archive(self, lease: Lease, left: Archived | None) -> None:
        """Store what is left and end the race's life in the journal, however long it takes."""
        failures = 0
        while True:
            try:
                await self._journal.archive(lease, left)
            except JournalError as fault:
                failures += 1
                logger.warning("race %s is not archived yet: %s", lease.race, fault)
            else:
                return
            await asyncio.sleep(pause_s(failures))
            try:
                lease = await self.take(lease.race)
            except JournalError as fault:
                logger.warning("race %s cannot be owned: %s", lease.race, fault)

    async def _rebuilt(self, history: Sequence[tuple[int, bytes]]) -> Race:
        """Apply everything that happened to a race, and let others have their turn meanwhile."""
        try:
            first = decode(history[0][1]) if history else None
            if not isinstance(first, RaceOpened):
                raise Unusable("a race begins with RaceOpened")
            race = self.opened(first)
            for seq, data in history[1:]:
                apply(race, decode(data))
                if seq % SLICE == 0:
                    await asyncio.sleep(0)
        except (UnreadableEvent, BrokenHistory, ValueError, LookupError) as fault:
            raise Unusable(str(fault)) from fault
        return race
