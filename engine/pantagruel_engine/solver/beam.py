"""Beam search: layer by layer, only the most promising positions are kept."""

from collections.abc import Generator
from heapq import heappush, heapreplace
from itertools import count
from typing import TypeAlias

from pantagruel_engine.solver.evaluate import Evaluation
from pantagruel_engine.solver.macros import Macro, macros, play
from pantagruel_engine.solver.safe import tidy
from pantagruel_engine.solver.state import Rules, State

Link: TypeAlias = "tuple[Link, Macro] | None"
Entry = tuple[float, int, State, Link]


class Beam:
    """Searches from one position; `nodes` counts the positions that were made.

    `narrow` tells whether the last one had to drop any.
    """

    def __init__(self, start: State, rules: Rules, evaluation: Evaluation) -> None:
        self._start = start
        self._rules = rules
        self._evaluation = evaluation
        self.nodes = 0
        self.narrow = False

    def run(self, width: int, most: int) -> Generator[None, None, list[Macro] | None]:
        """Search with at most *most* nodes more, making way after each layer.

        Returns the macros that settle the game, or None.
        """
        most += self.nodes
        self.narrow = False
        rules, seen, number = self._rules, set[int](), count()
        first = self._start.copy()
        link: Link = None
        for macro in tidy(first, rules):
            link = (link, macro)
        if first.settled(rules):
            return unlinked(link)
        layer: list[Entry] = [(0.0, next(number), first, link)]
        while layer and self.nodes < most:
            found: list[Entry] = []
            for entry in layer:
                won = self._expand(entry, found, seen, width, number)
                if won is not None:
                    return won
            layer = found
            yield
        return None

    def _expand(
        self, entry: Entry, found: list[Entry], seen: set[int], width: int, number: "count[int]"
    ) -> list[Macro] | None:
        """Make what follows a position, keeping the best in *found*; answers a win."""
        _, _, state, link = entry
        rules = self._rules
        for macro in macros(state, rules):
            after = state.copy()
            play(after, macro, rules)
            done = tidy(after, rules)
            self.nodes += 1
            key = after.key(rules)
            if key in seen:
                continue
            seen.add(key)
            chain: Link = (link, macro)
            for safe in done:
                chain = (chain, safe)
            if after.settled(rules):
                return unlinked(chain)
            made = (self._evaluation(after), next(number), after, chain)
            if len(found) < width:
                heappush(found, made)
            else:
                self.narrow = True
                if made[0] > found[0][0]:
                    heapreplace(found, made)
        return None


def unlinked(link: Link) -> list[Macro]:
    """Answer a chain from its beginning on."""
    chain = []
    while link is not None:
        link, macro = link
        chain.append(macro)
    return chain[::-1]
