"""Positions near their end, and deals that put them on the table."""

from pantagruel_engine.position import Position
from pantagruel_engine.variant import Variant
from pantagruel_server.race.state import Dealer

ONE_KING = "strict-royal KC/-/-/-/-/-/-/-/- 13.13/13.13/13.13/13.12 - - 0"
TWO_KINGS = "strict-royal KC/KH/-/-/-/-/-/-/- 13.12/13.13/13.13/13.12 - - 0"
KING_AND_QUEEN = "strict-royal KC/QC/-/-/-/-/-/-/KC 13.13/13.13/13.13/11.12 - - 0"
HIDDEN_KING = "strict-royal KH|KC/-/-/-/-/-/-/-/- 13.12/13.13/13.13/13.12 - - 0"
TALON_KINGS = "turn1 KC/-/-/-/-/-/-/-/- 13.12/13.13/13.13/13.12 KH - 0"


def deals(line: str) -> Dealer:
    """Answer a dealer that lays out one position whatever the key."""

    def dealer(variant: Variant, _key: bytes) -> Position:
        position = Position.parse(line)
        assert position.variant == variant
        return position

    return dealer
