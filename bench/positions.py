"""Positions of games that the greedy bot plays."""

from collections.abc import Iterator
from itertools import count
from random import Random

from pantagruel_client.bots.greedy import Greedy
from pantagruel_engine.deal import key_of_text, layout
from pantagruel_engine.game import Game
from pantagruel_engine.rows import variant
from pantagruel_engine.seen import Seen, seen_by_player
from pantagruel_engine.verdict import Verdict, judge


def stages(rules: str, seed: int) -> Iterator[Game]:
    """Play a deal to its end, and yield the one game as it stands, move by move."""
    row = variant(rules)
    game, bot = Game.start(layout(row, key_of_text(f"verdict {seed}"))), Greedy(Random(seed))
    yield game
    while not (game.won or game.finishable) and (move := bot.choose(game)) is not None:
        game.play(move)
        yield game


def hard() -> Seen:
    """Answer a position on which a search goes to its bound."""
    for seed in count():
        for game in stages("turn3", seed):
            seen = seen_by_player(game)
            if seen.whole and judge(seen).verdict is Verdict.UNDECIDED:
                return seen
    raise AssertionError
