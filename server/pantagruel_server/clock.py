"""The one place in the server that asks what time it is."""

import time
from typing import Protocol

NS_PER_MS = 1_000_000


class Clock(Protocol):
    """Whole milliseconds, of the day and of a watch; whoever needs time is given one."""

    def wall_ms(self) -> int:
        """Answer UTC since 1970; it may jump, so no duration is measured with it."""

    def mono_ms(self) -> int:
        """Answer a watch that never goes back; it means nothing to another process."""


class SystemClock:
    """The machine's own clocks."""

    def wall_ms(self) -> int:
        return time.time_ns() // NS_PER_MS

    def mono_ms(self) -> int:
        return time.monotonic_ns() // NS_PER_MS
