"""Styles: drawn from the seed, always sensible."""

from dataclasses import astuple
from random import Random

from pantagruel_client.bots.styles import Style


def test_each_seed_has_its_own_taste() -> None:
    """A thousand seeds make a thousand tastes, the same ones each time."""
    tastes = {astuple(Style.drawn(Random(seed))) for seed in range(1000)}

    assert len(tastes) == 1000
    assert Style.drawn(Random(1)) == Style.drawn(Random(1))


def test_every_taste_likes_flips_best() -> None:
    """Turning up the deepest card beats clearing, digging and whims, whoever plays."""
    for seed in range(1000):
        style = Style.drawn(Random(seed))

        assert style.flip + style.depth * 8 > max(style.clear, style.dig, style.king)
