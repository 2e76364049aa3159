"""Race time."""

import pytest

from pantagruel_server.race.commands import StartRace
from pantagruel_server.race.events import (
    ClockMarked,
    CountdownStarted,
    Event,
    GameBanked,
    LimitReached,
    RaceClosed,
    RaceStoppedFor,
)
from pantagruel_server.race.limits import COUNTDOWN_MS, GO_ON_MS
from pantagruel_server.race.timing import (
    after_outage,
    race_ms,
    zero_after_outage,
    zero_of_countdown,
)
from tests.server.race.table import HOST, WALL, Table


def test_time_runs_from_the_countdown() -> None:
    """Race time is below zero in the countdown and 0 at T0."""
    table = Table()
    zero = zero_of_countdown(mono_ms=50_000)

    assert race_ms(table.race, zero, 50_000) == -COUNTDOWN_MS
    assert race_ms(table.race, zero, 53_000) == 0
    assert race_ms(table.race, zero, 53_456) == 456


def test_time_stands_in_the_lobby() -> None:
    """Before the countdown there is no zero, and no time that passes."""
    table = Table()

    assert race_ms(table.race, None, 1) == race_ms(table.race, None, 10**9) == -COUNTDOWN_MS


def test_time_never_decreases() -> None:
    """Whatever the clock says, a later command is not earlier than the last event."""
    table = Table()
    table.start(HOST)
    table.happen([ClockMarked(7_000)])

    assert race_ms(table.race, 0, 6_999) == 7_000
    assert race_ms(table.race, 0, 7_001) == 7_001


def test_the_clock_stands_for_a_moment_after_an_outage() -> None:
    """A running race goes on from its last event, three seconds after it is back."""
    table = Table()
    table.start(HOST)
    table.happen([ClockMarked(7_000)])
    zero = zero_after_outage(table.race, mono_ms=100)

    assert race_ms(table.race, zero, 100) == 7_000
    assert race_ms(table.race, zero, 100 + GO_ON_MS) == 7_000
    assert race_ms(table.race, zero, 101 + GO_ON_MS) == 7_001


def test_stoppages_bring_race_time_back_to_the_wall() -> None:
    """T0, race time and all stoppages add up to the time on the wall when the clock goes on."""
    table = Table()
    table.start(HOST)
    table.happen([ClockMarked(7_000)])
    first_back = table.race.t0_wall + 20_000
    table.happen(after_outage(table.race, first_back))
    table.happen([ClockMarked(9_500)])
    second_back = first_back + GO_ON_MS + 2_500 + 60_000
    table.happen(after_outage(table.race, second_back))

    assert table.race.stoppages == [(7_000, 13_000 + GO_ON_MS), (9_500, 60_000 + GO_ON_MS)]
    stopped = sum(length for _, length in table.race.stoppages)
    assert table.race.t0_wall + table.race.ms + stopped == second_back + GO_ON_MS


def test_a_second_outage_while_the_clock_stands_counts_once() -> None:
    """What the first stoppage foresaw and the second repeats is not credited twice."""
    table = Table()
    table.start(HOST)
    back = table.race.t0_wall + 5_000
    table.happen(after_outage(table.race, back))
    table.happen(after_outage(table.race, back + 1_000))

    assert table.race.stoppages == [(0, 5_000 + GO_ON_MS), (0, 1_000)]


def test_a_wall_clock_set_back_makes_no_negative_stoppage() -> None:
    """The wall's time is for the record only and may jump."""
    table = Table()
    table.start(HOST)

    assert after_outage(table.race, WALL - 10**6) == (RaceStoppedFor(0, 0),)


def test_a_countdown_starts_again() -> None:
    """Nobody is thrown into a race whose countdown nobody saw."""
    table = Table()
    table.seat(HOST, "ben")
    table.accept(StartRace(HOST, without_unready=False))
    back = WALL + 90_000
    events = after_outage(table.race, back)
    table.happen(events)
    zero = zero_after_outage(table.race, mono_ms=100)

    assert events == (CountdownStarted((HOST, "ben"), back + COUNTDOWN_MS),)
    assert race_ms(table.race, zero, 100) == -COUNTDOWN_MS
    assert table.race.t0_wall == back + COUNTDOWN_MS


@pytest.mark.parametrize(
    "events",
    [
        [],
        [GameBanked(0, 1, 10), RaceClosed(10, WALL)],
        [LimitReached(600_000), RaceClosed(600_000, WALL)],
    ],
    ids=["open", "banked", "limit"],
)
def test_a_race_that_does_not_run_has_no_stoppage(events: list[Event]) -> None:
    """An open lobby and a finished race lose no time."""
    table = Table()
    if events:
        table.start(HOST)
    table.happen(events)

    assert after_outage(table.race, WALL + 10**6) == ()


def test_an_open_race_has_no_zero_after_an_outage() -> None:
    """Its countdown is still to come."""
    assert zero_after_outage(Table().race, mono_ms=100) is None
