"""Cards that may go home without a thought: nobody will miss them.

With two packs that is not so plain as with one: a card's twin may need the place on the
foundation, so that the suit's lower pile must be as far. This is a reduction of the beam, which
proves lines; a proof that there is none never uses it.
"""

from pantagruel_engine.card import RANKS
from pantagruel_engine.solver.evaluate import lowest
from pantagruel_engine.solver.macros import HOME, RED, TALON_HOME, Macro, play
from pantagruel_engine.solver.state import Rules, State


def tidy(state: State, rules: Rules) -> list[Macro]:
    """Send home what is safe, and answer the macros that did it."""
    done: list[Macro] = []
    while macro := _next(state, rules):
        play(state, macro, rules)
        done.append(macro)
    return done


def _next(state: State, rules: Rules) -> Macro | None:
    wanted, lows = state.open, None
    for column, cards in enumerate(state.columns):
        if cards and wanted >> cards[-1] & 1:
            lows = lows or lowest(state, rules)
            if _is_safe(cards[-1], lows, rules):
                return Macro(HOME, column)
    # Elsewhere a card that leaves the waste changes what later passes bring.
    steady = rules.passes and (rules.draw == 1 or state.redeals + 1 >= rules.passes)
    if steady and state.waste:
        face = state.talon[state.waste - 1]
        if wanted >> face & 1 and _is_safe(face, lows or lowest(state, rules), rules):
            return Macro(TALON_HOME, 0, 0, state.waste, state.redeals)
    return None


def _is_safe(face: int, lows: list[int], rules: Rules) -> bool:
    """Tell whether no card needs *face* as a host, nor its twin the place that it takes."""
    rank, suit = face % RANKS + 1, face // RANKS
    if lows[suit] < rank - 1:
        return False
    others = min(lows[2], lows[3]) if face < RED else min(lows[0], lows[1])
    if others >= rank - 1:
        return True
    partner = lows[suit ^ 1]
    return rules.returns and others >= rank - 2 and partner >= rank - 3
