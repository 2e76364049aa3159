"""What a host may do before the countdown, and the trail that it leaves."""

import pytest
from msgspec.structs import replace

from pantagruel_protocol.codes import Code
from pantagruel_protocol.http_api import HostAct
from pantagruel_protocol.values import RoomSettings
from pantagruel_server.race.commands import (
    Accepted,
    CancelRace,
    ChangeSettings,
    JoinRace,
    KickPlayer,
    LeaveRace,
    MakeReady,
    RaceCommand,
    StartRace,
)
from pantagruel_server.race.events import (
    PlayerKicked,
    RaceCancelled,
    RaceRematched,
    SettingsChanged,
)
from pantagruel_server.race.limits import COUNTDOWN_MS
from tests.server.race.table import HOST, WALL, Table, nonce

ACTS: tuple[RaceCommand, ...] = (
    ChangeSettings(HOST, title="Friday"),
    KickPlayer(HOST, "ben", watching=False),
    CancelRace(HOST),
)


def test_settings_say_what_changes() -> None:
    """What is the same already is no event; what is left out stays."""
    table = Table()
    table.accept(ChangeSettings(HOST, title="Friday", visibility="listed", chat="all"))

    assert table.race.settings == RoomSettings("Friday", "listed", 0, "all")
    assert table.history[-1] == SettingsChanged(HOST, WALL, "Friday", "listed", None, None)
    assert table.ask(ChangeSettings(HOST, title="Friday", faces=0)) == Accepted(())


def test_other_eyes_ask_for_readiness_again() -> None:
    """Who sees the faces was shown to all before they were ready; nothing else does that."""
    table = Table()
    table.seat(HOST, "ben")
    table.accept(ChangeSettings(HOST, title="Friday", visibility="listed", chat="off"))
    assert [seat.ready for seat in table.race.seats] == [True, True]
    table.accept(ChangeSettings(HOST, faces=10))

    assert [seat.ready for seat in table.race.seats] == [False, False]


@pytest.mark.parametrize("command", ACTS, ids=lambda command: type(command).__name__)
def test_only_the_host_and_only_before_the_countdown(command: RaceCommand) -> None:
    """Others are refused at any time, the host from the countdown on."""
    table = Table()
    table.seat(HOST, "ben")
    assert table.refused(replace(command, player="ben")).code is Code.NOT_HOST
    table.accept(StartRace(HOST, without_unready=False))
    assert table.refused(command).code is Code.STARTED
    table.tick(0)

    assert table.refused(command).code is Code.STARTED


def test_who_is_kicked_stays_away() -> None:
    """The seat is free at once, for anybody else."""
    table = Table()
    table.seat(HOST, "ben")
    table.accept(KickPlayer(HOST, "ben", watching=False))

    assert table.history[-1] == PlayerKicked(HOST, "ben", WALL)
    assert table.effects[-1].kicked == "ben"
    assert [seat.player for seat in table.race.seats] == [HOST]
    assert table.refused(JoinRace("ben", "Ben", bot=False)).code is Code.KICKED
    table.accept(JoinRace("cleo", "Cleo", bot=False))


def test_watchers_can_be_kicked() -> None:
    """The race does not know them: who asks says that there is one."""
    table = Table()
    table.seat(HOST)
    assert table.refused(KickPlayer(HOST, "zoe", watching=False)).code is Code.NO_SUCH_PLAYER
    table.accept(KickPlayer(HOST, "zoe", watching=True))

    assert {"zoe"} == table.race.kicked


def test_nobody_kicks_himself() -> None:
    """A host who wants to go leaves, or cancels."""
    table = Table()
    table.seat(HOST)

    assert table.refused(KickPlayer(HOST, HOST, watching=True)).code is Code.NO_SUCH_PLAYER


def test_a_cancelled_race_says_so_to_everything() -> None:
    """Nothing can be done with it."""
    table = Table()
    table.seat(HOST, "ben")
    table.accept(CancelRace(HOST))

    assert table.history[-1] == RaceCancelled(WALL, HOST)
    assert table.race.phase == "cancelled"
    for command in ACTS:
        assert table.refused(command).code is Code.RACE_UNKNOWN


def test_every_act_is_in_the_trail() -> None:
    """The opening, settings, a kick, another host, the start with whom it left out, a rematch."""
    table = Table()
    table.seat(HOST, "ben", "cleo")
    table.accept(ChangeSettings(HOST, title="Friday", faces="end"))
    table.wall += 5
    table.accept(KickPlayer(HOST, "cleo", watching=False))
    table.accept(LeaveRace(HOST))
    table.accept(JoinRace("dora", "Dora", bot=False))
    table.accept(MakeReady("ben", nonce("ben")))
    table.accept(StartRace("ben", without_unready=True))

    assert table.race.acts == [
        HostAct(WALL, "opened", HOST),
        HostAct(WALL, "settings", HOST, what="name: Friday, faces: end"),
        HostAct(WALL + 5, "kick", HOST, "cleo"),
        HostAct(WALL + 5, "host", HOST, "ben"),
        HostAct(WALL + 5, "start", "ben", what="left out: Dora"),
    ]
    assert table.recovered().acts == table.race.acts


def test_a_rematch_and_a_cancellation_are_in_the_trail() -> None:
    """A race that time cancels has no act of a host."""
    table = Table()
    table.seat(HOST)
    table.accept(CancelRace(HOST))
    assert table.race.acts[-1] == HostAct(WALL, "cancel", HOST)
    forgotten = Table()
    forgotten.happen([RaceCancelled(WALL)])
    assert [HostAct(WALL, "opened", HOST)] == forgotten.race.acts
    played = Table()
    played.start(HOST)
    played.tick(played.race.limit_ms)
    played.happen([RaceRematched(HOST, "race-2", "CODE6789", WALL + 9)])

    assert played.race.rematch == "CODE6789"
    assert played.race.acts[-1] == HostAct(WALL + 9, "rematch", HOST, what="CODE6789")
    assert played.race.acts[-2].at == played.race.t0_wall - COUNTDOWN_MS


def test_a_host_who_gives_up_the_seat_to_watch_stays_host() -> None:
    """Only who leaves the room hands it over."""
    table = Table()
    table.seat(HOST, "ben")
    table.accept(LeaveRace(HOST, watches=True))
    assert (table.race.host, [seat.player for seat in table.race.seats]) == (HOST, ["ben"])
    assert table.recovered().host == HOST
    table.accept(JoinRace(HOST, "Anna", bot=False))
    table.accept(LeaveRace(HOST))

    assert table.race.host == "ben"
