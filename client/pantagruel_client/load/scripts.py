"""Legal games written out beforehand, so that a load costs its sender nothing to think."""

import random
from functools import cache

from pantagruel_engine.deal import key_of_text, layout
from pantagruel_engine.game import Game
from pantagruel_engine.rows import variant


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
    return tuple(texts)
