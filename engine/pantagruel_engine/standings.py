"""Who raced one deal best: the cleared before the unfinished, whatever the points."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

TENTH_MS = 100  # cleared games are timed in tenths of a second


class Class(StrEnum):
    """What became of a game, best first."""

    CLEARED = "cleared"
    UNFINISHED = "unfinished"
    DISQUALIFIED = "disqualified"


class RankBy(StrEnum):
    """What ranks the cleared among themselves."""

    TIME = "time"
    SCORE = "score"


@dataclass(frozen=True, slots=True)
class Outcome:
    """All of a game that counts for its place; times are race times."""

    seat: int
    class_: Class
    elapsed_ms: int
    moves: int
    score: int
    home: int
    hidden: int
    last_score_ms: int
    total: int


class Placing(NamedTuple):
    """A place, shared by all whom nothing tells apart, and who has it."""

    place: int
    outcome: Outcome


def standings(outcomes: Iterable[Outcome], by: RankBy) -> list[Placing]:
    """Rank a deal, best first; shared places count 1, 1, 3, and within one the seats go up."""
    placings: list[Placing] = []
    ranked = sorted((rank(outcome, by), outcome.seat, outcome) for outcome in outcomes)
    previous: tuple[int, ...] | None = None
    for number, (key, _, outcome) in enumerate(ranked, 1):
        place = placings[-1].place if key == previous else number
        placings.append(Placing(place, outcome))
        previous = key
    return placings


def rank(outcome: Outcome, by: RankBy) -> tuple[int, ...]:
    """Answer what compares outcomes: less is better, equal shares a place."""
    match outcome.class_:
        case Class.CLEARED:
            points = -outcome.total if by is RankBy.SCORE else 0
            return (0, points, outcome.elapsed_ms // TENTH_MS, outcome.moves)
        case Class.UNFINISHED:
            # The score without streak and time bonus, so that latency decides nothing here.
            return (1, -outcome.score, -outcome.home, outcome.hidden, outcome.last_score_ms)
        case Class.DISQUALIFIED:
            return (2,)
