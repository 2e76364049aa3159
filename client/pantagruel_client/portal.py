"""A thread with an event loop of its own, and typed doors into it for code that waits."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from functools import wraps
from threading import Thread
from typing import Concatenate, Generic, ParamSpec, TypeVar

from pantagruel_client.errors import ConnectionLost

P = ParamSpec("P")
T = TypeVar("T")
Twin = TypeVar("Twin")
Twin_co = TypeVar("Twin_co", covariant=True)
Shown = TypeVar("Shown")


class Portal:
    """Runs the asynchronous client in a thread, and waits for it in any other.

    Any number of threads may wait at once. A wait that is broken off, by Ctrl-C above all, takes
    back what it waited for.
    """

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None
        self._used = False

    def open(self) -> None:
        """Start the thread; once closed it stays so."""
        if self._used:
            raise ConnectionLost("the client was used before: make a new one")
        self._used = True
        self._loop = asyncio.new_event_loop()
        # A daemon: a program that ends without closing its client is not held up by it.
        self._thread = Thread(target=self._loop.run_forever, name="pantagruel", daemon=True)
        self._thread.start()

    def wait(self, awaited: Callable[[], Awaitable[T]]) -> T:
        """Wait in this thread for what *awaited* answers in the loop's."""
        loop = self._loop
        if loop is None:
            why = "was closed" if self._used else "is not connected: use `with Client(...)`"
            raise ConnectionLost(f"the client {why}")

        async def whole() -> T:
            return await awaited()

        future: Future[T] = asyncio.run_coroutine_threadsafe(whole(), loop)
        try:
            return future.result()
        except CancelledError:
            raise ConnectionLost("the client was closed") from None
        except BaseException:
            future.cancel()
            raise

    def get(self, look: Callable[[], T]) -> T:
        """Answer what *look* finds, while nothing changes it."""

        async def looking() -> T:
            return look()

        return self.wait(looking)

    def walk(self, events: AsyncIterator[T]) -> Iterator[T]:
        """Yield what *events* yields, and wait for it."""
        while True:
            try:
                event = self.wait(events.__anext__)
            except StopAsyncIteration:
                return
            yield event

    @property
    def closed(self) -> bool:
        """Whether there is no thread, any more or yet."""
        return self._loop is None

    def close(self) -> None:
        """End the thread, and whatever still waits for it."""
        loop, thread = self._loop, self._thread
        self._loop = self._thread = None
        if loop is None or thread is None:
            return
        try:
            asyncio.run_coroutine_threadsafe(_cancel_all(), loop).result()
        finally:
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()


async def _cancel_all() -> None:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    for task in tasks:
        with suppress(asyncio.CancelledError, Exception):  # told to whoever waits for it
            await task


class Proxy(Generic[Twin_co]):
    """A blocking object and its asynchronous twin."""

    def __init__(self, portal: Portal, twin: Twin_co) -> None:
        self._portal = portal
        self._twin = twin


class Waits(Generic[Twin, P, T]):
    """A method that does what the twin's does, and waits for it: same arguments, same answer."""

    def __init__(self, method: Callable[Concatenate[Twin, P], Awaitable[T]]) -> None:
        self._method = method
        self.__doc__ = method.__doc__

    def __get__(self, proxy: Proxy[Twin], owner: type[object]) -> Callable[P, T]:
        method, portal, twin = self._method, proxy._portal, proxy._twin  # noqa: SLF001 - one thing

        @wraps(method)
        def waiting(*args: P.args, **kwargs: P.kwargs) -> T:
            return portal.wait(lambda: method(twin, *args, **kwargs))

        return waiting


class Opens(Generic[Twin, P, T, Shown]):
    """A method whose answer is given a blocking twin in turn."""

    def __init__(
        self,
        method: Callable[Concatenate[Twin, P], Awaitable[T]],
        show: Callable[[Portal, T], Shown],
    ) -> None:
        self._waits = Waits(method)
        self._show = show
        self.__doc__ = method.__doc__

    def __get__(self, proxy: Proxy[Twin], owner: type[object]) -> Callable[P, Shown]:
        waits, show = self._waits.__get__(proxy, owner), self._show

        @wraps(waits)
        def opening(*args: P.args, **kwargs: P.kwargs) -> Shown:
            return show(proxy._portal, waits(*args, **kwargs))  # noqa: SLF001 - one thing

        return opening
