"""Looks through the arrangements that moves between columns and foundations alone can reach."""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pantagruel_engine.card import RANKS, SUITS
from pantagruel_engine.fits import LANDS, kings, starters
from pantagruel_engine.seen import Seen
from pantagruel_engine.variant import RunMoves

Run = tuple[int, ...]
Columns = tuple[tuple[bool, Run], ...]


class Arrangement(NamedTuple):
    """Columns in an order of their own (which one is where makes no difference), and heights.

    Heights are sorted within each suit, for the same reason.
    """

    columns: Columns
    heights: tuple[int, ...]


class Found(NamedTuple):
    """What a search saw: progress, a card more at home than at its start; and if it saw all."""

    progress: bool
    pays: bool
    whole: bool


def search(seen: Seen, nodes: int) -> Found:
    """Make at most *nodes* arrangements, the nearest first, those made before included."""
    finder = _Finder(seen)
    start = _arranged(list(seen.columns), list(seen.foundations), seen.variant.packs)
    home, pays = sum(start.heights), False
    if finder.plays(start):
        return Found(progress=True, pays=True, whole=False)
    waiting, known = deque([start]), {start}
    while waiting:
        for after in finder.after(waiting.popleft()):
            if nodes == 0:
                return Found(progress=False, pays=pays, whole=False)
            nodes -= 1
            if after in known:
                continue
            if after is None or finder.plays(after):
                return Found(progress=True, pays=True, whole=False)
            known.add(after)
            waiting.append(after)
            pays = pays or sum(after.heights) > home
    return Found(progress=False, pays=pays, whole=True)


def _arranged(columns: list[tuple[bool, Run]], heights: list[int], packs: int) -> Arrangement:
    columns.sort()
    if packs > 1:
        for suit in range(0, SUITS * packs, packs):
            heights[suit : suit + packs] = sorted(heights[suit : suit + packs])
    return Arrangement(tuple(columns), tuple(heights))


class _Finder:
    """The rules of one game, as far as they concern columns and foundations."""

    def __init__(self, seen: Seen) -> None:
        self.rules = seen.variant
        self.packs = seen.variant.packs
        self.coming = seen.coming
        self.lands = LANDS[seen.variant.build]
        self.starters = starters(seen.variant)
        self.kings = kings(seen.variant)

    def plays(self, arrangement: Arrangement) -> bool:
        """Tell whether a card of the talon that can come has a place."""
        columns, heights = arrangement
        lands, starters, coming = self.lands, self.starters, self.coming
        for _, run in columns:
            if not coming.isdisjoint(lands[run[-1]] if run else starters):
                return True
        return any(
            height < self.rules.ranks and pile // self.packs * RANKS + height in coming
            for pile, height in enumerate(heights)
        )

    def after(self, arrangement: Arrangement) -> Iterator[Arrangement | None]:
        """Yield the arrangements one move on; None stands for a flip."""
        hosts = self._hosts(arrangement.columns)
        for source, (hidden, run) in enumerate(arrangement.columns):
            if not run:
                continue
            pile = self._ready(arrangement.heights, run[-1])
            if pile is not None:
                yield self._moved(arrangement, source, 1, pile=pile)
            for count in self._counts(run):
                whole = count == len(run)
                for target in hosts.get(run[-count], ()):
                    # A whole run without hidden cards gains nothing in another empty column.
                    if not whole or hidden or arrangement.columns[target][1]:
                        yield self._moved(arrangement, source, count, target=target)
        if self.rules.foundation_return:
            yield from self._come_down(arrangement, hosts)

    def _hosts(self, columns: Columns) -> dict[int, list[int]]:
        """Answer for each face that fits somewhere the columns that take it, one empty one."""
        hosts: dict[int, list[int]] = {}
        empty = False
        for column, (_, run) in enumerate(columns):
            if run or not empty:
                empty = empty or not run
                for face in self.lands[run[-1]] if run else self.starters:
                    hosts.setdefault(face, []).append(column)
        return hosts

    def _ready(self, heights: tuple[int, ...], face: int) -> int | None:
        """Find the foundation that waits for a face."""
        first = face // RANKS * self.packs
        for pile in range(first, first + self.packs):
            if heights[pile] == face % RANKS:
                return pile
        return None

    def _counts(self, run: Run) -> Iterable[int]:
        """Answer how many cards of a run may move to another column."""
        size = len(run)
        match self.rules.run_moves:
            case RunMoves.ANY:
                return range(1, size + 1)
            case RunMoves.FULL:
                return (size,)
            case RunMoves.SINGLE:
                return [count for count in range(1, size + 1) if self._single(run, count)]
            case RunMoves.FULL_OR_SINGLE:
                return {1, size}

    def _single(self, run: Run, count: int) -> bool:
        return count == 1 or run[-count] in self.kings

    def _come_down(
        self, arrangement: Arrangement, hosts: dict[int, list[int]]
    ) -> Iterator[Arrangement]:
        columns, heights = arrangement
        for pile, height in enumerate(heights):
            if height:
                face = pile // self.packs * RANKS + height - 1
                for target in hosts.get(face, ()):
                    after = list(columns)
                    hidden, run = after[target]
                    after[target] = hidden, (*run, face)
                    yield _arranged(
                        after, [*heights[:pile], height - 1, *heights[pile + 1 :]], self.packs
                    )

    def _moved(
        self,
        arrangement: Arrangement,
        source: int,
        count: int,
        *,
        target: int | None = None,
        pile: int | None = None,
    ) -> Arrangement | None:
        """Answer the arrangement after cards left a column, None if that flips one."""
        columns, heights = list(arrangement.columns), list(arrangement.heights)
        hidden, run = columns[source]
        if hidden and count == len(run):
            return None
        columns[source] = hidden, run[:-count]
        if target is not None:
            under, above = columns[target]
            columns[target] = under, above + run[-count:]
        if pile is not None:
            heights[pile] += 1
        return _arranged(columns, heights, self.packs)
