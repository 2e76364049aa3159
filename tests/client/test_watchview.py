"""What a watcher knows: boards rebuilt from pictures and steps, with faces or without."""

from random import Random

import pytest
from msgspec.structs import replace

from pantagruel_client.errors import Disagreement
from pantagruel_client.watchview import WatchView
from pantagruel_engine.view import player_view
from pantagruel_protocol.server_messages import (
    Progress,
    Results,
    Reveal,
    Room,
    Said,
    Steps,
    Suspended,
)
from pantagruel_protocol.values import Faces, Placing, Result, Step
from tests.client.fake import ME, RIVAL, Table, masked, outline_of


def watching(table: Table, faces: Faces = 0) -> WatchView:
    """Make the view of a race that runs, with the picture that its watchers get."""
    table.faces = faces
    view = WatchView(ME, table.room("running"))
    view.fold(table.board() if faces == 0 else table.outlined(), 100)
    return view


def random_steps(table: Table, count: int, seed: int = 3) -> list[Step]:
    """Play some random moves."""
    chance = Random(seed)
    return [
        table.step(chance.choice(table.game.legal_moves()).text, 1000 + number)
        for number in range(count)
    ]


def test_a_board_follows_the_steps() -> None:
    """From the picture on the board is the player's own, after every step."""
    table = Table("turn3")
    view = watching(table)
    for step in (random_steps(table, 1, seed)[0] for seed in range(200)):
        assert view.fold(table.progress(step), 101)
        (player,) = (one for one in view.players if one.board)

        assert player.board is not None
        assert player.outline is None
        assert player_view(player.board.game) == player_view(table.game)
        assert (player.board.k, player.board.ms) == (step.k, step.ms)
        assert player.row == table.row()


def test_an_outline_follows_the_masked_steps_and_the_faces_come_late() -> None:
    """Where faces are late there are two boards of each: one of now, and one of then."""
    table = Table("turn3")
    dealt = table.board()
    view = watching(table, 10)
    steps = random_steps(table, 40)
    view.fold(table.progress(*map(masked, steps)), 101)
    view.fold(dealt, 111)
    view.fold(Steps(1010, tuple(steps[:25])), 112)
    then = Table("turn3")
    random_steps(then, 25)
    player = view.players[1]

    assert view.behind == 10
    assert player.outline is not None
    assert player.board is not None
    assert player.outline.outline.plain() == outline_of(table.game)
    assert (player.outline.k, player.board.k) == (40, 25)
    assert player_view(player.board.game) == player_view(then.game)


def test_what_the_picture_has_is_passed_over() -> None:
    """Steps that the picture has in it, or of seats without one, change nothing."""
    table = Table()
    early = random_steps(table, 5)
    view = watching(table)
    before = player_view(table.game)
    view.fold(table.progress(*early), 101)
    view.fold(table.progress(replace(early[0], seat=0, k=17)), 102)
    player = view.players[1]

    assert player.board is not None
    assert player_view(player.board.game) == before
    assert view.players[0].board is None


@pytest.mark.parametrize("faces", [0, 10])
def test_a_gap_is_named(faces: Faces) -> None:
    """A step that is missing is told, not guessed."""
    table = Table()
    view = watching(table, faces)
    steps = random_steps(table, 5)
    view.fold(Progress(1, (), tuple(steps[:2])), 101)

    with pytest.raises(Disagreement, match="steps 3 to 4 of seat 1 are missing"):
        view.fold(Progress(1, (), tuple(steps[4:])), 102)


def test_a_step_against_the_rules_is_named() -> None:
    """The watcher's own engine judges too."""
    table = Table()
    view = watching(table)

    with pytest.raises(Disagreement, match="rules refuse"):
        view.fold(Progress(1, (), (Step(1, 1, 5, "T1>T1"),)), 101)


def test_an_end_is_a_step_without_a_move() -> None:
    """A bank counts as a command and moves no card."""
    table = Table()
    view = watching(table)
    view.fold(Progress(1, (), (Step(1, 1, 5, "bank"),)), 101)
    player = view.players[1]

    assert player.board is not None
    assert player.board.k == 1
    assert player_view(player.board.game) == player_view(table.game)


@pytest.mark.parametrize(("faces", "behind"), [(0, 0), (120, 120), ("end", None)])
def test_how_late_the_faces_are(faces: Faces, behind: int | None) -> None:
    """The host's choice says it until the race is over; then everything is open."""
    view = watching(Table(), faces)

    assert view.behind == behind
    view.fold(Reveal(None, "0" * 64, "/api/races/race-1/replay"), 200)
    assert view.over
    assert view.behind == 0


def test_a_race_that_is_ranked_is_open() -> None:
    """From the phase `finished` on nothing is late."""
    table = Table()
    view = watching(table, "end")
    view.fold(table.room("finished"), 200)

    assert view.behind == 0


def test_fresh_pictures_begin_anew() -> None:
    """After an entrance the old boards are gone, and steps wait for new ones."""
    table = Table()
    view = watching(table)
    view.fresh()
    view.fold(table.progress(random_steps(table, 1)[0]), 101)

    assert view.players[1].board is None


def test_a_race_that_stood_still_goes_on() -> None:
    """Whatever moves a board ends the suspension."""
    table = Table()
    view = watching(table)
    view.fold(Suspended(), 101)
    assert view.suspended
    view.fold(table.progress(), 102)
    assert not view.suspended


def test_a_copy_changes_no_more() -> None:
    """A picture for another thread stays as it was."""
    table = Table()
    view = watching(table)
    twin = view.copy()
    late = watching(table, 10)
    late_twin = late.copy()
    step = table.step("D")
    view.fold(table.progress(step), 101)
    late.fold(table.progress(masked(step)), 101)
    view.fold(Said("p", "Panurge", "well", 1), 102)
    old, blank = twin.players[1].board, late_twin.players[1].outline

    assert old is not None
    assert blank is not None
    assert (old.k, len(old.game.waste), blank.outline.waste) == (0, 0, 0)
    assert twin.rows == ()
    assert not twin.chat
    assert len(view.chat) == 1
    assert isinstance(view.room, Room)


def test_it_is_over_when_the_last_boards_are_there() -> None:
    """Results come at once, the boards behind them with the next tick: so long it is not over."""
    table = Table()
    view = watching(table, "end")
    steps = random_steps(table, 30)
    view.fold(table.progress(*map(masked, steps)), 101)
    game = table.game
    result = Result(
        class_="unfinished",
        place=1,
        ledger=game.score,
        streak=0,
        time_bonus=0,
        total=game.score,
        foundations=game.home,
        hidden=game.hidden,
        moves=game.moves,
        draws=game.draws,
        redeals=game.redeals,
        elapsed_ms=2000,
    )
    view.fold(Results(None, (Placing(1, RIVAL, "Rival", (2000, "bank"), result),)), 102)
    view.fold(Reveal(None, "0" * 64, "/api/races/race-1/replay"), 102)
    assert not view.over
    before = view.players[1]
    view.fold(table.board(), 103)
    after = view.players[1]
    assert before.outline is not None
    assert after.outline is None  # nothing is blank any more
    assert not view.over
    view.fold(Progress(2000, (replace(table.row(), ended="bank"),)), 104)

    assert view.over


def test_a_cancelled_race_is_over() -> None:
    """There are no boards to wait for."""
    view = WatchView(ME, Table().room("cancelled"))

    assert view.over
