"""What one bot likes better than another: weights drawn from a seed."""

from dataclasses import dataclass
from random import Random
from typing import Self


@dataclass(frozen=True, slots=True)
class Style:
    """A taste in moves. What is worth nothing or less is done only when nothing else is left.

    *flip* a hidden card turned up; *depth* more for each hidden card below it; *home* a card to
    its foundation; *caution* less for each rank that it runs ahead of the lowest foundation;
    *talon* a waste card played to a column; *thrift* less for that on the first pass, unless a
    hidden card can be turned up by it; *king* a King into an empty column; *clear* a column
    emptied while a King waits; *dig* a run parted because the card above its lower part goes
    home; *whim* the greatest random share of a value.
    """

    flip: float
    depth: float
    home: float
    caution: float
    talon: float
    thrift: float
    king: float
    clear: float
    dig: float
    whim: float

    @classmethod
    def drawn(cls, chance: Random) -> Self:
        """Draw a taste that is sensible, whatever the chance."""
        return cls(
            flip=chance.uniform(25, 60),
            depth=chance.uniform(2, 8),
            home=chance.uniform(15, 60),
            caution=chance.uniform(1, 14),
            talon=chance.uniform(5, 45),
            thrift=chance.uniform(-40, 40),
            king=chance.uniform(8, 40),
            clear=chance.uniform(5, 25),
            dig=chance.uniform(4, 25),
            whim=chance.uniform(3, 15),
        )
