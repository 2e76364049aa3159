"""How a race ends before its limit: by the bell, or because all who play agree."""

import pytest

from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import Over
from pantagruel_protocol.verify import verify
from pantagruel_server.race.apply import apply
from pantagruel_server.race.commands import (
    Accepted,
    AgreeToClose,
    BankGame,
    FinishGame,
    Now,
    PlayMove,
    Refusal,
)
from pantagruel_server.race.decide import decide
from pantagruel_server.race.effects import BrokenHistory
from pantagruel_server.race.events import (
    BellRung,
    ClosingAgreed,
    LimitReached,
    MovePlayed,
    PlayerJoined,
    RaceClosed,
)
from pantagruel_server.race.opening import Options
from pantagruel_server.race.record import replay_of
from pantagruel_server.race.timing import after_outage
from tests.server.race.positions import ONE_KING, deals
from tests.server.race.table import HOST, Table, picture
from tests.server.race.test_record import greedy

LIMIT = 600_000
BELL = 120_000


def belled(bell_ms: int | None = BELL) -> Table:
    """Answer a running race of three, each one move from the end, with a bell."""
    options = Options("strict-royal", seats=3, bell_ms=bell_ms)
    table = Table(options, deals(ONE_KING))
    table.start(HOST, "ben", "cleo")
    return table


def endings(table: Table) -> list[tuple[int, str] | None]:
    """Answer when and how each game ended."""
    return [seat.ended for seat in table.race.seats]


def test_the_first_win_sets_the_bell() -> None:
    """Everybody is told in the room; a second win changes nothing."""
    table = belled()
    table.ms = 7_000
    table.play(HOST, "T1>F")
    assert table.effects[-1].room
    assert table.race.rings_ms == table.race.stop_ms == 7_000 + BELL
    table.ms = 9_000
    table.play("ben", "T1>F")

    assert table.race.rings_ms == 7_000 + BELL
    assert not table.effects[-1].room


def test_the_bell_ends_every_game_and_the_race() -> None:
    """To the millisecond, like the limit."""
    table = belled()
    table.ms = 7_000
    table.play(HOST, "T1>F")
    rings = 7_000 + BELL
    table.tick(rings - 1)
    assert table.race.playing == 2
    assert table.tick(rings) == (BellRung(rings), RaceClosed(rings, table.wall))

    assert endings(table) == [(7_000, "won"), (rings, "bell"), (rings, "bell")]
    assert table.race.phase == "finished"
    assert picture(table.recovered()) == picture(table.race)


def test_a_move_at_the_bell_is_too_late() -> None:
    """What is due precedes the command; judged alone it is refused all the same."""
    table = belled()
    table.play(HOST, "T1>F")
    late = Now(table.wall, BELL)

    decision = decide(table.race, PlayMove("ben", 1, "T1>F"), late)
    assert isinstance(decision, Refusal)
    assert decision.code is Code.GAME_OVER


def test_a_bell_beyond_the_limit_does_not_ring() -> None:
    """The limit comes first."""
    table = belled()
    table.ms = LIMIT - BELL
    table.play(HOST, "T1>F")
    assert table.race.rings_ms is None
    assert LimitReached(LIMIT) in table.tick(LIMIT)

    assert endings(table)[1:] == [(LIMIT, "limit"), (LIMIT, "limit")]


def test_without_a_bell_a_win_rings_nothing() -> None:
    """It is an option of the race."""
    table = belled(None)
    table.play(HOST, "T1>F")

    assert (table.race.rings_ms, table.race.stop_ms) == (None, LIMIT)


@pytest.mark.parametrize("first", ["move", "time"])
def test_a_last_move_and_the_bell_in_one_tick(first: str) -> None:
    """A winner's last move and the end of time: one result, decided by the journal's order."""
    table = belled()
    table.play(HOST, "T1>F")
    if first == "move":
        table.ms = BELL - 1
        table.play("ben", "T1>F")
        table.tick(BELL)
        assert endings(table)[1] == (BELL - 1, "won")
    else:
        table.ms = BELL
        answer = table.ask(PlayMove("ben", 1, "T1>F"))
        assert isinstance(answer, Refusal)
        assert endings(table)[1] == (BELL, "bell")

    assert len([event for event in table.history if isinstance(event, RaceClosed)]) == 1
    assert picture(table.recovered()) == picture(table.race)


@pytest.mark.parametrize("first", ["move", "time"])
def test_a_last_move_and_the_limit_in_one_tick(first: str) -> None:
    """A winner's last move and the time limit: one result, decided by the journal's order."""
    table = belled(None)
    table.ms = LIMIT - 1 if first == "move" else LIMIT
    answer = table.ask(PlayMove(HOST, 1, "T1>F"))
    table.tick(LIMIT)

    assert isinstance(answer, Accepted) == (first == "move")
    assert endings(table)[0] == ((LIMIT - 1, "won") if first == "move" else (LIMIT, "limit"))
    frames = [frame for frame in table.frames(HOST) if isinstance(frame, Over)]
    assert [endings(table)[0]] == [(frame.ms, frame.ended) for frame in frames]
    assert picture(table.recovered()) == picture(table.race)


