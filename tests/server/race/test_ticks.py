"""What time alone brings about."""

from pantagruel_server.race.commands import (
    BankGame,
    JoinRace,
    LeaveRace,
    Now,
    PlayMove,
    Refusal,
    StartRace,
)
from pantagruel_server.race.decide import decide
from pantagruel_server.race.events import (
    ClockMarked,
    LimitReached,
    MovePlayed,
    RaceCancelled,
    RaceClosed,
    RaceRecorded,
    RaceStarted,
)
from pantagruel_server.race.limits import EMPTY_MS, LOBBY_MS, RECORD_MS
from pantagruel_server.race.opening import Options
from tests.server.race.positions import ONE_KING, deals
from tests.server.race.table import HOST, WALL, Table

LIMIT = 600_000


def test_the_race_starts_at_t0() -> None:
    """The countdown ends at race time 0, not before, with the T0 that was announced."""
    table = Table()
    table.seat(HOST)
    table.accept(StartRace(HOST, without_unready=False))
    table.wall += 60

    assert table.tick(-1) == ()
    assert table.tick(0) == (RaceStarted(WALL + 3_000),)
    assert table.race.phase == "running"


def test_a_second_without_an_event_is_marked() -> None:
    """The journal knows the race time to a second, so an outage gives back no more than that."""
    table = Table()
    table.start(HOST)

    assert table.tick(999) == ()
    assert table.tick(1_000) == (ClockMarked(1_000),)
    table.ms = 1_500
    table.play(HOST, "D")
    assert table.tick(2_499) == ()
    assert table.tick(2_500) == (ClockMarked(2_500),)


def test_the_limit_ends_and_closes_the_race() -> None:
    """At the limit, to the millisecond, every game that goes on is over."""
    table = Table()
    table.start(HOST, "ben")
    table.tick(LIMIT - 1)

    assert table.tick(LIMIT) == (LimitReached(LIMIT), RaceClosed(LIMIT, WALL))
    assert [seat.ended for seat in table.race.seats] == [(LIMIT, "limit")] * 2
    assert table.race.phase == "finished"


def test_a_late_tick_dates_the_limit_rightly() -> None:
    """However late the owner wakes up, nobody gets more than the limit."""
    table = Table()
    table.start(HOST)

    assert table.tick(LIMIT + 321) == (LimitReached(LIMIT), RaceClosed(LIMIT + 321, WALL))


def test_the_race_closes_when_the_last_player_is_done() -> None:
    """No sooner, and not a second time."""
    table = Table()
    table.start(HOST, "ben")
    table.ms = 40
    table.accept(BankGame(HOST, 1))
    assert table.tick() == ()
    table.accept(BankGame("ben", 1))

    assert table.tick(60) == (RaceClosed(60, WALL),)
    assert table.tick(61) == ()


def test_results_are_provisional_for_ten_minutes() -> None:
    """Then the race is recorded, once."""
    table = Table()
    table.start(HOST)
    table.accept(BankGame(HOST, 1))
    table.tick()
    table.wall += RECORD_MS - 1
    assert table.tick() == ()
    table.wall += 1

    assert table.tick() == (RaceRecorded(table.wall),)
    assert table.race.phase == "recorded"
    assert table.tick() == ()


def test_a_race_that_nobody_joins_is_cancelled() -> None:
    """A look creates nothing that stays."""
    table = Table()
    table.wall += EMPTY_MS - 1
    assert table.tick() == ()
    table.wall += 1

    assert table.tick() == (RaceCancelled(table.wall),)
    assert table.race.phase == "cancelled"
    assert table.tick() == ()


def test_a_race_that_everybody_left_is_cancelled() -> None:
    """The half hour counts from the last departure."""
    table = Table()
    table.accept(JoinRace("ben", "Ben", bot=False))
    table.wall += EMPTY_MS
    assert table.tick() == ()
    table.accept(LeaveRace("ben"))
    table.wall += EMPTY_MS - 1
    assert table.tick() == ()
    table.wall += 1

    assert table.tick() == (RaceCancelled(table.wall),)


def test_a_lobby_that_never_starts_is_cancelled() -> None:
    """Players who sit for a day without a start keep nothing alive."""
    table = Table()
    table.seat("ben")
    table.wall += LOBBY_MS - 1
    assert table.tick() == ()
    table.wall += 1

    assert table.tick() == (RaceCancelled(table.wall),)


def test_a_win_before_the_limit_in_the_same_tick_counts() -> None:
    """Scenario 26: the move was taken in time, so the journal has it first and it wins."""
    table = Table(Options("strict-royal"), deals(ONE_KING))
    table.start(HOST, "ben")
    table.ms = LIMIT - 1
    table.play(HOST, "T1>F")
    events = table.tick(LIMIT)

    assert events == (LimitReached(LIMIT), RaceClosed(LIMIT, WALL))
    assert [seat.ended for seat in table.race.seats] == [(LIMIT - 1, "won"), (LIMIT, "limit")]
    assert isinstance(table.history[-3], MovePlayed)
    assert table.standing() == (1, 2)


def test_a_win_at_the_limit_in_the_same_tick_does_not_count() -> None:
    """Scenario 26, the other way round: the limit comes first in the journal, the move is late."""
    table = Table(Options("strict-royal"), deals(ONE_KING))
    table.start(HOST, "ben")
    table.ms = LIMIT
    decision = table.ask(PlayMove(HOST, 1, "T1>F"))

    assert isinstance(decision, Refusal)
    assert decision.code == "game-over"
    assert [seat.ended for seat in table.race.seats] == [(LIMIT, "limit")] * 2
    assert not any(isinstance(event, MovePlayed) for event in table.history)


def test_even_without_the_tick_a_late_move_is_refused() -> None:
    """The limit does not depend on whoever calls first."""
    table = Table(Options("strict-royal"), deals(ONE_KING))
    table.start(HOST)
    decision = decide(table.race, PlayMove(HOST, 1, "T1>F"), Now(WALL, LIMIT))

    assert isinstance(decision, Refusal)
    assert decision.code == "game-over"
