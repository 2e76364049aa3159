"""The pace of a shown race: followed by eye at first, over in time whatever is played."""

from random import Random

from pantagruel.pacing import Quickening


class Clock:
    """A clock that stands still unless it is pushed."""

    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now


def seconds(commands: int) -> float:
    """Answer how long a bot of so many commands thinks altogether."""
    clock = Clock()
    pace = Quickening(clock, Random(1))
    for _ in range(commands):
        clock.now += pace.wait_s()
    return clock.now - 50


def test_short_and_long_games_end_in_time() -> None:
    """A usual Strict Royal game takes a quarter of a minute, the longest less than half a one."""
    assert 10 < seconds(150) < 20
    assert seconds(150) < seconds(300) < seconds(4000) <= 25
