"""What moves between columns and foundations alone can reach, each arrangement once."""

import pytest

from pantagruel_engine.arrangements import Found, search
from pantagruel_engine.seen import seen_by_player
from tests.engine.boards import set_up
from tests.engine.exhaustive import truth

PLENTY = 10_000


def test_bound_is_kept() -> None:
    """With nothing to move no arrangement is made; else so many as were allowed, and no more."""
    still = seen_by_player(set_up("gargantua", *["9H", "9D"] * 2, *["JH", "JD"] * 2))
    move = seen_by_player(
        set_up("gargantua", *["9H", "9D"] * 2, "JH", "JH", "JD", "3D", home="2C")
    )

    assert search(still, 0) == Found(progress=False, pays=False, whole=True)
    assert search(move, 0) == Found(progress=False, pays=False, whole=False)


@pytest.mark.parametrize("rules", ["turn3", "strict-royal", "harp-single", "gargantua-till-dawn"])
def test_search_and_plain_search_agree(rules: str) -> None:
    """Which columns hold what makes no difference, so fewer arrangements tell the same."""
    game = set_up(rules, "9S", "8D", "8H", "TD", "TH", "2S", "2C", "AH", waste="4D")
    right = truth(game, PLENTY)
    found = search(seen_by_player(game), PLENTY)

    assert right is not None
    assert (found.progress, found.pays) == right


def test_more_cards_home_are_noticed() -> None:
    """A card that comes down and goes up again is none more."""
    stuck = ["9H", "9D", "9H", "9D", "JH", "JH"]
    down = set_up("gargantua", *stuck, "3S", "4C", home="2D")
    up = set_up("gargantua", *stuck, "4S3D", "4C", home="2D")

    assert search(seen_by_player(down), PLENTY) == Found(progress=False, pays=False, whole=True)
    assert search(seen_by_player(up), PLENTY) == Found(progress=False, pays=True, whole=True)
