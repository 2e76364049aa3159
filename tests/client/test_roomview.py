"""What everybody in a room knows: rules, rows, chat, and how long it may still go on."""

import pytest
from msgspec.structs import replace

from pantagruel_client.errors import Disagreement
from pantagruel_client.roomview import CHAT_LINES
from pantagruel_client.view import RaceView
from pantagruel_client.watchview import WatchView
from pantagruel_protocol.server_messages import Progress, Said
from tests.client.fake import ME, Table


def test_the_bell_comes_before_the_limit() -> None:
    """Once it is set the time that is left runs to the bell, and never beyond the limit."""
    table = Table()
    view = WatchView(ME, table.room("running"))
    view.fold(Progress(60_000, ()), 100)
    assert view.left_ms(100) == 540_000
    view.fold(replace(table.room("running"), bell_ms=30_000, rings_ms=95_000), 101)
    assert view.left_ms(100) == 35_000
    view.fold(replace(table.room("running"), bell_ms=30_000, rings_ms=900_000), 101)
    assert view.left_ms(100) == 540_000


def test_the_last_lines_are_kept() -> None:
    """The chat is bounded, and a line that comes again is no news."""
    view = WatchView(ME, Table().room())
    for number in range(CHAT_LINES + 5):
        assert view.fold(Said("p", "Panurge", "well", number), 0)

    assert not view.fold(Said("p", "Panurge", "well", CHAT_LINES), 0)
    assert len(view.chat) == CHAT_LINES
    assert view.chat[0].at == 5


def test_rules_that_are_not_known_are_named() -> None:
    """A game that this client cannot follow is said at once."""
    room = replace(Table().room(), variant="thelemite")
    with pytest.raises(Disagreement, match="does not know"):
        WatchView(ME, room)


def test_who_has_no_seat_has_no_number() -> None:
    """A watcher may be the host all the same."""
    view = WatchView("somebody", replace(Table().room(), host="somebody"))

    assert view.seat is None
    assert view.host


def test_a_view_beside_a_seat_begins_with_what_the_seat_knows() -> None:
    """Who is done and looks at the others is told nothing twice."""
    table = Table()
    seat = RaceView(ME, table.room("running"))
    seat.fold(table.progress(), None, 100)
    seat.fold(Said("p", "Panurge", "well", 1), None, 100)
    view = WatchView(ME, seat.room)
    view.begin_from(seat)
    view.fold(Said("p", "Panurge", "bye", 2), 101)

    assert view.rows == seat.rows == (table.row(),)
    assert view.left_ms(100) == seat.left_ms(100)
    assert (len(view.chat), len(seat.chat)) == (2, 1)
