"""How promising a position is, as one number; only the order of these numbers matters."""

from pantagruel_engine.card import RANKS
from pantagruel_engine.solver.macros import RED
from pantagruel_engine.solver.state import Rules, State
from pantagruel_engine.solver.weights import Weights

FAR = 12  # as many cards as count as a cover, and ranks as count as a distance


class Evaluation:
    """Evaluates the states of one search; what depends on hidden cards alone is kept."""

    def __init__(self, rules: Rules, weights: Weights) -> None:
        self._rules = rules
        self._weights = weights
        self._blocked: dict[bytes, int] = {}

    def __call__(self, state: State) -> float:
        """Answer how promising *state* is."""
        w = self._weights
        rules = self._rules
        lows = lowest(state, rules)
        columns, cover = self._columns(state, lows)
        score = columns + w.home * sum(state.home) - w.talon * len(state.talon)
        score += w.lowest * sum(lows) - w.uneven * (max(state.home) - min(lows))
        if w.covered:
            score -= w.covered * 0.3 * self._covered(state, cover)
        if rules.passes:
            score -= self._passes(state)
        return score

    def _columns(self, state: State, lows: list[int]) -> tuple[float, dict[int, int]]:
        """Answer what columns are worth, and how many cards lie on each that is wanted."""
        w = self._weights
        wanted = state.open
        hidden = squares = buried = blocked = empty = kings = ends = 0
        cover: dict[int, int] = {}
        for cards, down in zip(state.columns, state.down, strict=True):
            if not cards:
                empty += 1
                continue
            last = len(cards) - 1
            if down:
                hidden += down
                squares += down * down
                closed = cards[: down + 1]
                count = self._blocked.get(closed)
                blocked += _note(self._blocked, closed) if count is None else count
                for face in cards[:down]:
                    need = face % RANKS - lows[face // RANKS]
                    buried += FAR - need if need > 0 else FAR
            elif cards[0] % RANKS == self._rules.ranks - 1:
                kings += 1
            for place, face in enumerate(cards):
                if wanted >> face & 1 and last - place < cover.get(face, FAR):
                    cover[face] = last - place
            ends |= 1 << (cards[last] % RANKS + (RANKS if cards[last] < RED else 0))
        value = w.empty * empty + w.kings * kings + w.hosts * ends.bit_count()
        value -= w.hidden * hidden + w.blocked * blocked + 0.1 * w.depth * squares
        return value - 0.1 * w.buried * buried, cover

    def _covered(self, state: State, cover: dict[int, int]) -> int:
        """Count what lies upon the cards that foundations wait for, 12 for one out of reach."""
        rules, wanted = self._rules, state.open
        last_pass = rules.passes and state.redeals + 1 >= rules.passes
        for place, face in enumerate(state.talon):
            if wanted >> face & 1:
                above = 2
                if rules.passes and place < state.waste:
                    above = state.waste - 1 - place if last_pass else 4
                cover[face] = min(cover.get(face, FAR), above)
        ranks, packs = rules.ranks, rules.packs
        return sum(
            cover.get(pile // packs * RANKS + height, FAR)
            for pile, height in enumerate(state.home)
            if height < ranks
        )

    def _passes(self, state: State) -> float:
        """Answer what the use of passes costs."""
        w, rules = self._weights, self._rules
        size, waste = len(state.talon), state.waste
        cost = w.passes * 10 * (state.redeals + (waste / size if size else 0.0))
        if w.order and state.redeals + 1 >= rules.passes:
            passed = state.talon[:waste]
            cost += w.order * 0.1 * _wrong_way(passed) + w.behind * waste
        return cost


def lowest(state: State, rules: Rules) -> list[int]:
    """Answer the height of each suit's lowest foundation."""
    packs, home = rules.packs, state.home
    return [min(home[first : first + packs]) for first in range(0, len(home), packs)]


def _note(known: dict[bytes, int], closed: bytes) -> int:
    known[closed] = count = _wrong_way(closed)
    return count


def _wrong_way(cards: bytes) -> int:
    """Count the pairs of one suit of which the lower card lies under the higher."""
    return sum(
        low < high and low // RANKS == high // RANKS
        for place, low in enumerate(cards)
        for high in cards[place + 1 :]
    )
