"""A pace that lets people follow and still brings every race to its end in time."""

from collections.abc import Callable
from random import Random

FIRST_S = 0.18  # between the first commands: what an eye can follow on four bars
WHOLE_S = 25.0  # after which nobody thinks any more


class Quickening:
    """A pace that quickens as time goes by, so that a long game ends with the short ones.

    The pause shrinks in proportion to the time that is left of WHOLE_S: a bot has given 100
    commands after half of it and 900 when it is all but over.
    """

    def __init__(self, clock: Callable[[], float], chance: Random) -> None:
        self._clock = clock
        self._chance = chance
        self._start: float | None = None

    def wait_s(self) -> float:
        """Answer how long to think, less each time; the first question starts the clock."""
        now = self._clock()
        if self._start is None:
            self._start = now
        left = max(0.0, 1 - (now - self._start) / WHOLE_S)
        return FIRST_S * left * self._chance.uniform(0.4, 1.6)
