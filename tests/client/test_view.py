"""The view: one picture of the race, folded from messages, with nothing in it that is hidden."""

import pytest
from msgspec.structs import replace

from pantagruel_client.errors import Disagreement
from pantagruel_client.view import RaceView
from pantagruel_engine.notation import DRAW
from pantagruel_protocol.client_messages import Play
from pantagruel_protocol.server_messages import Over, Progress, Results, Reveal, Suspended, Verdict
from pantagruel_protocol.values import Placing, Result, Row, SeatInfo
from tests.client.fake import ME, RIVAL, Table

RESULT = Result("unfinished", 1, 5, 0, 0, 5, 0, 36, 1, 0, 0, 1000)


def row(seat: int, place: int) -> Row:
    """Make a line of the running order."""
    return Row(seat, place, 3, 30, 120, 1, 9, on=True, ended=None)


def dealt(table: Table) -> RaceView:
    """Make the view of a race that has just been dealt, at 100 s on the loop's clock."""
    view = RaceView(ME, table.room())
    for message in (table.room("countdown"), table.countdown(), table.room("running")):
        view.fold(message, None, 97)
    view.fold(table.deal(), None, 100)
    return view


def test_before_the_deal_there_are_no_cards() -> None:
    """A room has seats and rules, no moves, and a board is an error."""
    view = RaceView(ME, Table().room())

    assert view.legal_moves() == []
    assert not view.finishable
    assert not view.playing
    assert view.seat == 0
    assert view.host
    assert view.all_ready
    assert view.clock_ms(1) is None
    assert view.left_ms(1) is None
    with pytest.raises(LookupError):
        _ = view.board


def test_the_deal_shows_the_own_board() -> None:
    """What lies open is there in the words of the wire, what is hidden is counted."""
    table = Table()
    view = dealt(table)

    assert view.playing
    assert [column.down for column in view.columns] == list(range(9))
    assert view.waste == ()
    assert view.stock == (None,) * 59
    assert view.foundations == (0,) * 8
    assert view.legal_moves() == table.game.legal_moves()
    assert (view.home, view.hidden, view.score, view.total) == (0, 36, 0, 0)
    assert (view.moves, view.draws, view.redeals, view.passes) == (0, 0, 0, 1)
    assert view.passes_left is None


def test_an_ack_moves_the_board() -> None:
    """An ack changes the picture once; the same one again changes nothing."""
    table = Table()
    view = dealt(table)
    play = Play(1, DRAW.text)
    ack = table.accept(play, 700)

    assert view.fold(ack, play, 100.7)
    assert not view.fold(ack, play, 101)
    assert view.draws == 1
    assert view.waste == ack.drawn
    assert view.s == ack.s


def test_an_ack_of_nothing_is_named() -> None:
    """The server cannot acknowledge what was not sent."""
    table = Table()
    view = dealt(table)

    with pytest.raises(Disagreement, match="not sent"):
        view.fold(table.accept(Play(1, "D")), None, 101)


def test_the_clock_follows_the_server() -> None:
    """Race time is negative in the countdown and set right by every message that bears it."""
    table = Table()
    view = RaceView(ME, table.room())
    view.fold(table.countdown(), None, 97)

    assert view.clock_ms(98.5) == -1500
    assert view.left_ms(98.5) == 600_000
    view.fold(table.deal(), None, 100.25)
    assert view.clock_ms(101.25) == 1000
    view.fold(Progress(5000, ()), None, 102)
    assert view.clock_ms(103) == 6000
    assert view.left_ms(103) == 594_000
    assert view.left_ms(9000) == 0


def test_rows_are_kept_by_seat() -> None:
    """Rows come one by one; the picture has the newest of each, best first, the own one too."""
    view = dealt(Table())
    view.fold(Progress(10, (row(0, 1), row(1, 2))), None, 101)
    view.fold(Progress(20, (row(1, 1), row(0, 2))), None, 102)

    assert view.rows == (row(1, 1), row(0, 2))
    assert view.row == row(0, 2)
    assert [(rival.seat.player, rival.row) for rival in view.rivals] == [(RIVAL, row(1, 1))]


def test_seats_are_renumbered_at_the_countdown() -> None:
    """The own seat is found by player, whatever number it has."""
    table = Table()
    view = RaceView(ME, table.room())
    rival, me = (
        SeatInfo(0, RIVAL, "Rival", bot=True, ready=True, on=True),
        SeatInfo(1, ME, "Me", bot=False, ready=True, on=True),
    )
    view.fold(replace(table.room("countdown"), seats=(rival, me)), None, 1)

    assert view.seat == 1


def test_the_end_comes_in_steps() -> None:
    """The own game ends, the race is ranked, and with the reveal nothing more comes."""
    table = Table()
    view = dealt(table)
    view.fold(Over(2, 1000, "bank", RESULT), None, 101)

    assert not view.playing
    assert view.legal_moves() == []
    assert (view.ended, view.result) == ("bank", RESULT)
    placing = Placing(0, ME, "Me", (1000, "bank"), RESULT)
    view.fold(Results(3, (placing,)), None, 102)
    assert view.results == (placing,)
    assert not view.over
    view.fold(Reveal(4, "0" * 64, "/api/races/race-1/replay"), None, 103)
    assert view.over


def test_a_cancelled_race_is_over() -> None:
    """Nothing comes after a cancel."""
    table = Table()
    view = RaceView(ME, table.room())
    view.fold(table.room("cancelled"), None, 1)

    assert view.over


def test_a_resync_is_the_whole_picture() -> None:
    """A resync replaces the board and ends a suspension."""
    table = Table()
    view = dealt(table)
    for n in (1, 2, 3):
        table.accept(Play(n, "D"))
    before = view.suspended
    view.fold(Suspended(), None, 101)
    during = view.suspended
    view.fold(table.resync(), None, 102)

    assert [before, during, view.suspended] == [False, True, False]
    assert view.draws == 3
    assert view.s == 4
    play = Play(4, "D")
    assert view.fold(table.accept(play), play, 103)


def test_a_dead_game_is_known_to_be() -> None:
    """The verdict is told once, however often it comes, and a new picture comes before it."""
    table = Table()
    view = dealt(table)
    dead = Verdict(3, "dead", pays=True)
    before = view.verdict

    assert view.fold(dead, None, 101)
    assert not view.fold(dead, None, 102)
    assert (before, view.verdict, view.playing) == (None, dead, True)
    view.fold(table.resync(), None, 103)
    assert view.verdict is None


def test_an_unknown_game_is_refused() -> None:
    """A race of a variant that this client does not have cannot be played, and says so."""
    with pytest.raises(Disagreement, match="whist"):
        RaceView(ME, replace(Table().room(), variant="whist"))


def test_a_limit_of_passes_comes_from_the_room() -> None:
    """A host's override counts, not the variant's row."""
    view = RaceView(ME, replace(Table("turn3").room(), passes=4))
    table = Table("turn3")
    view.fold(table.deal(), None, 1)

    assert view.passes_left == 3
