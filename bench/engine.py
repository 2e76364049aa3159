"""What the rules cost: deal, legal moves, judge and play, view, on Strict Royal games."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from bench.measure import Stopwatch, spread
from pantagruel_engine.deal import key_of_text, layout
from pantagruel_engine.game import Game
from pantagruel_engine.notation import Move, parse_move
from pantagruel_engine.position import Position
from pantagruel_engine.rows import variant
from pantagruel_engine.view import player_view

RULES = variant("strict-royal")
GAMES = 40
COMMANDS = 115  # as many as a Strict Royal game of a person takes
SLICES = 9
REPEATS = 5  # so that a slice of the cheapest operation takes 30 ms


@dataclass(frozen=True, slots=True)
class Played:
    """A game of seeded random legal moves, and how it stood before each of them."""

    layout: Position
    moves: tuple[Move, ...]
    stages: tuple[Game, ...]


def played(seed: int) -> Played:
    """Play a deal at random to the end, or until a person would have ended it."""
    chance = random.Random(seed)
    start = layout(RULES, key_of_text(f"bench {seed}"))
    game = Game.start(start)
    moves: list[Move] = []
    stages: list[Game] = []
    while len(moves) < COMMANDS and (legal := game.legal_moves()):
        stages.append(game.copy())
        moves.append(chance.choice(legal))
        game.play(moves[-1])
    return Played(start, tuple(moves), tuple(stages))


def deals(games: list[Played]) -> int:
    for number, _ in enumerate(games):
        layout(RULES, key_of_text(f"bench {number}"))
    return len(games)


def legal_moves(games: list[Played]) -> int:
    stages = [stage for game in games for stage in game.stages]
    for stage in stages:
        stage.legal_moves()
    return len(stages)


def plays(games: list[Played]) -> int:
    for played_game in games:
        game = Game.start(played_game.layout)
        for ms, move in enumerate(played_game.moves):
            game.play(move, ms)
    return sum(len(game.moves) for game in games)


def readings(games: list[Played]) -> int:
    texts = [move.text for game in games for move in game.moves]
    for text in texts:
        parse_move(text)
    return len(texts)


def views(games: list[Played]) -> int:
    stages = [stage for game in games for stage in game.stages]
    for stage in stages:
        player_view(stage)
    return len(stages)


OPERATIONS: dict[str, Callable[[list[Played]], int]] = {
    "deal and layout": deals,
    "read and write a move's text": readings,
    "judge and play": plays,
    "legal moves": legal_moves,
    "view": views,
}


def measured() -> dict[str, list[float]]:
    """Answer for each operation the CPU microseconds of one, slice by slice, in turns."""
    games = [played(seed) for seed in range(GAMES)]
    results: dict[str, list[float]] = {name: [] for name in OPERATIONS}
    for _ in range(SLICES):
        for name, operation in OPERATIONS.items():
            watch = Stopwatch()
            count = sum(operation(games) for _ in range(REPEATS))
            results[name].append(watch.cost().cpu / count * 1e6)
    return results


def main() -> None:
    """Print what each operation costs."""
    print(f"engine: {RULES.title}, {GAMES} games of {COMMANDS} random moves, CPU us each")
    for name, costs in measured().items():
        print(f"  {name:<34} {spread(costs)}")


if __name__ == "__main__":
    main()
