"""Two sides of a comparison, run in turns, and what is said about them."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Cost:
    """What one slice took: CPU seconds of the process, and seconds on the wall."""

    cpu: float
    wall: float


class Stopwatch:
    """Reads both clocks from its making to `cost`."""

    def __init__(self) -> None:
        self._cpu = time.process_time()
        self._wall = time.perf_counter()

    def cost(self) -> Cost:
        return Cost(time.process_time() - self._cpu, time.perf_counter() - self._wall)


def spread(values: Sequence[float], digits: int = 2) -> str:
    """Write the median and, in brackets, the least and the most."""
    least, most = min(values), max(values)
    return f"{median(values):.{digits}f} ({least:.{digits}f} to {most:.{digits}f})"
