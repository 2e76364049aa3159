"""Boards from views: followed move by move, and the check on what the server lets pass."""

import pytest
from msgspec.structs import replace

from pantagruel_client.board import follow, game_of, move_of
from pantagruel_client.errors import Disagreement
from pantagruel_engine.board import Shown
from pantagruel_engine.errors import InvalidMove
from pantagruel_engine.game import Game
from pantagruel_engine.notation import DRAW, parse_move
from pantagruel_engine.view import player_view
from pantagruel_protocol.client_messages import Bank, Finish, Play
from pantagruel_protocol.server_messages import Ack
from tests.client.fake import Table, view_of
from tests.engine.boards import set_up


def seen(game: Game) -> Game:
    """Answer the game as its player's client has it."""
    return game_of(view_of(game), game.variant)


def test_a_view_hides_what_was_not_seen() -> None:
    """Hidden and undrawn cards are unknown; everything else is there."""
    table = Table()
    board = seen(table.game)

    assert player_view(board) == player_view(table.game)
    assert set(board.stock) == {-1}
    assert board.hidden == 36


def test_following_acks_equals_playing() -> None:
    """Move by move the client's board shows what the server's does."""
    table = Table("turn3")
    board = seen(table.game)
    for n in range(1, 120):
        move = table.game.legal_moves()[n % len(table.game.legal_moves())]
        play = Play(n, move.text)
        follow(board, play, table.accept(play, n))

        assert player_view(board) == player_view(table.game)


def test_the_talon_once_seen_is_known() -> None:
    """After a redeal the stock's cards are the ones that were drawn."""
    table = Table("klondike-1")
    board = seen(table.game)
    order = list(table.game.stock)
    for n in range(1, len(order) + 2):
        play = Play(n, "D" if table.game.stock else "R")
        follow(board, play, table.accept(play))

    assert board.stock == order


def test_an_illegal_move_let_through_is_named() -> None:
    """A server that no longer judges is found out by the player's own engine."""
    table = Table()
    board = seen(table.game)
    illegal = next(
        text
        for text in ("T1>F", "T2>F", "T1>T2", "T2>T1", "W>F")
        if parse_move(text) not in board.legal_moves()
    )
    ack = table.ack(1, Shown(), 10)

    with pytest.raises(Disagreement, match="accepted command 1, which the rules refuse"):
        follow(board, Play(1, illegal), ack)


@pytest.mark.parametrize("field", ["score", "home", "hidden", "moves", "draws", "redeals"])
def test_a_wrong_count_is_named(field: str) -> None:
    """Every count of an ack is held against our own."""
    table = Table()
    board = seen(table.game)
    ack = table.accept(Play(1, "D"))

    with pytest.raises(Disagreement, match=f"counts {field} "):
        follow(board, Play(1, "D"), replace(ack, **{field: getattr(ack, field) + 1}))


def test_wrong_disclosures_are_named() -> None:
    """Cards that a move cannot have shown are refused."""
    table = Table("turn3")
    board = seen(table.game)
    ack = table.accept(Play(1, "D"))

    with pytest.raises(Disagreement):
        follow(board, Play(1, "D"), replace(ack, drawn=ack.drawn[:2]))


def test_a_finish_is_followed() -> None:
    """The server's expansion is played on, cards of an unseen talon included."""
    home = "KH KH KD KD KS KS TC KC"
    game = set_up("turn1", "KC", "QC", stock="JC", home=home)
    board = seen(game)
    played = tuple(move.text for move in game.finish_moves())
    for text in played:
        game.play(parse_move(text), 50)
    ack = Ack(
        2, 1, 50, game.score, game.streak, game.home, game.hidden, game.moves, game.draws, 0,
        drawn=("JC",), played=played, ended="won",
    )  # fmt: skip
    follow(board, Finish(1), ack)

    assert board.won


def test_a_bank_moves_nothing() -> None:
    """To stop is no move."""
    table = Table()
    board = seen(table.game)
    before = player_view(board)
    follow(board, Bank(1), table.ack(1, Shown(), 5))

    assert player_view(board) == before


def test_a_view_that_cannot_be_is_refused() -> None:
    """A board with too few columns is the server's fault, in words."""
    view = view_of(Table().game)

    with pytest.raises(Disagreement, match="cannot be"):
        game_of(replace(view, foundations=(1,) * 99), Table().variant)


def test_moves_are_read_from_both_forms() -> None:
    """A move may be given as text or as itself."""
    assert move_of("D") == DRAW == move_of(DRAW)
    with pytest.raises(InvalidMove):
        move_of("X")
