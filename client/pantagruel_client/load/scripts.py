"""Legal games written out beforehand, so that a load costs its sender nothing to think."""

import random
from functools import cache

from pantagruel_engine.deal import key_of_text, layout
from pantagruel_engine.game import Game
from pantagruel_engine.rows import variant
from pantagruel_engine.seen import seen_by_player
from pantagruel_engine.verdict import glance


@cache
def script(rules: str, seed: str, style: int, length: int) -> tuple[str, ...]:
    """Play a numbered deal at random, seeded by *style*: the texts of at most *length* moves."""
    row = variant(rules)
    game = Game.start(layout(row, key_of_text(seed)))
    chance = random.Random(style)  # noqa: S311 -- a game, no secret
    texts = []
    for _ in range(length):
        legal = game.legal_moves()
        if not legal:
            break
        move = chance.choice(legal)
        game.play(move)
        texts.append(move.text)
        if glance(seen_by_player(game)).spent:
            break  # the server ends it now, or a few moves later
    return tuple(texts)
