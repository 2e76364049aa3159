"""The thread with a loop in it: waited for from any other, broken off, closed."""

import asyncio
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from pantagruel_client.errors import ConnectionLost
from pantagruel_client.portal import Portal


@pytest.fixture
def portal() -> Iterator[Portal]:
    portal = Portal()
    portal.open()
    yield portal
    portal.close()


async def answer() -> threading.Thread:
    """Answer where this runs."""
    await asyncio.sleep(0)
    return threading.current_thread()


async def for_ever() -> None:
    await asyncio.Event().wait()


def test_what_is_waited_for_runs_elsewhere(portal: Portal) -> None:
    """The caller's thread waits, the portal's works."""
    assert portal.wait(answer) is not threading.current_thread()


def test_an_error_reaches_the_caller(portal: Portal) -> None:
    """It is raised where it was waited for."""

    async def wrong() -> None:
        raise LookupError("no")

    with pytest.raises(LookupError, match="no"):
        portal.wait(wrong)


def test_before_and_after_there_is_nothing_to_wait_for() -> None:
    """The error says which of the two it is."""
    portal = Portal()
    with pytest.raises(ConnectionLost, match="use `with Client"):
        portal.wait(answer)
    portal.open()
    portal.close()
    with pytest.raises(ConnectionLost, match="was closed"):
        portal.wait(answer)
    with pytest.raises(ConnectionLost, match="make a new one"):
        portal.open()
    portal.close()  # once more does no harm


def test_many_threads_wait_at_once(portal: Portal) -> None:
    """None holds up another."""
    meeting = asyncio.Barrier(8)

    async def meet() -> int:
        return await meeting.wait()

    with ThreadPoolExecutor(8) as pool:
        came = list(pool.map(lambda _: portal.wait(meet), range(8)))

    assert sorted(came) == list(range(8))


def test_an_interrupt_takes_the_wait_back(portal: Portal) -> None:
    """Ctrl-C ends the wait at once, and what was waited for is cancelled."""
    begun, cancelled, noticed = threading.Event(), threading.Event(), threading.Event()

    async def long() -> None:
        begun.set()
        try:
            await for_ever()
        except asyncio.CancelledError:
            cancelled.set()
            raise

    def interrupt() -> None:
        begun.wait()
        main = threading.main_thread().ident or 0
        waiting = threading.Condition.wait.__code__
        while sys._current_frames()[main].f_code is not waiting:  # noqa: SLF001 - the only way
            time.sleep(0.01)
        signal.pthread_kill(main, signal.SIGINT)
        while not noticed.wait(0.5):  # a signal just before a thread falls asleep does not wake it
            signal.pthread_kill(main, signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        portal.wait(long)
    noticed.set()
    thread.join()

    assert cancelled.wait(5)


def test_closing_ends_every_wait(portal: Portal) -> None:
    """Whoever waits in another thread is told that the client is gone."""
    begun = threading.Event()

    async def long() -> None:
        begun.set()
        await for_ever()

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(portal.wait, long)
        begun.wait()
        portal.close()
        with pytest.raises(ConnectionLost, match="was closed"):
            waiting.result()


def test_events_are_walked(portal: Portal) -> None:
    """An asynchronous iterator becomes a plain one."""

    async def three() -> AsyncIterator[int]:
        for number in range(3):
            await asyncio.sleep(0)
            yield number

    assert list(portal.walk(three())) == [0, 1, 2]


def test_a_look_is_taken_while_nothing_changes(portal: Portal) -> None:
    """It runs in the loop's thread, between two of its steps."""
    assert portal.get(threading.current_thread) is portal.wait(answer)
