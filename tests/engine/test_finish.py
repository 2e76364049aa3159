"""Games that can no longer be lost, and how they are played to the end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantagruel_engine.card import RANKS
from pantagruel_engine.errors import RulesError
from pantagruel_engine.fits import LANDS
from pantagruel_engine.game import Game
from pantagruel_engine.position import Column, Position
from pantagruel_engine.rows import variant
from pantagruel_engine.variant import Variant
from pantagruel_engine.view import player_view
from tests.engine.boards import dealt, play, set_up
from tests.engine.chance import SMALL, examples, families

DRAIN = [name for name in SMALL if (variant(name).draw, variant(name).max_passes) == (1, None)]

taken = st.lists(st.integers(0, 2**16), min_size=20, max_size=120)


def plan(game: Game) -> list[str]:
    return [move.text for move in game.finish_moves()]


def opened(rules: Variant, picks: list[int], *, talon: bool) -> Game:
    """Take cards back from a won game, one a pick, to columns or, where it may be, the talon."""
    heights = [rules.ranks] * 4 * rules.packs
    runs: list[list[int]] = [[] for _ in rules.columns]
    rest: list[int] = []
    for pick in picks:
        pile = pick % len(heights)
        face = pile // rules.packs * RANKS + heights[pile] - 1
        places = [run for run in runs if not run or face in LANDS[rules.build][run[-1]]]
        places += [rest] * talon
        if heights[pile] and places:
            heights[pile] -= 1
            places[pick // len(heights) % len(places)].append(face)
    stock = len(rest) // 2
    columns = tuple(Column((), tuple(run)) for run in runs)
    return Game.start(
        Position(rules, columns, tuple(heights), tuple(rest[:stock]), tuple(rest[stock:]))
    )


def wins(game: Game) -> None:
    """Play the plan on the game and see it won, each move judged."""
    before = game.position()
    moves = game.finish_moves()
    assert before == game.position()
    for move in moves:
        assert not game.won
        game.play(move)
    assert game.won


@families(SMALL)
@examples(5)
@given(picks=taken)
def test_nothing_hidden_and_no_talon_is_a_win(name: str, picks: list[int]) -> None:
    """In every variant such a game is finishable, and finishing wins it."""
    game = opened(variant(name), picks, talon=False)

    assert game.finishable
    wins(game)
    assert game.redeals == 0


@families(DRAIN)
@examples(5)
@given(picks=taken)
def test_nothing_hidden_and_single_draws_is_a_win(name: str, picks: list[int]) -> None:
    """With draw 1 and passes without limit the talon may hold what it likes."""
    game = opened(variant(name), picks, talon=True)

    assert game.finishable
    wins(game)


def test_variants_that_drain_the_talon() -> None:
    """These are the games whose talon gives up every card."""
    assert set(DRAIN) == {
        "turn1",
        "cardz-1",
        "double-klondike-1",
        "klondike-1",
        "klondike-easy",
    }


@pytest.mark.parametrize("stock", ["", "KC"])
@pytest.mark.parametrize("name", SMALL)
def test_talon_that_may_lock_is_not_finishable(name: str, stock: str) -> None:
    """A card in stock or waste that draws of three or the last pass may leave there."""
    home = "KH KD KS QC" if variant(name).packs == 1 else "KH KH KD KD KS KS KC QC"
    game = set_up(name, stock=stock, waste="" if stock else "KC", home=home)

    assert game.finishable == (name in DRAIN)


def test_limit_of_passes_may_lock_the_talon() -> None:
    """A host's limit makes Turn-1 a game that is not finished over the talon."""
    rules = variant("turn1").with_passes(9)

    assert not set_up(rules, stock="KC", home="KH KH KD KD KS KS KC QC").finishable


def test_hidden_card_is_not_finishable() -> None:
    """As long as a card is hidden the game is the player's to play."""
    game = set_up("turn1", "KD|KC", home="KH KH KD QD KS KS KC QC")

    assert not game.finishable
    with pytest.raises(RulesError, match="the game is not finishable"):
        game.finish_moves()


def test_won_game_is_not_finishable() -> None:
    """There is nothing left to finish."""
    game = play(set_up("turn1", "KC", home="KH KH KD KD KS KS KC QC"), "T1>F")

    assert not game.finishable


def test_lowest_card_goes_first() -> None:
    """Of the cards that can go up the lowest does; of equal ranks the waste's, then by column."""
    columns = ("KH QS", "KD QC", "KS", "KC", "JD")
    game = set_up("turn1", *columns, waste="QD", home="KH QH KD TD KS JS KC JC")

    kings = ["T1>F", "T2>F", "T3>F", "T4>F"]
    assert plan(game) == ["T5>F", "W>F", "T1>F", "T2>F", *kings]


def test_talon_is_gone_through_until_it_is_empty() -> None:
    """A draw when nothing can go up, a redeal when the stock is empty."""
    game = set_up("turn1", stock="KC QC", waste="JC", home="KH KH KD KD KS KS KC TC")

    assert plan(game) == ["W>F", "D", "D", "W>F", "W>F"]
    game = set_up("turn1", stock="QC KC", waste="", home="KH KH KD KD KS KS KC JC")
    assert plan(game) == ["D", "W>F", "D", "W>F"]
    game = set_up("turn1", waste="QC KC", home="KH KH KD KD KS KS KC JC")
    assert plan(game) == ["R", "D", "W>F", "D", "W>F"]


def test_redeals_of_a_finish_are_paid() -> None:
    """The expansion is ordinary moves: Turn-1 pays for its redeal."""
    game = set_up("turn1", waste="QC KC", home="KH KH KD KD KS KS KC JC")

    play(game, *plan(game))

    assert (game.won, game.ledger, game.moves, game.draws) == (True, 10 + 10 - 20, 2, 2)


def test_view_with_unseen_stock_leaves_finishing_to_the_server() -> None:
    """A player who has not seen the stock knows that he wins, but not by which moves."""
    game = set_up("turn1", stock="KC", home="KH KH KD KD KS KS KC QC")
    view = Game.from_view(player_view(game), game.variant)

    assert view.finishable
    with pytest.raises(RulesError, match="never seen"):
        view.finish_moves()


def test_layouts_are_not_finishable() -> None:
    """Nobody finishes at once."""
    assert not any(dealt(name).finishable for name in SMALL)
