"""Moves of the search: each is a few ordinary moves that belong together."""

from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

from pantagruel_engine.card import RANKS
from pantagruel_engine.game import Game
from pantagruel_engine.legal import WASTE_HOME
from pantagruel_engine.notation import DRAW, REDEAL, Kind, Move, column_moves, single_move
from pantagruel_engine.solver.state import FACES, Rules, State

RED = 2 * RANKS  # faces below are hearts and diamonds


class Act(IntEnum):
    """What a macro does."""

    HOME = 0  # the last card of column `source`
    RUN = 1  # the whole run of `source` to column `target`
    LIFT = 2  # what lies on the card at `place` of `source` to `target`, and that card home
    TALON_HOME = 3  # the talon's card at `place`, counted from 1, once `redeals` were made
    TALON_COLUMN = 4  # the same to column `target`
    BACK = 5  # the King `place` (a face) from its foundation to the empty column `target`


class Macro(NamedTuple):
    """One act; numbers that it does not need are 0."""

    act: Act
    source: int = 0
    target: int = 0
    place: int = 0
    redeals: int = 0


HOME, RUN, LIFT, TALON_HOME, TALON_COLUMN, BACK = Act


def macros(state: State, rules: Rules) -> list[Macro]:
    """Answer every macro that may be played; of equal hosts only one."""
    hosts = [-1] * (FACES + 1)  # by the face that may be put there
    empty = -1
    for column, cards in enumerate(state.columns):
        if cards:
            below = cards[-1] - 1
            if cards[-1] % RANKS:
                for face in _twins(below):
                    hosts[face] = column
        elif empty < 0:
            empty = column
    found = _from_columns(state, rules, hosts, empty)
    found += _from_talon(state, rules, hosts, empty)
    if rules.returns and empty >= 0:
        found += _kings(state, rules, empty)
    return found


# For a face the two of the other colour and the same rank.
_OTHERS = [
    tuple(suit * RANKS + face % RANKS for suit in ((2, 3) if face < RED else (0, 1)))
    for face in range(FACES)
]


def _twins(face: int) -> tuple[int, ...]:
    return _OTHERS[face]


def _from_columns(state: State, rules: Rules, hosts: list[int], empty: int) -> list[Macro]:
    found: list[Macro] = []
    king = rules.ranks - 1
    wanted = state.open
    for source, cards in enumerate(state.columns):
        if not cards:
            continue
        last, down = len(cards) - 1, state.down[source]
        if wanted >> cards[last] & 1:
            found.append(Macro(HOME, source))
        first = down if rules.parts else max(down, last - 1) if rules.singles else last
        found += _lifts(source, cards, range(first, last), wanted, hosts)
        head = cards[down]
        if head % RANKS == king:
            if down and empty >= 0:
                found.append(Macro(RUN, source, empty))
        elif hosts[head] >= 0 and (not rules.singles or last == down):
            found.append(Macro(RUN, source, hosts[head]))
    return found


def _lifts(
    source: int, cards: bytes, places: range, wanted: int, hosts: list[int]
) -> Iterator[Macro]:
    """Yield how a wanted card is freed from those upon it."""
    for place in places:
        if wanted >> cards[place] & 1:
            target = hosts[cards[place + 1]]
            if target >= 0 and target != source:
                yield Macro(LIFT, source, target, place)


def _from_talon(state: State, rules: Rules, hosts: list[int], empty: int) -> list[Macro]:
    found = []
    king, wanted, talon = rules.ranks - 1, state.open, state.talon
    for place, redeals in _tops(state, rules):
        face = talon[place - 1]
        if wanted >> face & 1:
            found.append(Macro(TALON_HOME, 0, 0, place, redeals))
        target = empty if face % RANKS == king else hosts[face]
        if target >= 0:
            found.append(Macro(TALON_COLUMN, 0, target, place, redeals))
    return found


def _tops(state: State, rules: Rules) -> Iterator[tuple[int, int]]:
    """Yield the places of the talon that come to the top, and after how many redeals in all."""
    size, draw = len(state.talon), rules.draw
    if not size:
        return
    seen = 0
    place = state.waste or min(draw, size)
    redeals = state.redeals
    while True:
        if not seen >> place & 1:
            seen |= 1 << place
            yield place, redeals
        if place < size:
            place = min(place + draw, size)
        elif redeals == state.redeals and (not rules.passes or redeals + 1 < rules.passes):
            redeals += 1
            place = min(draw, size)
        else:
            return


def _kings(state: State, rules: Rules, empty: int) -> list[Macro]:
    """Kings may come back to bear cards again."""
    king = rules.ranks - 1
    return [
        Macro(BACK, 0, empty, suit * RANKS + king)
        for suit in range(len(state.home) // rules.packs)
        if rules.ranks in state.home[suit * rules.packs : (suit + 1) * rules.packs]
    ]


def play(state: State, macro: Macro, rules: Rules) -> None:
    """Carry a macro out."""
    act, source, target, place, redeals = macro
    if act == HOME:
        state.send_home(state.pop(source), rules)
    elif act == RUN:
        state.shift(source, state.down[source], target)
    elif act == LIFT:
        state.shift(source, place + 1, target)
        state.send_home(state.pop(source), rules)
    elif act == BACK:
        state.take_back(place, rules)
        state.push(place, target)
    else:
        face = state.talon[place - 1]
        state.talon = state.talon[: place - 1] + state.talon[place:]
        state.waste = place - 1
        if rules.passes:
            state.redeals = redeals
        if act == TALON_HOME:
            state.send_home(face, rules)
        else:
            state.push(face, target)


def ordinary(game: Game, macro: Macro, redeals: int) -> Iterator[Move]:
    """Yield the moves that a macro stands for; *game* is played on by whoever takes them.

    *redeals* are those that the state had before it.
    """
    act, source, target, place, after = macro
    if act == HOME:
        yield single_move(Kind.COLUMN_TO_FOUNDATION, source)
    elif act == RUN:
        yield column_moves(source, target)[len(game.up[source]) - 1]
    elif act == LIFT:
        count = len(game.down[source]) + len(game.up[source]) - place - 1
        yield column_moves(source, target)[count - 1]
        yield single_move(Kind.COLUMN_TO_FOUNDATION, source)
    elif act == BACK:
        height = game.variant.ranks
        first = place // RANKS * game.variant.packs
        yield single_move(Kind.FOUNDATION_TO_COLUMN, game.foundations.index(height, first), target)
    else:
        yield from _turned(game, place, after - redeals)
        home = act == TALON_HOME
        yield WASTE_HOME if home else single_move(Kind.WASTE_TO_COLUMN, target=target)


def _turned(game: Game, place: int, redeals: int) -> Iterator[Move]:
    """Yield the draws and redeals that bring a card of the talon to the top."""
    for _ in range(redeals):
        while game.stock:
            yield DRAW
        yield REDEAL
    while len(game.waste) != place:
        yield DRAW
