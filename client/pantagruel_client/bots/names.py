"""Names for bots, out of Rabelais."""

from collections.abc import Iterator
from itertools import count
from random import Random

PEOPLE = (
    "Panurge",
    "Gargantua",
    "Badebec",
    "Frère Jean",
    "Gargamelle",
    "Grandgousier",
    "Épistémon",
    "Alcofribas",
    "Ponocrates",
    "Picrochole",
    "Carpalim",
    "Gymnaste",
    "Eusthenes",
    "Xenomanes",
    "Thaumaste",
    "Raminagrobis",
    "Rondibilis",
    "Trouillogan",
    "Bridoye",
    "Bacbuc",
    "Panigon",
    "Niphleseth",
    "Homenaz",
    "Dindenault",
    "Toucquedillon",
    "Her Trippa",
    "Janotus",
    "Humevesne",
    "Baisecul",
    "Quaresmeprenant",
    "Gaster",
    "Loup Garou",
)


def names(chance: Random) -> Iterator[str]:
    """Yield names without end, in a drawn order; the second round is Panurge II and so on."""
    order = chance.sample(PEOPLE, len(PEOPLE))
    yield from order
    for turn in count(2):
        for name in order:
            yield f"{name} {'I' * turn if turn < 4 else turn}"  # noqa: PLR2004 - IIII is no numeral
