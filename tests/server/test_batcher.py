"""The batcher, on flushes that a test holds in its hand."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Sequence

import pytest

from pantagruel_server.journal import batcher as module
from pantagruel_server.journal.batcher import PAUSE_MS, Batcher
from pantagruel_server.journal.port import Lease, Unavailable
from pantagruel_server.journal.writes import AnyWrite, Append, Put
from tests.clocks import ManualClock

LEASE = Lease("race", "node", 1, 0)


class Disk:
    """What a batcher flushes to: notes each batch, can be held, and can fail."""

    def __init__(self) -> None:
        self.batches: list[list[AnyWrite]] = []
        self.under_way = 0
        self.most_under_way = 0
        self.fault: Exception | None = None
        self.free = asyncio.Event()
        self.free.set()

    async def flush(self, writes: Sequence[AnyWrite]) -> None:
        self.batches.append(list(writes))
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        await asyncio.sleep(0)
        await self.free.wait()
        self.under_way -= 1
        if self.fault is not None:
            raise self.fault
        for write in writes:
            if isinstance(write, Append):
                write.answer(write.seq)
            elif isinstance(write, Put):
                write.answer(None)


@pytest.fixture
async def disk() -> Disk:
    return Disk()


@pytest.fixture
async def batcher(disk: Disk) -> AsyncIterator[Batcher]:
    opened = Batcher(disk.flush, ManualClock())
    yield opened
    disk.free.set()
    await opened.close()


@pytest.fixture
def add(batcher: Batcher) -> Callable[[int], Append]:
    """Give the batcher an event with this number."""

    def give(seq: int) -> Append:
        write = Append(LEASE, seq, b"event")
        batcher.add(write)
        return write

    return give


async def turns(count: int = 5) -> None:
    """Let the loop turn, so that whatever can happen now has happened."""
    for _ in range(count):
        await asyncio.sleep(0)


async def test_idle_batcher_flushes_at_once(disk: Disk, add: Callable[[int], Append]) -> None:
    """With nothing before it, a write does not wait for company."""
    write = add(1)
    await turns()

    assert [[write]] == disk.batches
    assert write.done.result() == 1


async def test_what_comes_together_goes_together(disk: Disk, add: Callable[[int], Append]) -> None:
    """All writes of one turn of the loop are one flush, in their order."""
    writes = [add(seq) for seq in range(1, 31)]

    assert await asyncio.gather(*(write.done for write in writes)) == list(range(1, 31))
    assert [writes] == disk.batches


async def test_one_flush_at_a_time(disk: Disk, add: Callable[[int], Append]) -> None:
    """What comes during a flush waits for its end, and then goes in one."""
    disk.free.clear()
    first = add(1)
    await turns()
    later = [add(2), add(3)]
    await turns()
    held = list(disk.batches)
    disk.free.set()
    await later[-1].done

    assert [[first]] == held
    assert [[first], later] == disk.batches
    assert disk.most_under_way == 1


async def test_flushes_keep_their_distance(
    monkeypatch: pytest.MonkeyPatch, disk: Disk, add: Callable[[int], Append]
) -> None:
    """Under load the next flush starts a pause after the last one started, and takes all."""
    rests: list[float] = []
    over = asyncio.Event()

    async def rest(seconds: float) -> None:
        rests.append(seconds)
        await over.wait()

    monkeypatch.setattr(module, "sleep", rest)
    first = add(1)
    await first.done
    gathered = [add(2)]
    await turns()
    gathered.append(add(3))
    await turns()
    before = list(disk.batches)
    over.set()
    await gathered[-1].done

    assert [[first]] == before
    assert [[first], gathered] == disk.batches
    assert rests[0] == PAUSE_MS / 1000


async def test_failed_flush_fails_its_own_writes(disk: Disk, add: Callable[[int], Append]) -> None:
    """A flush that fails takes its own writes with it, each with its own error, and no others."""
    disk.fault = Unavailable("no space left")
    failed = [add(1), add(2)]
    faults = await asyncio.gather(*(write.done for write in failed), return_exceptions=True)
    disk.fault = None

    assert [str(fault) for fault in faults] == ["no space left"] * 2
    assert all(isinstance(fault, Unavailable) for fault in faults)
    assert faults[0] is not faults[1]
    assert await add(3).done == 3


async def test_any_fault_is_unavailable(disk: Disk, add: Callable[[int], Append]) -> None:
    """Even an adapter's own mistake is told to whoever waits, and the batcher lives on."""
    disk.fault = ZeroDivisionError("oops")
    with pytest.raises(Unavailable, match="oops"):
        await add(1).done
    disk.fault = None

    assert await add(2).done == 2


async def test_caller_that_goes_disturbs_nobody(disk: Disk, add: Callable[[int], Append]) -> None:
    """A cancelled caller's write stays in its batch, and its neighbours get their answers."""
    disk.free.clear()
    writes = [add(seq) for seq in (1, 2, 3)]
    await turns()
    writes[1].done.cancel()
    disk.free.set()

    assert await writes[0].done == 1
    assert await writes[2].done == 3
    assert [writes] == disk.batches


async def test_close_flushes_what_waits(disk: Disk) -> None:
    """Closing writes everything that was taken, then refuses more."""
    batcher = Batcher(disk.flush, ManualClock())
    writes = [Put("kind", str(number), b"") for number in range(3)]
    for write in writes:
        batcher.add(write)
    await batcher.close()
    late = Put("kind", "late", b"")
    batcher.add(late)

    assert [writes] == disk.batches
    assert all(write.done.exception() is None for write in writes)
    with pytest.raises(Unavailable, match="closed"):
        await late.done


async def test_close_may_be_cancelled(disk: Disk) -> None:
    """Whoever gives up waiting for the close does not end the flush under way."""
    batcher = Batcher(disk.flush, ManualClock())
    write = Put("kind", "key", b"")
    disk.free.clear()
    batcher.add(write)
    await turns()
    closing = asyncio.create_task(batcher.close())
    await turns()
    closing.cancel()
    await turns()
    disk.free.set()
    await batcher.close()

    assert closing.cancelled()
    assert write.done.exception() is None


async def test_random_cancellations_mix_no_answers(
    disk: Disk, add: Callable[[int], Append]
) -> None:
    """Handlers cancelled at random awaits, under load: every other one gets its own answer."""
    chance = random.Random(11)
    answers: dict[int, int] = {}

    async def handler(seq: int) -> None:
        for _ in range(chance.randrange(4)):
            await asyncio.sleep(0)
        answers[seq] = await add(seq).done

    handlers = [asyncio.create_task(handler(seq)) for seq in range(600)]
    while not all(task.done() for task in handlers):
        for task in chance.sample(handlers, 20):
            if chance.random() < 0.3:
                task.cancel()
        await asyncio.sleep(0)
    kept = {seq for seq, task in enumerate(handlers) if not task.cancelled()}

    assert {seq: seq for seq in kept} == answers
    assert 0 < len(kept) < len(handlers)  # how many is up to the disk's speed
    assert disk.most_under_way == 1
