"""Positions near their end, and deals that put them on the table."""

from dataclasses import replace

from pantagruel_engine.position import Column, Position
from pantagruel_engine.variant import Variant
from pantagruel_server.race.state import Dealer
from tests.engine.boards import cards, set_up

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


def buried(rules: str, *columns: str, top: str, waste: str = "", home: str = "") -> str:
    """Write a position in which all cards that are not named lie hidden under *top*, last."""
    position = set_up(rules, *columns, waste=waste, home=home).position()
    down, up = position.columns[-1]
    (face,) = cards(top)
    rest = [*down, *up]
    rest.remove(face)
    last = Column(tuple(rest), (face,))
    return replace(position, columns=(*position.columns[:-1], last)).text()


# No card of these can be turned up and none of the talon played; the waste may be turned over.
SPENT = buried("klondike-1", "2H", "2D", "2S", "2C", "4H", "4D", top="6C", waste="9C")
# Here the Ace can go home yet, and after it nothing.
ACE_PAYS = buried("klondike-1", "2SAH", "2D", "5C", "2C", "4H", "4D", top="6C", waste="9C")
# Each of the eights can go on the second nine of spades, both cannot: only a search tells that.
CROWDED = buried("harp-single", "QD|9S8H", "TD9C8D", "9S", top="2C", waste="3D", home="8C")