def test_a_late_tick_dates_the_bell_rightly() -> None:
    """Even one that comes after the limit as well: what was first in race time counts."""
    table = belled()
    table.ms = 7_000
    table.play(HOST, "T1>F")
    rings = 7_000 + BELL

    assert table.tick(LIMIT + 5) == (BellRung(rings), RaceClosed(LIMIT + 5, table.wall))
    assert endings(table) == [(7_000, "won"), (rings, "bell"), (rings, "bell")]


@pytest.mark.parametrize("lost", [1, 2])
def test_a_crash_between_the_bell_and_the_close(lost: int) -> None:
    """What was journalled counts: the race closes when it is back, with the same ends."""
    table = belled()
    table.play(HOST, "T1>F")
    table.tick(BELL)
    ends = endings(table)
    table.history = table.history[:-lost]
    table.race = table.recovered()
    table.happen(after_outage(table.race, table.wall + 9_000))
    table.tick(BELL)

    assert table.race.phase == "finished"
    assert endings(table) == ends


def test_the_replay_of_a_bell_verifies() -> None:
    """A whole deal is cleared, the bell ends the rival's game; the file says when it rang."""
    table = Table(Options("klondike-1", seed="seed 21", bell_ms=5_000))
    table.start(HOST, "ben")
    while not table.game(HOST).finishable:
        table.ms += 400
        table.play(HOST, greedy(table.game(HOST)))
    table.play("ben", "D")
    table.accept(FinishGame(HOST, table.next_n(HOST)))
    won = table.ms
    table.tick(table.race.limit_ms)
    replay = replay_of(table.race)

    assert replay.bell_ms == 5_000
    assert [player.ended for player in replay.players] == [(won, "won"), (won + 5_000, "bell")]
    assert verify(replay) is None


def test_a_race_closes_when_all_who_play_agree() -> None:
    """Their boards count as if they had banked, at that moment."""
    table = Table()
    table.start(HOST, "ben", "cleo")
    table.ms = 4_000
    table.play(HOST, "D")
    table.accept(BankGame("cleo", 1))
    table.accept(AgreeToClose(HOST, agreed=True))
    assert table.race.playing == 2
    table.ms = 6_000
    table.accept(AgreeToClose("ben", agreed=True))
    assert endings(table) == [(6_000, "bank"), (6_000, "bank"), (4_000, "bank")]
    table.tick()

    assert table.race.phase == "finished"
    assert verify(replay_of(table.race)) is None
    assert picture(table.recovered()) == picture(table.race)


def test_agreement_can_be_taken_back() -> None:
    """And said twice it counts once."""
    table = Table()
    table.start(HOST, "ben")
    table.accept(AgreeToClose(HOST, agreed=True))
    assert table.ask(AgreeToClose(HOST, agreed=True)) == Accepted(())
    table.accept(AgreeToClose(HOST, agreed=False))
    table.accept(AgreeToClose("ben", agreed=True))

    assert table.race.playing == 2
    assert [seat.agreed for seat in table.race.seats] == [False, True]


def test_the_last_one_against_it_ends_the_own_game() -> None:
    """Then all who are left have agreed."""
    table = Table()
    table.start(HOST, "ben", "cleo")
    table.accept(AgreeToClose(HOST, agreed=True))
    table.accept(AgreeToClose("ben", agreed=True))
    table.ms = 8_000
    table.accept(BankGame("cleo", 1))

    assert endings(table) == [(8_000, "bank")] * 3
    assert len(table.effects[-1].frames) == 4


def test_only_who_plays_agrees() -> None:
    """Not before T0, not without a seat, not after the own end, not after the end of time."""
    table = Table()
    table.seat(HOST, "ben")
    assert table.refused(AgreeToClose(HOST, agreed=True)).code is Code.NOT_STARTED
    assert table.refused(AgreeToClose("zoe", agreed=True)).code is Code.NOT_YOUR_RACE
    table.start()
    table.accept(BankGame("ben", 1))
    assert table.refused(AgreeToClose("ben", agreed=True)).code is Code.GAME_OVER
    late = decide(table.race, AgreeToClose(HOST, agreed=True), Now(table.wall, LIMIT))

    assert isinstance(late, Refusal)
    assert late.code is Code.GAME_OVER


def test_a_history_with_impossible_seats_is_not_believed() -> None:
    """A seat below zero would be another's."""
    table = Table()
    with pytest.raises(BrokenHistory, match="seat -1"):
        apply(table.race, PlayerJoined(-1, "ben", "Ben", bot=False, wall_ms=0))
    table.start(HOST, "ben")
    for event in (MovePlayed(-1, 1, 0, "D"), MovePlayed(2, 1, 0, "D"), ClosingAgreed(-1, True, 0)):
        with pytest.raises(BrokenHistory, match="nobody plays"):
            apply(table.race, event)
