"""Games played again from their text."""

import pytest

from pantagruel_engine.errors import IllegalMove
from pantagruel_engine.replay import ReplayError, replay
from tests.engine.boards import dealt, play, set_up


def test_replay_equals_play() -> None:
    """The same texts at the same times make the same game, bonuses included."""
    moves = [(10, "D"), (20, "D"), (3000, "D"), (3001, "D")]
    game = dealt("turn1")
    position = game.position()
    for ms, text in moves:
        play(game, text, ms=ms)

    again = replay(position, moves)

    assert game.position() == again.position()
    assert (game.total, game.draws, game.elapsed_ms) == (again.total, again.draws, 3001)


def test_replay_names_the_move_that_cannot_be() -> None:
    """An illegal move is named by its number, and the rule that it breaks is the cause."""
    with pytest.raises(ReplayError, match="move 2, R: the stock is not empty yet") as error:
        replay(dealt("turn1").position(), [(0, "D"), (0, "R")])

    assert error.value.index == 1
    assert isinstance(error.value.__cause__, IllegalMove)


@pytest.mark.parametrize("text", ["", "X", "T1>T2:0"])
def test_replay_names_the_text_that_is_no_move(text: str) -> None:
    """Text outside the grammar is named as well."""
    with pytest.raises(ReplayError) as error:
        replay(dealt("turn1").position(), [(0, text)])

    assert error.value.index == 0


@pytest.mark.parametrize("times", [(-1,), (5, 4)])
def test_time_does_not_run_backwards(times: tuple[int, ...]) -> None:
    """Race time starts at 0 and never decreases."""
    with pytest.raises(ReplayError, match="backwards"):
        replay(set_up("turn1", stock="AS 2S 3S").position(), [(ms, "D") for ms in times])
