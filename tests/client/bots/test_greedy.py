"""The greedy bot: sensible, different from seed to seed, and always at an end."""

from random import Random

import pytest

from pantagruel_client.bots.greedy import Greedy
from pantagruel_engine.game import Game
from pantagruel_engine.rows import VARIANTS
from pantagruel_engine.view import player_view
from tests.engine.boards import dealt, set_up, texts

SMALL = [name for name, row in VARIANTS.items() if row.packs <= 2]
GIANTS = [name for name, row in VARIANTS.items() if row.packs > 2]


def whole(
    name: str, seed: int, text: str = "a deal", enough: int = 3000
) -> tuple[Game, list[str]]:
    """Let a bot play a deal to its end, seeing what a player sees."""
    game, bot = dealt(name, text), Greedy(Random(seed), enough)
    played: list[str] = []
    while not (game.won or game.finishable):
        seen = Game.from_view(player_view(game), game.variant)
        move = bot.choose(seen)
        if move is None:
            break
        played.append(move.text)
        game.play(move)
    return game, played


@pytest.mark.parametrize("name", SMALL)
def test_every_game_ends(name: str) -> None:
    """Whatever the taste, the bot wins or banks long before the server's limit of commands."""
    for seed in range(3):
        game, played = whole(name, seed, f"deal {seed}")

        assert len(played) < 2000
        assert game.home > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", GIANTS)
def test_giant_games_end(name: str) -> None:
    """Games of many packs end too, at the bot's own limit if need be."""
    _, played = whole(name, 1, enough=300)

    assert len(played) <= 301


def test_no_two_play_alike() -> None:
    """Eight seeds make eight different games of one deal."""
    games = {tuple(whole("strict-royal", seed)[1]) for seed in range(8)}

    assert len(games) == 8


def test_one_seed_plays_the_same_again() -> None:
    """Nothing but the seed decides."""
    assert whole("turn1", 5)[1] == whole("turn1", 5)[1]


def test_it_often_wins_the_relaxed_game() -> None:
    """It plays well enough to clear most deals of Turn-1."""
    won = sum(
        game.won or game.finishable for game, _ in (whole("turn1", n, f"{n}") for n in range(10))
    )

    assert won >= 6


def test_hidden_cards_do_not_matter() -> None:
    """Two boards that look the same get the same move, whatever lies hidden."""
    game = dealt("strict-royal")
    other = game.copy()
    other.stock.reverse()
    for cards in other.down:
        cards.reverse()

    for seed in range(8):
        assert Greedy(Random(seed)).choose(game) == Greedy(Random(seed)).choose(other)


def chosen(game: Game, seed: int = 1) -> str | None:
    """Answer what a fresh bot plays first."""
    move = Greedy(Random(seed)).choose(game)
    return move and move.text


@pytest.mark.parametrize("seed", range(10))
def test_the_deep_column_comes_first(seed: int) -> None:
    """Of two cards that could be turned up, the one with more beneath it is."""
    game = set_up("klondike-1", "9C", "2C|8D", "2H3C4D|8H", "5S", "5C", "7H", stock="KD")

    assert chosen(game, seed) == "T3>T1"


@pytest.mark.parametrize("seed", range(10))
def test_an_ace_goes_home_at_once(seed: int) -> None:
    """Aces and Twos hold nothing up."""
    game = set_up("klondike-1", "9C", "2H3C4D|8H", "AS", "5S", "5C", "7H")

    assert chosen(game, seed) == "T3>F"


def test_a_king_takes_an_empty_column() -> None:
    """A King that lies on hidden cards moves where there is room."""
    game = set_up("klondike-1", "TC", "2H3C|KH", "", "5S", "5C", "7H", stock="KC KD KS QC QS")

    assert chosen(game) == "T2>T3"


def test_a_run_is_not_moved_to_and_fro() -> None:
    """A move that turns nothing up and sends nothing home is left alone: it draws instead."""
    game = set_up("klondike-1", "9C 8H", "9S", "5S", "5C", "7H", "7D", stock="KD")

    assert "T1>T2" in texts(game)
    assert chosen(game) == "D"


def test_it_banks_when_passes_bring_nothing() -> None:
    """A talon that has been gone through in vain is not gone through for ever."""
    game = set_up("klondike-1", "9C", "9S", "5S", "5C", "7H", "7D", stock="KD KS KH")
    bot, played = Greedy(Random(1)), []
    while move := bot.choose(game):
        played.append(move.text)
        game.play(move)

    assert played == ["D", "D", "D", "R", "D", "D", "D"]


def test_it_turns_no_talon_of_a_dead_game() -> None:
    """What may come home still does, then it banks."""
    game = set_up("klondike-1", "2SAH", "9S", "5S", "5C", "7H", "7D", stock="KD KS KH")
    bot, played = Greedy(Random(1)), []
    while move := bot.choose(game, dead=True):
        played.append(move.text)
        game.play(move)

    assert played == ["T1>F"]
