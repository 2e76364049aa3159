"""The solver: its lines are played by the engine, its proofs agree with a plain search."""

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from pantagruel_engine.deal import key_of_text, layout
from pantagruel_engine.game import Game
from pantagruel_engine.notation import Move
from pantagruel_engine.rows import variant
from pantagruel_engine.solver import Answer, Progress, searching, solve
from pantagruel_engine.solver.exhaust import Exhaustive
from tests.engine.boards import play, set_up
from tests.engine.small import small_games
from tests.engine.test_small_decks import SMALL, TRAPS, Trap, won_somehow

# Where passes are short only a part of all deals can be won by anybody.
WON = [
    ("turn1", "st0"), ("turn3", "st0"), ("strict-royal", "st0"), ("gargantua", "st0"),
    ("gargantua-till-dawn", "st0"), ("harp", "st0"), ("cardz-3", "st0"),
    ("klondike-1", "st1"), ("klondike-3", "st1"),
]  # fmt: skip


def dealt(name: str, seed: str) -> Game:
    """Deal a layout of a variant."""
    return Game.start(layout(variant(name), key_of_text(seed)))


def wins(game: Game, line: tuple[Move, ...]) -> bool:
    """Tell whether the engine accepts every move of a line, and has won at its end."""
    twin = game.copy()
    for move in line:
        twin.play(move)
    return twin.won


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seed"), WON)
def test_lines_win(name: str, seed: str) -> None:
    """Each is ordinary moves from the layout to the last card home."""
    game = dealt(name, seed)
    before = game.position()

    solution = solve(game)

    assert solution.answer is Answer.WON
    assert wins(game, solution.line)
    assert solution.nodes > 0
    assert game.position() == before


def test_from_the_middle_of_a_game() -> None:
    """A game that was begun is solved from where it stands, the waste and passes as they are."""
    game = dealt("turn3", "st0")
    chance = Random(7)
    for _ in range(25):
        game.play(chance.choice(game.legal_moves()))

    solution = solve(game)

    assert solution.answer is Answer.WON
    assert wins(game, solution.line)


@pytest.mark.parametrize("trap", TRAPS, ids=["0", "1", "2"])
def test_traps(trap: Trap) -> None:
    """A twin that goes up too soon, and Kings that must come back."""
    game = Game.start(trap.position())
    solution = solve(game)

    assert solution.answer is Answer.WON
    assert wins(game, solution.line)


@pytest.mark.slow
@pytest.mark.parametrize("trap", TRAPS, ids=["0", "1", "2"])
def test_traps_by_every_move(trap: Trap) -> None:
    """The search of every move finds them by itself: it leaves out nothing that they need."""
    search = Exhaustive(Game.start(trap.position()))
    steps = search.run(2_000_000)
    for _ in steps:
        pass

    assert not search.ended


@pytest.mark.slow
def test_agrees_with_a_plain_search() -> None:
    """On small decks, won or not; and enough of them cannot be won for this to say something."""
    compared = {True: 0, False: 0}
    for game in islice(small_games("solver"), 160):
        plain = won_somehow(game, 4_000)
        if plain is None:
            continue
        solution = solve(game)
        assert solution.answer is (Answer.WON if plain else Answer.UNWINNABLE), (
            game.position().text()
        )
        assert not plain or wins(game, solution.line)
        compared[plain] += 1

    assert min(compared.values()) >= 10


def test_what_cannot_be_won_is_proved() -> None:
    """The last pass buries an Ace."""
    rules = replace(SMALL, packs=1, columns=(1,), draw=2, max_passes=1, foundation_return=False)
    game = set_up(rules, "AH", stock="AD 2D 3D 2H 3H AS 2S 3S AC 2C 3C")
    solution = solve(game)

    assert solution.answer is Answer.UNWINNABLE
    assert solution.line == ()


def test_what_is_won_already() -> None:
    """Nothing is searched where the rest plays itself, or nothing is left."""
    game = set_up(SMALL, "3C", home="3H 3H 3D 3D 3S 3S 3C 2C")

    assert [move.text for move in solve(game).line] == ["T1>F"]
    assert solve(play(game, "T1>F")).line == ()


def test_little_is_known_of_what_was_little_searched() -> None:
    """Out of nodes, the answer is that there is none."""
    solution = solve(dealt("strict-royal", "st0"), 200)

    assert solution.answer is Answer.UNKNOWN
    assert solution.nodes >= 200


def test_it_can_be_watched_and_given_up() -> None:
    """It tells how far it is, in short steps, and stops where one stops asking."""
    search = searching(dealt("strict-royal", "st0"))
    told = list(islice(search, 30))
    search.close()

    assert all(isinstance(progress, Progress) for progress in told)
    nodes = [progress.nodes for progress in told]
    assert nodes == sorted(nodes)
    assert told[0].width == 4


@pytest.mark.slow
def test_the_same_answer_twice() -> None:
    """Nothing is left to chance."""
    assert solve(dealt("turn3", "st3")) == solve(dealt("turn3", "st3"))
