"""Boards for watchers: with faces, late, as counts, or not there yet."""

from pantagruel_client.gallery import all_boards, board_of, order_line, step_lines
from pantagruel_client.watchview import WatchView
from pantagruel_protocol.server_messages import Progress, Steps
from pantagruel_protocol.values import Row, Step
from tests.client.fake import ME, Table, masked


def watched(table: Table) -> WatchView:
    """Answer what a watcher sees once the race runs."""
    view = WatchView("somebody", table.room("running"))
    view.fold(table.progress(), 100)
    return view


def test_a_board_with_faces() -> None:
    """By number or by name: the line, the talon, the columns."""
    table = Table("turn3")
    view = watched(table)
    view.fold(table.board(), 100)
    lines = list(board_of(view, "2"))

    assert lines[:3] == [
        "Seat 2, Rival:",
        "1. Rival: home 0, hidden 36, score 0, pass 1",
        "Stock 59; waste empty",
    ]
    assert list(board_of(view, "rival")) == lines
    assert list(board_of(view, "9")) == ["There is no board 9: there are 1 Me, 2 Rival."]


def test_a_board_without_faces_has_no_card() -> None:
    """Only counts, and when the cards will be shown."""
    table = Table("turn3")
    table.faces = 30
    view = watched(table)
    view.fold(table.outlined(), 100)
    view.fold(table.progress(masked(table.step("D"))), 100)

    assert list(board_of(view, "2"))[:4] == [
        "Seat 2, Rival now; cards are shown 30 s late:",
        "1. Rival: home 0, hidden 36, score 0, pass 1",
        "Stock 56; waste 3; home 0",
        " 1: 1 open",
    ]


def test_a_late_board_says_so() -> None:
    """The line above it is of now, the cards are not."""
    table = Table("turn3")
    table.faces = 30
    view = watched(table)
    view.fold(table.board(), 100)
    view.fold(Steps(1000, (table.step("D"),)), 100)
    first, _, talon, *_ = board_of(view, "2")

    assert first == "Seat 2, Rival, 30 s late (the next line is of now):"
    assert talon.startswith("Stock 56; waste 3, top ")


def test_boards_that_are_not_there() -> None:
    """Before the race, and while the pictures come."""
    table = Table()
    before = WatchView(ME, table.room())

    assert list(all_boards(before)) == [
        "Seat 1, Me: no board yet.",
        "Seat 2, Rival: no board yet.",
    ]
    assert list(board_of(watched(table), "2")) == ["Seat 2, Rival: the board is on its way."]


def test_the_order_in_a_line() -> None:
    """The first few, and how many more."""
    view = WatchView(ME, Table().room("running"))
    rows = tuple(Row(s, s + 1, 0, 0, 90 - s, 1, 1, on=True, ended=None) for s in range(2))
    view.fold(Progress(1, rows), 100)

    assert order_line(view) == "Order: 1. Me 90, 2. Rival 89."
    assert order_line(view, most=1) == "Order: 1. Me 90, and 1 more."


def test_moves_are_told() -> None:
    """Every kind, with the cards that it showed, or without where they are masked."""
    seats = Table().room().seats
    moves = {
        "D": "Rival draws: 4D",
        "R": "Rival turns the waste over",
        "T1>T2:3": "Rival moves 3 cards from column 1 to column 2",
        "W>F": "Rival moves a card from the waste home",
        "F>T5": "Rival moves a card from home to column 5",
        "finish": "Rival finishes by itself",
        "bank": "Rival banks",
        "forfeit": "Rival gives up",
    }
    steps = [Step(1, 1, 5, m, ("4D",) if m == "D" else ()) for m in moves]

    assert list(step_lines(steps, seats)) == list(moves.values())
    assert list(step_lines([Step(1, 1, 5, "T3>F", flip="KH")], seats)) == [
        "Rival moves a card from column 3 home, KH turned up"
    ]
