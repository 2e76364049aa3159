"""The server's own clock, and the one that tests move by hand."""

import time

import pytest

from pantagruel_server.clock import SystemClock
from tests.clocks import ManualClock


def test_wall_is_utc_in_milliseconds() -> None:
    """The wall clock is the system's own, in whole milliseconds since 1970."""
    before = time.time_ns() // 1_000_000
    read = SystemClock().wall_ms()

    assert before <= read <= time.time_ns() // 1_000_000


def test_watch_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The watch is monotonic: it does not follow a wall clock that is put back."""
    clock = SystemClock()
    before = clock.mono_ms()
    monkeypatch.setattr(time, "time_ns", lambda: 0)

    assert before <= clock.mono_ms()
    assert clock.wall_ms() == 0


def test_manual_clock_stands_until_moved() -> None:
    """A manual clock moves both its hands, and only when told."""
    clock = ManualClock(wall_ms=5_000, mono_ms=70)

    assert (clock.wall_ms(), clock.mono_ms()) == (5_000, 70)
    clock.advance(30)
    assert (clock.wall_ms(), clock.mono_ms()) == (5_030, 100)
