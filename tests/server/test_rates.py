"""Token buckets, alone and in a bounded table."""

from hypothesis import given
from hypothesis import strategies as st

from pantagruel_server.rates import Bucket, Rate, Table

TWICE_A_SECOND = Rate.per_second(2, burst=3)


def test_a_burst() -> None:
    """After a rest as many as the burst are done at once, and no more."""
    bucket = Bucket(TWICE_A_SECOND)

    assert [bucket.take(1_000) for _ in range(5)] == [True, True, True, False, False]


def test_the_rate() -> None:
    """Once the burst is spent there is one for each interval; refusals cost nothing."""
    bucket = Bucket(TWICE_A_SECOND)
    for _ in range(3):
        bucket.take(1_000)

    assert [ms for ms in range(1_000, 3_001, 100) if bucket.take(ms)] == [
        1_500,
        2_000,
        2_500,
        3_000,
    ]


def test_no_more_than_a_burst_is_saved() -> None:
    """However long the rest, the burst is what is there after it."""
    bucket = Bucket(TWICE_A_SECOND)
    bucket.take(1_000)

    assert [bucket.take(9_999_000) for _ in range(4)] == [True, True, True, False]


def test_by_the_minute() -> None:
    """Slow things are counted by the minute."""
    bucket = Bucket(Rate.per_minute(30, burst=1))

    assert [ms for ms in range(0, 6_001, 500) if bucket.take(ms)] == [0, 2_000, 4_000, 6_000]


@given(
    steps=st.lists(st.integers(0, 3_000), max_size=60),
    rate=st.integers(1, 50),
    burst=st.integers(1, 10),
)
def test_never_more_than_allowed(steps: list[int], rate: int, burst: int) -> None:
    """In no stretch of time is more done than the burst and what the rate gives."""
    bucket, now_ms, done = Bucket(Rate.per_second(rate, burst)), 0, list[int]()
    for step in steps:
        now_ms += step
        if bucket.take(now_ms):
            done.append(now_ms)

    for first, start in enumerate(done):
        for last, end in enumerate(done[first:], first):
            assert last - first + 1 <= burst + (end - start) * rate / 1000 + 0.001


@given(steps=st.lists(st.integers(0, 900), max_size=60), rate=st.integers(1, 50))
def test_a_table_keeps_buckets(steps: list[int], rate: int) -> None:
    """A key of a table has what a bucket of its own would give it."""
    bucket, now_ms = Bucket(Rate.per_second(rate, 3)), 0
    table = Table(Rate.per_second(rate, 3), most=5)
    for step in steps:
        now_ms += step
        assert bucket.take(now_ms) == (table.take("a", now_ms) == 0)


def test_keys_are_apart() -> None:
    """What one has spent is not another's; whoever is refused hears how long to wait."""
    table = Table(TWICE_A_SECOND, most=5)

    assert [table.take("a", 1_000) for _ in range(4)] == [0, 0, 0, 500]
    assert table.take("b", 1_000) == 0
    assert [table.take("a", ms) for ms in (1_499, 1_500, 1_501)] == [1, 0, 499]


def test_asking_is_free() -> None:
    """To ask how long to wait changes nothing, and leaves nothing behind."""
    table = Table(Rate.per_second(1, burst=1), most=5)

    assert [table.wait_ms("a", 0), table.wait_ms("a", 0), len(table)] == [0, 0, 0]
    assert [table.take("a", 0), table.wait_ms("a", 0), table.wait_ms("a", 1_000)] == [0, 1_000, 0]


def test_a_table_is_bounded() -> None:
    """The key that was used longest ago makes room."""
    table = Table(Rate.per_second(1, burst=1), most=3)
    for ms, key in enumerate("abcad"):
        table.take(key, ms * 1_000)

    assert len(table) == 3
    assert [table.wait_ms(key, 4_000) for key in "abcd"] == [0, 0, 0, 1_000]
    assert table.wait_ms("a", 3_500) == 500


def test_a_sweep() -> None:
    """Keys whose buckets are full again are forgotten."""
    table = Table(Rate.per_second(1, burst=2), most=3)
    for key, ms in (("a", 0), ("b", 500), ("b", 500)):
        table.take(key, ms)
    table.sweep(1_000)

    assert len(table) == 1
    assert table.wait_ms("b", 1_000) == 500
