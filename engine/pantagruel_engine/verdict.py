"""Can the player of this game still get on? Told from what he has seen, and only when proved.

A dead game is one in which no card can be flipped and no card of the talon played any more,
whatever is moved between columns and foundations. It is not the same as a game that cannot be
won: of that nothing is said here.
"""

from enum import StrEnum
from typing import NamedTuple

from pantagruel_engine.arrangements import search
from pantagruel_engine.relaxation import prospects
from pantagruel_engine.seen import Seen

NODES = 20_000  # arrangements that a search makes: half a second or so


class Verdict(StrEnum):
    """What can be said of a game; *undecided* is also said while too little has been seen."""

    WON = "won"
    FINISHABLE = "finishable"
    ALIVE = "alive"
    DEAD = "dead"
    UNDECIDED = "undecided"


class Answer(NamedTuple):
    """A verdict, and whether the player may yet bring home more cards than are there now."""

    verdict: Verdict
    pays: bool

    @property
    def spent(self) -> bool:
        """Whether nothing can be won or paid any more: such a game ends by itself."""
        return self.verdict is Verdict.DEAD and not self.pays


def glance(seen: Seen) -> Answer:
    """Answer without a search: dead if the relaxation proves it, alive if one move shows it.

    Races and replays end games by this: what is spent must stay so in later versions.
    """
    if seen.won:
        return Answer(Verdict.WON, pays=False)
    if seen.finishable:
        return Answer(Verdict.FINISHABLE, pays=True)
    progress, pays, at_once = prospects(seen)
    if at_once:
        return Answer(Verdict.ALIVE, pays=True)
    dead = seen.whole and not progress
    return Answer(Verdict.DEAD if dead else Verdict.UNDECIDED, pays)


def judge(seen: Seen, nodes: int = NODES) -> Answer:
    """Answer with a search of at most *nodes* arrangements, where a glance leaves a question."""
    answer = glance(seen)
    if answer.verdict is not Verdict.UNDECIDED and not (
        answer.verdict is Verdict.DEAD and answer.pays
    ):
        return answer
    found = search(seen, nodes)
    if found.progress:
        return Answer(Verdict.ALIVE, pays=True)
    if answer.verdict is Verdict.DEAD or (found.whole and seen.whole):
        return Answer(Verdict.DEAD, found.pays or not found.whole)
    return answer
