"""Places of one deal."""

from dataclasses import replace

import pytest

from pantagruel_engine.standings import Class, Outcome, RankBy, standings

CLEARED = Outcome(0, Class.CLEARED, 365_000, 140, 1400, 104, 0, 365_000, 1635)
UNFINISHED = Outcome(0, Class.UNFINISHED, 600_000, 90, 500, 40, 10, 300_000, 520)
OUT = Outcome(0, Class.DISQUALIFIED, 600_000, 90, 1000, 80, 0, 300_000, 1000)


def places(*outcomes: Outcome, by: RankBy = RankBy.TIME) -> list[tuple[int, int]]:
    """Rank outcomes in the order given; answer place and seat, best first."""
    seated = [replace(outcome, seat=seat) for seat, outcome in enumerate(outcomes)]
    return [(place, outcome.seat) for place, outcome in standings(seated, by)]


def test_cleared_stands_before_unfinished() -> None:
    """A winner with seven paid redeals, 1260, beats 1685, the most that a game not won shows."""
    winner = replace(CLEARED, score=1260, elapsed_ms=1_200_000, total=1260)
    nearly = replace(UNFINISHED, score=1685, home=103, hidden=0, total=1700)

    assert places(OUT, nearly, winner) == [(1, 2), (2, 1), (3, 0)]
    assert places(OUT, nearly, winner, by=RankBy.SCORE) == [(1, 2), (2, 1), (3, 0)]


@pytest.mark.parametrize(
    "worse",
    [
        replace(UNFINISHED, score=499, home=99, hidden=0, last_score_ms=0),
        replace(UNFINISHED, home=39, hidden=0, last_score_ms=0),
        replace(UNFINISHED, hidden=11, last_score_ms=0),
        replace(UNFINISHED, last_score_ms=300_001),
    ],
    ids=["score", "home", "hidden", "last score"],
)
def test_unfinished_rank_by_score_home_hidden_time(worse: Outcome) -> None:
    """Score, then cards home, then fewer hidden, then the earlier last change of the score."""
    assert places(worse, UNFINISHED) == [(1, 1), (2, 0)]


def test_bonuses_never_rank_the_unfinished() -> None:
    """Streak points depend on latency, so the total decides nothing among the unfinished."""
    lucky = replace(UNFINISHED, total=999)

    assert places(UNFINISHED, lucky, by=RankBy.SCORE) == [(1, 0), (1, 1)]


def test_cleared_rank_by_tenths_then_moves() -> None:
    """Within a tenth of a second fewer moves win; equal in both share the place."""
    same = replace(CLEARED, elapsed_ms=365_099)
    shorter = replace(CLEARED, elapsed_ms=365_050, moves=139)
    slower = replace(CLEARED, elapsed_ms=365_100, moves=100)

    assert places(slower, CLEARED, same, shorter) == [(1, 3), (2, 1), (2, 2), (4, 0)]


def test_cleared_rank_by_total_when_the_host_says_so() -> None:
    """By score: the total first, then time, then moves."""
    rich = replace(CLEARED, total=1700, elapsed_ms=599_000)
    slower = replace(CLEARED, elapsed_ms=365_200, moves=100)
    longer = replace(CLEARED, moves=141)

    assert places(longer, slower, CLEARED, rich, by=RankBy.SCORE) == [
        (1, 3),
        (2, 2),
        (3, 0),
        (4, 1),
    ]


def test_disqualified_share_the_last_place() -> None:
    """Nothing tells the disqualified apart."""
    assert places(OUT, UNFINISHED, replace(OUT, score=1)) == [(1, 1), (2, 0), (2, 2)]


def test_shared_places_skip() -> None:
    """Two first, then a third."""
    assert places(CLEARED, CLEARED, UNFINISHED) == [(1, 0), (1, 1), (3, 2)]


def test_order_of_arrival_does_not_matter() -> None:
    """Standings depend on the outcomes alone."""
    field = [replace(CLEARED, seat=2), replace(UNFINISHED, seat=0), replace(CLEARED, seat=1)]

    assert standings(field, RankBy.TIME) == standings(reversed(field), RankBy.TIME)


def test_nobody_makes_no_standings() -> None:
    """An empty field has no places."""
    assert standings([], RankBy.TIME) == []
