"""The streak bonus: cards that go home in quick succession."""

from typing import Self

GAP_MS = 3000
MOST = 4  # below the 5 points that a rollback costs, so that a streak cannot be farmed


class Streak:
    """The points earned so far and whether the streak is alive.

    Only a card that raises the game's highest number of cards home counts.
    """

    __slots__ = ("_high", "_last_ms", "_length", "points")

    def __init__(self, home: int, points: int = 0) -> None:
        self.points = points
        self._high = home
        self._length = 0
        self._last_ms = 0

    def note(self, home: int, ms: int) -> None:
        """Take in that an accepted command at race time *ms* left *home* cards on foundations."""
        if home <= self._high:
            self._length = 0
            return
        alive = self._length and ms - self._last_ms <= GAP_MS
        self._length = self._length + 1 if alive else 1
        self._high = home
        self._last_ms = ms
        self.points += min(self._length - 1, MOST)

    def copy(self) -> Self:
        """Answer a streak of its own in the same state."""
        twin = self.__class__(self._high, self.points)
        twin._length = self._length  # noqa: SLF001 - a twin
        twin._last_ms = self._last_ms  # noqa: SLF001 - a twin
        return twin
