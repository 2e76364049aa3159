"""What every journal promises, held against each adapter."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest

from pantagruel_server.journal.port import Archived, Fenced, Journal, Lease, Unavailable
from tests.server.journals import Bench, SqliteBench

TTL_MS = 3_000


@pytest.fixture(params=["sqlite"])
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Bench:
    """Put each adapter on the bench in turn."""
    benches: dict[str, type[SqliteBench]] = {"sqlite": SqliteBench}
    return benches[request.param](tmp_path)


@pytest.fixture
async def journal(bench: Bench) -> AsyncIterator[Journal]:
    opened = await bench.open()
    yield opened
    await opened.close()


async def owned(journal: Journal, race: str = "race", node: str = "node") -> Lease:
    """Acquire a race that is free."""
    lease = await journal.acquire(race, node, TTL_MS)
    assert lease is not None
    return lease


async def test_events_are_ordered_and_durable(bench: Bench) -> None:
    """What was acknowledged is there after the store is opened again, in order."""
    first = await bench.open()
    lease = await owned(first)
    numbers = await asyncio.gather(*(first.append(lease, n, b"%d" % n) for n in range(1, 51)))
    await first.close()
    second = await bench.open()
    events = await second.read("race")
    tail = await second.read("race", after=48)
    again = await owned(second)
    await second.close()

    assert numbers == list(range(1, 51))
    assert events == [(n, b"%d" % n) for n in range(1, 51)]
    assert tail == [(49, b"49"), (50, b"50")]
    assert (again.epoch, again.last) == (lease.epoch + 1, 50)


async def test_a_new_race_is_empty(journal: Journal) -> None:
    """A race nobody has written to has epoch 1, no events, no replay, and is not alive."""
    lease = await owned(journal)

    assert lease == Lease("race", "node", 1, 0)
    assert await journal.read("race") == []
    assert await journal.read("another") == []
    assert await journal.replay("race") is None
    assert await journal.live() == []


async def test_lease_is_exclusive_until_it_ends(journal: Journal, bench: Bench) -> None:
    """Another node gets a race only when its lease has run out; renewing makes it last."""
    lease = await owned(journal, node="A")
    bench.advance(TTL_MS - 1)
    early = await journal.acquire("race", "B", TTL_MS)
    renewed = await journal.renew(lease, TTL_MS)
    bench.advance(TTL_MS - 1)
    still = await journal.acquire("race", "B", TTL_MS)
    bench.advance(1)
    taken = await owned(journal, node="B")

    assert early is None
    assert renewed
    assert still is None
    assert taken.epoch == lease.epoch + 1
    assert not await journal.renew(lease, TTL_MS)


async def test_released_race_is_free_at_once(journal: Journal) -> None:
    """A released race goes to whoever asks; who was deposed cannot release it again."""
    lease = await owned(journal, node="A")
    released = await journal.release(lease)
    await owned(journal, node="B")

    assert released
    assert not await journal.release(lease)
    assert await journal.acquire("race", "C", TTL_MS) is None


async def test_an_expired_owner_writes_on(journal: Journal, bench: Bench) -> None:
    """A lease that ran out loses no move as long as nobody took the race."""
    lease = await owned(journal)
    bench.advance(TTL_MS * 2)

    assert await journal.append(lease, 1, b"still mine") == 1


async def test_deposed_owner_cannot_write(journal: Journal, bench: Bench) -> None:
    """Once another epoch owns the race, the old owner can neither append nor archive."""
    old = await owned(journal, node="A")
    await journal.append(old, 1, b"old")
    bench.advance(TTL_MS)
    new = await owned(journal, node="B")
    with pytest.raises(Fenced):
        await journal.append(old, 2, b"late")
    with pytest.raises(Fenced):
        await journal.archive(old, left(b"replay"))
    await journal.append(new, 2, b"new")

    assert new.last == 1
    assert await journal.read("race") == [(1, b"old"), (2, b"new")]
    assert await journal.replay("race") is None


async def test_own_earlier_life_is_fenced(journal: Journal) -> None:
    """The same node that acquires again gets a new epoch, and its old lease is worth nothing."""
    old = await owned(journal)
    new = await owned(journal)
    with pytest.raises(Fenced):
        await journal.append(old, 1, b"zombie")

    assert new.epoch == old.epoch + 1


async def test_lease_of_an_earlier_process_is_fenced(bench: Bench) -> None:
    """A lease from before the store was closed is worth nothing after it."""
    first = await bench.open()
    old = await owned(first)
    await first.close()
    second = await bench.open()
    await owned(second)
    with pytest.raises(Fenced):
        await second.append(old, 1, b"zombie")
    await second.close()


async def test_one_of_two_wins_a_race(journal: Journal) -> None:
    """Two nodes that ask in the same moment do not both get the race."""
    leases = await asyncio.gather(*(journal.acquire("race", n, TTL_MS) for n in ("A", "B")))

    assert leases == [Lease("race", "A", 1, 0), None]


async def test_retry_is_idempotent(journal: Journal) -> None:
    """The same event under the same number is answered again, and written once."""
    lease = await owned(journal)
    await journal.append(lease, 1, b"a")
    await journal.append(lease, 2, b"b")
    twice = await asyncio.gather(journal.append(lease, 3, b"c"), journal.append(lease, 3, b"c"))

    assert await journal.append(lease, 1, b"a") == 1
    assert list(twice) == [3, 3]
    assert await journal.read("race") == [(1, b"a"), (2, b"b"), (3, b"c")]


async def test_another_event_under_a_number_is_refused(journal: Journal) -> None:
    """A number that is taken, by this epoch or an earlier one, takes no other event."""
    old = await owned(journal)
    await journal.append(old, 1, b"a")
    lease = await owned(journal)
    await journal.append(lease, 2, b"b")
    with pytest.raises(Unavailable):
        await journal.append(lease, 2, b"other")
    with pytest.raises(Unavailable):
        await journal.append(lease, 1, b"a")

    assert await journal.read("race") == [(1, b"a"), (2, b"b")]


async def test_gap_is_refused(journal: Journal) -> None:
    """Numbers follow each other without a hole, also within one flush."""
    lease = await owned(journal)
    outcomes = await asyncio.gather(
        *(journal.append(lease, n, b"x") for n in (1, 3, 2, 4)), return_exceptions=True
    )

    assert [type(outcome) for outcome in outcomes] == [int, Unavailable, int, Unavailable]
    assert await journal.read("race") == [(1, b"x"), (2, b"x")]


async def test_failed_flush_leaves_no_trace(journal: Journal, bench: Bench) -> None:
    """A failed flush fails its own writes; what follows them in a race is a gap, then."""
    lease, other = await owned(journal), await owned(journal, "other")
    await journal.append(lease, 1, b"a")
    bench.failing = True
    outcomes = await asyncio.gather(
        journal.append(lease, 2, b"lost"),
        journal.append(other, 1, b"lost"),
        journal.put("kind", "key", b"lost"),
        journal.archive(other, left(b"lost")),
        return_exceptions=True,
    )
    bench.failing = False
    with pytest.raises(Unavailable):
        await journal.append(lease, 3, b"after the hole")

    assert [type(outcome) for outcome in outcomes] == [Unavailable] * 4
    assert await journal.append(lease, 2, b"b") == 2
    assert await journal.append(other, 1, b"o") == 1
    assert await journal.get("kind", "key") is None
    assert await journal.replay("other") is None
    assert await journal.read("race") == [(1, b"a"), (2, b"b")]


async def test_failed_acquire_changes_nothing(journal: Journal, bench: Bench) -> None:
    """An acquire that could not be written leaves the race to its owner."""
    lease = await owned(journal)
    bench.failing = True
    with pytest.raises(Unavailable):
        await journal.acquire("race", "node", TTL_MS)
    bench.failing = False

    assert await journal.append(lease, 1, b"a") == 1


async def test_many_writes_share_a_commit(journal: Journal, bench: Bench) -> None:
    """Two hundred writers that wait together cost a few commits, not two hundred."""
    leases = await asyncio.gather(*(owned(journal, f"race {n}") for n in range(200)))
    before = bench.commits
    await asyncio.gather(*(journal.append(lease, 1, b"x") for lease in leases))
    together = bench.commits - before
    for n in range(2, 5):
        await journal.append(leases[0], n, b"x")

    assert together == 1
    assert bench.commits - before == 4


async def test_cancelled_caller_leaves_no_hole(journal: Journal) -> None:
    """An event whose caller has gone is written all the same; the next one follows it."""
    lease = await owned(journal)
    kept = []
    for n in range(1, 61):
        done = journal.append(lease, n, b"%d" % n)
        if n % 3 == 0:
            done.cancel()
        else:
            kept.append(done)

    assert await asyncio.gather(*kept) == [n for n in range(1, 61) if n % 3]
    assert await journal.read("race") == [(n, b"%d" % n) for n in range(1, 61)]


async def test_random_cancellations_mix_no_answers(journal: Journal) -> None:
    """Handlers cancelled at random awaits under load: no answer reaches another request."""
    chance = random.Random(5)
    races = [f"race {n}" for n in range(20)]
    got: dict[tuple[str, int], int] = {}

    async def handler(lease: Lease) -> None:
        for n in range(1, 31):
            got[lease.race, n] = await journal.append(lease, n, b"%d" % n)

    handlers = [asyncio.create_task(handler(await owned(journal, race))) for race in races]
    doomed = chance.sample(handlers, 12)
    while not all(task.done() for task in handlers):
        if doomed and chance.random() < 0.2:
            doomed.pop().cancel()
        await asyncio.sleep(0)
    for task in handlers:
        with suppress(asyncio.CancelledError):
            await task

    assert all(answer == n for (_, n), answer in got.items())
    for race in races:
        events = await journal.read(race)
        acknowledged = max((n for name, n in got if name == race), default=0)
        assert events == [(n, b"%d" % n) for n in range(1, len(events) + 1)]
        assert acknowledged <= len(events) <= acknowledged + 1


async def test_live_races_are_listed_oldest_first(journal: Journal) -> None:
    """The living are the races that have events and are not archived."""
    leases = {race: await owned(journal, race) for race in ("c", "a", "d", "b")}
    for race in ("b", "c", "a"):
        await journal.append(leases[race], 1, b"opened")
    before = await journal.live()
    await journal.archive(leases["a"], left(b"replay of a"))

    assert before == ["c", "a", "b"]
    assert await journal.live() == ["c", "b"]


async def test_archived_race_is_over(bench: Bench) -> None:
    """An archived race keeps its replay, and its lease is over."""
    first = await bench.open()
    lease = await owned(first)
    await first.append(lease, 1, b"a")
    await first.archive(lease, left(b"replay"))
    with pytest.raises(Fenced):
        await first.append(lease, 2, b"b")
    await first.close()
    second = await bench.open()
    kept = await second.replay("race")
    alive = await second.live()
    await second.close()

    assert kept == b"replay"
    assert alive == []


def left(replay: bytes, closed_ms: int = 1, *, listed: bool = True) -> Archived:
    """Answer what is left of a race, with a summary that names its replay."""
    return Archived(replay, b"summary of " + replay, closed_ms, listed)


async def test_a_cancelled_race_leaves_nothing(journal: Journal) -> None:
    """It is over all the same."""
    lease = await owned(journal)
    await journal.append(lease, 1, b"a")
    await journal.archive(lease, None)

    assert await journal.live() == []
    assert await journal.replay("race") is None
    assert await journal.summary("race") is None


async def test_summaries_are_listed_newest_first(journal: Journal) -> None:
    """By the time of the close, page by page; who is not listed is found by name alone."""
    for race, closed_ms in (("a", 5), ("b", 9), ("c", 5), ("d", 7)):
        lease = await owned(journal, race)
        await journal.archive(lease, left(race.encode(), closed_ms, listed=race != "d"))
    newest = await journal.summaries(None, 2)

    assert newest == [b"summary of b", b"summary of c"]
    assert await journal.summaries("c", 2) == [b"summary of a"]
    assert await journal.summaries("a", 2) == []
    assert await journal.summaries("nobody", 2) == []
    assert await journal.summary("d") == b"summary of d"
    assert await journal.summary("nobody") is None


async def test_archive_follows_the_events_before_it(journal: Journal) -> None:
    """An archive asked for while appends wait comes after them."""
    lease = await owned(journal)
    last = journal.append(lease, 1, b"the end")
    await journal.archive(lease, left(b"replay"))

    assert await last == 1
    assert await journal.read("race") == [(1, b"the end")]


async def test_records_are_replaced_and_kept(bench: Bench) -> None:
    """A record is found by kind and key, the newest value, also after a restart."""
    first = await bench.open()
    await first.put("player", "ann", b"1")
    await asyncio.gather(first.put("player", "ann", b"2"), first.put("token", "ann", b"3"))
    await first.close()
    second = await bench.open()
    found = [await second.get("player", "ann"), await second.get("token", "ann")]
    missing = await second.get("player", "bob")
    await second.close()

    assert found == [b"2", b"3"]
    assert missing is None


async def test_close_flushes_and_ends(bench: Bench) -> None:
    """Closing writes what waits; afterwards all is refused, and closing again is nothing."""
    first = await bench.open()
    lease = await owned(first)
    last = first.append(lease, 1, b"a")
    await first.close()
    await first.close()
    with pytest.raises(Unavailable):
        await first.append(lease, 2, b"b")
    with pytest.raises(Unavailable):
        await first.read("race")
    second = await bench.open()
    events = await second.read("race")
    await second.close()

    assert await last == 1
    assert events == [(1, b"a")]
