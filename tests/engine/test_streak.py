"""The streak bonus."""

import pytest

from pantagruel_engine.errors import IllegalMove
from pantagruel_engine.streak import Streak
from tests.engine.boards import play, set_up


def paid(*notes: tuple[int, int], home: int = 0) -> list[int]:
    """Answer what each command pays; a note is the cards home after it and its time."""
    streak = Streak(home)
    points = []
    for cards_home, ms in notes:
        before = streak.points
        streak.note(cards_home, ms)
        points.append(streak.points - before)
    return points


def test_vector() -> None:
    """Cards up at 0, 2500, 5000, 9000 and 9500 ms pay 0, 1, 2, 0, 1."""
    assert paid((1, 0), (2, 2500), (3, 5000), (4, 9000), (5, 9500)) == [0, 1, 2, 0, 1]


@pytest.mark.parametrize(("gap", "points"), [(0, 1), (3000, 1), (3001, 0)])
def test_gap(gap: int, points: int) -> None:
    """A streak lives for 3000 ms, the last of them included."""
    assert paid((1, 700), (2, 700 + gap)) == [0, points]


def test_first_card_starts_a_streak() -> None:
    """However early it comes, the first card pays nothing."""
    assert paid((1, 0)) == [0]


def test_bonus_is_capped_below_a_rollback() -> None:
    """From the fifth card of a streak on each pays 4, less than the 5 that a rollback costs."""
    assert paid(*((card, card * 10) for card in range(1, 9))) == [0, 1, 2, 3, 4, 4, 4, 4]


def test_other_commands_end_it() -> None:
    """Any accepted command that is no new card home ends the streak."""
    assert paid((1, 0), (2, 10), (2, 20), (3, 30), (4, 40)) == [0, 1, 0, 0, 1]


def test_card_below_the_high_mark_pays_nothing() -> None:
    """A card that comes back home pays nothing and ends the streak."""
    notes = ((1, 0), (2, 10), (1, 20), (2, 30), (3, 40), (4, 50))

    assert paid(*notes) == [0, 1, 0, 0, 0, 1]


def test_position_with_cards_home_sets_the_mark() -> None:
    """The first card above what was home at the start counts."""
    assert paid((11, 0), (12, 10), home=10) == [0, 1]


def test_refusals_leave_it_alive() -> None:
    """A refused command changes nothing, also not the streak."""
    game = set_up("turn3", "AH", "AD", "AS", "AC")
    play(game, "T1>F", ms=0)
    with pytest.raises(IllegalMove):
        play(game, "T9>T9", ms=500)
    play(game, "T2>F", ms=1000)

    assert (game.streak, game.elapsed_ms) == (1, 1000)


def test_draw_ends_it() -> None:
    """Drawing between two cards home ends the streak of a game."""
    game = set_up("turn3", "AH", "AD", stock="AS")

    play(game, "T1>F", "D", "T2>F", "W>F", ms=5)

    assert game.streak == 1


def test_copy_goes_on_by_itself() -> None:
    """A copy has the same streak and does not share it."""
    streak = Streak(0)
    streak.note(1, 0)
    twin = streak.copy()

    twin.note(2, 10)
    twin.note(3, 20)
    streak.note(2, 10)

    assert (twin.points, streak.points) == (3, 1)
