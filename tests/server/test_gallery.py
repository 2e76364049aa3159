"""What the watchers of one race are sent."""

from pantagruel_protocol.server_messages import Board, Outlined, Steps
from pantagruel_server.race.events import MovePlayed
from pantagruel_server.race.opening import Options
from pantagruel_server.rooms.audience import Audience
from pantagruel_server.rooms.gallery import PICTURES_AT_ONCE, STEPS_AT_ONCE, Gallery
from tests.server.race.table import HOST, Table
from tests.server.test_audience import Ear


def visited(table: Table) -> tuple[Gallery, Ear]:
    """Let somebody watch a race."""
    audience, ear = Audience(), Ear()
    gallery = Gallery(audience)
    gallery.expect()
    audience.watch("zoe", ear)
    gallery.enter(ear, table.race)
    return gallery, ear


def drawn(table: Table, count: int, ms: int) -> None:
    """Let the host do nothing but draw."""
    table.ms = ms
    for _ in range(count):
        text = "D" if table.game(HOST).stock else "R"
        table.happen([MovePlayed(0, table.next_n(HOST), ms, text)])


def test_late_boards_of_long_games_wait_until_they_are_made() -> None:
    """Some steps a tick; then the board with all of them in it, and after it what is new."""
    table = Table(Options("turn1", seats=1, faces=1))
    table.start(HOST)
    drawn(table, 2 * STEPS_AT_ONCE, 100)
    table.ms = 2_000
    gallery, ear = visited(table)
    for _ in range(2):
        gallery.show(gallery.showing(table.race, table.ms, None))
        assert [type(message) for message in ear.heard] == [Outlined]
    gallery.show(gallery.showing(table.race, table.ms, None))
    board = ear.heard[-1]
    assert isinstance(board, Board)
    assert (board.k, board.ms) == (2 * STEPS_AT_ONCE, 100)
    drawn(table, 1, 2_500)
    gallery.show(gallery.showing(table.race, 3_499, None))
    assert len(ear.heard) == 2
    gallery.show(gallery.showing(table.race, 3_500, None))

    steps = ear.heard[-1]
    assert isinstance(steps, Steps)
    assert [step.k for step in steps.steps] == [2 * STEPS_AT_ONCE + 1]


def test_no_late_board_before_its_time() -> None:
    """In the first seconds there is nothing that old."""
    table = Table(Options("turn1", seats=1, faces=2))
    table.start(HOST)
    gallery, ear = visited(table)
    gallery.show(gallery.showing(table.race, 1_999, None))
    assert [type(message) for message in ear.heard] == [Outlined]
    gallery.show(gallery.showing(table.race, 2_000, None))

    assert [type(message) for message in ear.heard] == [Outlined, Board]


def test_many_boards_come_a_few_at_a_time() -> None:
    """One watcher does not take a whole tick."""
    table = Table(Options("turn1", seats=20))
    table.start(HOST, *(f"p{number}" for number in range(19)))
    gallery, ear = visited(table)
    counts = []
    for _ in range(3):
        gallery.show(gallery.showing(table.race, table.ms, None))
        counts.append(len(ear.heard))

    assert counts == [PICTURES_AT_ONCE, 2 * PICTURES_AT_ONCE, 20]
    assert [message.seat for message in ear.heard if isinstance(message, Board)] == [*range(20)]
    assert gallery.idle
