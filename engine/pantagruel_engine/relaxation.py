"""Proves fast that a game can make no progress, by letting every card be in two places at once.

The facts of this world only grow: a card that could be laid bare stays bare, a column that could
be emptied stays empty, a foundation that could be ready for a card stays ready. Whatever real
moves between columns and foundations can bring about comes about here too; so what never comes
about here never can. The other way round nothing follows.
"""

from collections.abc import Iterable
from typing import NamedTuple

from pantagruel_engine.card import FACES, RANKS, SUITS
from pantagruel_engine.fits import LANDS
from pantagruel_engine.seen import Seen
from pantagruel_engine.variant import EmptyColumn, RunMoves


def bits(faces: Iterable[int]) -> int:
    """Write a set of faces as an integer: unions of such are cheap."""
    found = 0
    for face in faces:
        found |= 1 << face
    return found


_KINGS = tuple(
    bits(number * RANKS + ranks - 1 for number in range(SUITS)) for ranks in range(1, RANKS + 1)
)
_EVERY = bits(range(FACES))
_LANDS = {build: tuple(map(bits, lands)) for build, lands in LANDS.items()}


class Prospects(NamedTuple):
    """What may come about: progress (a flip, or a talon card played), and one more card home.

    *at_once* says that progress is one move away, which is certain, draws aside.
    """

    progress: bool
    pays: bool
    at_once: bool = False


def prospects(seen: Seen) -> Prospects:
    """Answer what cannot be excluded; where it says no, no moves can do it."""
    world = _World(seen)
    if world.at_once():
        return Prospects(progress=True, pays=True, at_once=True)
    world.left = world.cards()
    while world.grows() and not world.progress:
        pass
    return Prospects(world.progress, world.pays or world.progress)


class _World:
    """What may be true by now, sets of faces as bits.

    *takes* are the faces that some column may take, *wanted* those that some foundation may,
    *tops* those that may lie on top of one. *left* are the cards of which more can be learnt: the
    face as a bit, the column, the place in its run. *bare* and *gone* are such columns and places.
    """

    def __init__(self, seen: Seen) -> None:
        rules = seen.variant
        self.progress = self.pays = self.new = False
        self.columns = seen.columns
        self.coming = bits(seen.coming)
        self.returns = rules.foundation_return
        self.policy = rules.run_moves
        self.lands = _LANDS[rules.build]
        self.kings = _KINGS[rules.ranks - 1]
        self.starters = _EVERY if rules.empty_column is EmptyColumn.ANY else self.kings
        self.takes = self.wanted = self.tops = self.down = 0
        self.bare: set[tuple[int, int]] = set()
        self.gone: set[tuple[int, int]] = set()
        self.left: list[tuple[int, int, int]] = []
        for column, (_, run) in enumerate(seen.columns):
            self._lay_bare(column, len(run))
        self.highest = rules.ranks
        for pile, height in enumerate(seen.foundations):
            self._stand(pile // rules.packs * RANKS, height)

    def cards(self) -> list[tuple[int, int, int]]:
        """Answer every card of a column, what lies on a card before it."""
        return [
            (1 << run[place], column, place)
            for column, (_, run) in enumerate(self.columns)
            for place in range(len(run) - 1, -1, -1)
        ]

    def at_once(self) -> bool:
        """Tell whether one move makes progress, in the world as it is before it grows."""
        if (self.takes | self.wanted) & self.coming:
            return True
        for hidden, run in self.columns:
            if hidden:
                face = 1 << run[0]
                bare = len(run) == 1
                if face & self.takes and self._lifts(face, 0, bare=bare):
                    return True
                if bare and face & self.wanted:
                    return True
        return False

    def grows(self) -> bool:
        """Draw every conclusion once; tell whether any was new."""
        self.new = False
        self.left = [card for card in self.left if not self._goes_home(*card)]
        if self.returns:
            self._come_down()
        if (self.takes | self.wanted) & self.coming:
            self.progress = True
        return self.new

    def _goes_home(self, face: int, column: int, place: int) -> bool:
        """Let a card leave its place in every way it can; tell whether one is the way home."""
        bare = (column, place) in self.bare
        home = bare and bool(face & self.wanted)
        if home:
            self.pays = self.new = True
            number = face.bit_length() - 1
            self._stand(number - number % RANKS, number % RANKS + 1)
        if (column, place) not in self.gone and (
            home or (face & self.takes and self._lifts(face, place, bare=bare))
        ):
            self.new = True
            self.gone.add((column, place))
            self._lay_bare(column, place)
        return home

    def _lifts(self, face: int, place: int, *, bare: bool) -> bool:
        """Tell whether the variant may let the run from this card on move to another column."""
        match self.policy:
            case RunMoves.ANY:
                return True
            case RunMoves.FULL:
                return place == 0
            case RunMoves.SINGLE:
                return bare or bool(face & self.kings)
            case RunMoves.FULL_OR_SINGLE:
                return bare or place == 0

    def _lay_bare(self, column: int, count: int) -> None:
        """Let all but the first *count* cards of a run be gone."""
        hidden, run = self.columns[column]
        if count:
            self.bare.add((column, count - 1))
            self.takes |= self.lands[run[count - 1]]
        elif hidden:
            self.progress = True
        else:
            self.takes |= self.starters

    def _stand(self, ace: int, height: int) -> None:
        """Let a foundation be of this height."""
        if height:
            self.tops |= 1 << (ace + height - 1)
        if height < self.highest:
            self.wanted |= 1 << (ace + height)

    def _come_down(self) -> None:
        """Let cards come down from foundations to where columns take them."""
        coming = self.tops & self.takes & ~self.down
        while coming:
            self.new = True
            number = coming.bit_length() - 1
            self.down |= 1 << number
            self.takes |= self.lands[number]
            self._stand(number - number % RANKS, number % RANKS)
            coming = self.tops & self.takes & ~self.down
