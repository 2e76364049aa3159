"""Games that are written out beforehand."""

from pantagruel_client.load.scripts import script
from pantagruel_engine.deal import key_of_text, layout
from pantagruel_engine.game import Game
from pantagruel_engine.notation import parse_move
from pantagruel_engine.rows import variant


def test_every_move_of_a_script_is_legal() -> None:
    """The game can be played as it is written, and the same style writes the same."""
    moves = script("turn3", "load 0", 1, 60)
    game = Game.start(layout(variant("turn3"), key_of_text("load 0")))
    for move in moves:
        assert parse_move(move) in game.legal_moves()
        game.play(parse_move(move))

    assert len(moves) == 60
    assert moves == script("turn3", "load 0", 1, 60)
    assert moves != script("turn3", "load 0", 2, 60)


def test_a_script_ends_with_the_game() -> None:
    """Where a game has no legal move left, there is no more to write."""
    moves = script("klondike-strict", "load 0", 1, 300)

    assert 0 < len(moves) < 300
