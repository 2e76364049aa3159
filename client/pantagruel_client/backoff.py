"""How long to wait before trying again: doubling, with jitter, and not for ever."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Backoff:
    """Waits that double from *first_s* up to *most_s* and end when they add up to *patience_s*.

    Each is drawn from the whole range below its bound, so that the clients of a server that
    restarts do not come back in one herd. After a close for speaking too fast none is shorter than
    *calm_s*.
    """

    first_s: float = 0.5
    most_s: float = 4.0
    patience_s: float = 120.0
    calm_s: float = 1.0

    def waits(self, chance: Random) -> Iterator[float]:
        """Yield seconds to wait; *chance* is the only source of the jitter."""
        bound, spent = self.first_s, 0.0
        while spent < self.patience_s:
            wait = chance.uniform(0, bound)
            yield wait
            # Half the bound at least is counted, so that lucky draws do not try for ever.
            spent += max(wait, bound / 2)
            bound = min(bound * 2, self.most_s)
