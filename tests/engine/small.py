"""Small decks of two packs, dealt at random under rules at random, for searches to the end."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from pantagruel_engine.card import RANKS, SUITS
from pantagruel_engine.game import Game
from pantagruel_engine.position import Column, Position
from pantagruel_engine.rows import variant


def small_games(seed: str) -> Iterator[Game]:
    """Deal for ever: 3 or 4 ranks, 1 to 3 columns, draws of 1 to 5, no limit or 1 to 3 passes."""
    chance = Random(seed)
    while True:
        ranks = chance.choice((3, 3, 3, 4))
        sizes = tuple(range(1, chance.randint(1, 3) + 1))
        rules = replace(
            variant("turn1"),
            ranks=ranks,
            columns=sizes,
            draw=chance.randint(1, 5),
            max_passes=chance.randint(0, 3) or None,
            foundation_return=chance.random() < 0.5,
            pass_penalty=0,
        )
        deck = [suit * RANKS + rank for suit in range(SUITS) for rank in range(ranks)] * 2
        chance.shuffle(deck)
        columns = []
        for size in sizes:
            *down, up = deck[:size]
            del deck[:size]
            columns.append(Column(tuple(down), (up,)))
        yield Game.start(Position(rules, tuple(columns), (0,) * 8, tuple(deck), ()))
