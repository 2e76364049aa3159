"""Who takes part in a race."""

import pytest

from pantagruel_protocol.codes import Code
from pantagruel_server.race.commands import (
    Accepted,
    BankGame,
    JoinRace,
    LeaveRace,
    MakeReady,
    MakeUnready,
    StartRace,
)
from pantagruel_server.race.events import (
    CountdownStarted,
    PlayerJoined,
    PlayerLeft,
    PlayerReadied,
    PlayerUnreadied,
    RaceCancelled,
)
from pantagruel_server.race.opening import Options
from tests.server.race.table import HOST, WALL, Table, nonce


def test_players_take_seats_in_turn() -> None:
    """Seats are numbered in the order of joining."""
    table = Table()

    assert table.ask(JoinRace("ben", "Ben", bot=True)) == Accepted(
        (PlayerJoined(0, "ben", "Ben", bot=True, wall_ms=WALL),)
    )
    assert table.ask(JoinRace("cleo", "Cleo", bot=False)) == Accepted(
        (PlayerJoined(1, "cleo", "Cleo", bot=False, wall_ms=WALL),)
    )


def test_a_player_joins_once() -> None:
    """A double join is told apart from a full room."""
    table = Table(Options("turn1", seats=1))
    table.seat("ben")

    assert table.refused(JoinRace("ben", "Ben", bot=False)).code == Code.IN_RACE
    assert table.refused(JoinRace("cleo", "Cleo", bot=False)).code == Code.FULL


def test_nobody_joins_as_somebody_else() -> None:
    """A name that looks like another player's in the room is taken, until that one leaves."""
    table = Table()
    table.seat("paul")
    double = JoinRace("ben", "PAUL", bot=False)

    assert table.refused(double).code == Code.NAME_TAKEN
    assert table.refused(JoinRace("ben", "P\u0430ul", bot=False)).code == Code.NAME_TAKEN
    table.accept(LeaveRace("paul"))
    assert isinstance(table.ask(double), Accepted)


def test_nobody_joins_a_race_that_has_started() -> None:
    """Neither in the countdown nor later, free seats or not."""
    table = Table()
    table.seat(HOST)
    table.accept(StartRace(HOST, without_unready=False))
    assert table.refused(JoinRace("ben", "Ben", bot=False)).code == Code.STARTED
    table.tick(0)

    assert table.refused(JoinRace("ben", "Ben", bot=False)).code == Code.STARTED


def test_nobody_joins_a_cancelled_race() -> None:
    """It is gone, and says so."""
    table = Table()
    table.happen([RaceCancelled(WALL)])

    assert table.refused(JoinRace("ben", "Ben", bot=False)).code == Code.RACE_UNKNOWN
    assert table.refused(StartRace(HOST, without_unready=True)).code == Code.RACE_UNKNOWN


def test_leaving_before_the_countdown_frees_the_seat() -> None:
    """The next one finds a place."""
    table = Table(Options("turn1", seats=1))
    table.seat("ben")

    assert table.ask(LeaveRace("ben")) == Accepted((PlayerLeft("ben", WALL),))
    table.seat("cleo")
    assert [seat.player for seat in table.race.seats] == ["cleo"]


def test_leaving_needs_a_seat() -> None:
    """Who is not there cannot leave."""
    assert Table().refused(LeaveRace("ben")).code == Code.NOT_IN_RACE


def test_nobody_leaves_in_the_countdown() -> None:
    """Whoever was ready at T0 is in the field."""
    table = Table()
    table.seat(HOST)
    table.accept(StartRace(HOST, without_unready=False))

    assert table.refused(LeaveRace(HOST)).code == Code.STARTED
    assert table.refused(MakeUnready(HOST)).code == Code.STARTED
    assert table.refused(MakeReady(HOST, nonce("x"))).code == Code.STARTED


def test_leaving_later_keeps_the_seat() -> None:
    """A running or finished race loses nobody: the player may come back."""
    table = Table()
    table.start(HOST)
    assert table.ask(LeaveRace(HOST)) == Accepted(())
    table.accept(BankGame(HOST, 1))
    table.tick()

    assert table.ask(LeaveRace(HOST)) == Accepted(())
    assert [seat.player for seat in table.race.seats] == [HOST]


def test_the_last_nonce_counts() -> None:
    """The same one again changes nothing, another one does."""
    table = Table()
    table.seat("ben")

    assert table.ask(MakeReady("ben", nonce("ben"))) == Accepted(())
    assert table.ask(MakeReady("ben", nonce("new"))) == Accepted(
        (PlayerReadied("ben", nonce("new")),)
    )
    assert table.race.seats[0].nonce == nonce("new")


def test_readiness_is_taken_back() -> None:
    """Once; to be unready twice changes nothing."""
    table = Table()
    table.seat("ben")

    assert table.ask(MakeUnready("ben")) == Accepted((PlayerUnreadied("ben"),))
    assert table.ask(MakeUnready("ben")) == Accepted(())
    assert not table.race.seats[0].ready


def test_readiness_needs_a_seat() -> None:
    """An onlooker is neither ready nor unready."""
    table = Table()

    assert table.refused(MakeReady("ben", nonce("ben"))).code == Code.NOT_IN_RACE
    assert table.refused(MakeUnready("ben")).code == Code.NOT_IN_RACE


def test_the_host_starts_when_all_are_ready() -> None:
    """The countdown names who races and the one instant at which it begins."""
    table = Table()
    table.seat("ben", HOST)

    assert table.ask(StartRace(HOST, without_unready=False)) == Accepted(
        (CountdownStarted(("ben", HOST), WALL + 3_000, HOST),)
    )


def test_a_host_without_a_seat_may_start() -> None:
    """Opening a race takes no seat in it."""
    table = Table()
    table.seat("ben")

    assert isinstance(table.ask(StartRace(HOST, without_unready=False)), Accepted)


def test_only_the_host_starts() -> None:
    """Whoever else asks is refused, in every phase."""
    table = Table()
    table.seat("ben")

    assert table.refused(StartRace("ben", without_unready=True)).code == Code.NOT_HOST


def test_a_start_waits_for_the_unready() -> None:
    """Unless the host leaves them out."""
    table = Table()
    table.accept(JoinRace("ben", "Ben", bot=False))
    table.seat(HOST)
    refusal = table.refused(StartRace(HOST, without_unready=False))

    assert (refusal.code, refusal.why) == (Code.NOT_READY, "1 of 2 players are not ready")
    assert table.ask(StartRace(HOST, without_unready=True)) == Accepted(
        (CountdownStarted((HOST,), WALL + 3_000, HOST),)
    )


@pytest.mark.parametrize("without_unready", [False, True])
def test_a_race_needs_somebody_who_is_ready(*, without_unready: bool) -> None:
    """An empty race does not start, nor one in which nobody is ready."""
    table = Table()
    start = StartRace(HOST, without_unready=without_unready)
    assert table.refused(start).code == Code.TOO_FEW
    table.accept(JoinRace("ben", "Ben", bot=False))

    assert table.refused(start).code == Code.TOO_FEW


def test_a_race_starts_once() -> None:
    """A second start is too late."""
    table = Table()
    table.seat(HOST)
    table.accept(StartRace(HOST, without_unready=False))

    assert table.refused(StartRace(HOST, without_unready=False)).code == Code.STARTED
