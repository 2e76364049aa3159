"""Back-off: doubling, jittered by the chance that is passed in, and finite."""

from random import Random

from pantagruel_client.backoff import Backoff


def test_waits_stay_below_a_doubling_bound() -> None:
    """Each wait lies below its bound, and the bound stops growing."""
    waits = list(Backoff(first_s=1, most_s=4, patience_s=30).waits(Random(1)))

    bounds = [1, 2, *[4] * (len(waits) - 2)]
    assert all(0 <= wait <= bound for wait, bound in zip(waits, bounds, strict=True))


def test_patience_ends() -> None:
    """The waits end near the patience, however the chance falls."""
    for seed in range(50):
        waits = list(Backoff(first_s=1, most_s=8, patience_s=60).waits(Random(seed)))

        assert sum(waits) < 60 + 8
        assert len(waits) <= 20


def test_the_same_chance_waits_the_same() -> None:
    """Jitter comes from the chance alone; two clients with chances of their own differ."""
    one, same, other = (list(Backoff().waits(Random(seed))) for seed in (1, 1, 2))

    assert one == same
    assert one != other
