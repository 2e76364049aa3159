"""What players were told, against what the journal and the replay say."""

import asyncio
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple


class Told(NamedTuple):
    """An acknowledgement as its player got it, or a move as the journal holds it."""

    race: str
    player: str
    n: int
    text: str
    ms: int


class Ledger:
    """Every acknowledgement, in the order in which the players got them, and every refusal."""

    def __init__(self) -> None:
        self.told: list[Told] = []
        self.refused: list[str] = []
        self._news = asyncio.Event()

    def note(self, told: Told) -> None:
        self.told.append(told)
        self._news.set()

    async def grow(self, races: Collection[str]) -> None:
        """Wait until a move was acknowledged in each of *races* from now on."""
        seen = len(self.told)
        while set(races) - {told.race for told in self.told[seen:]}:
            self._news.clear()
            await self._news.wait()


class Differences(NamedTuple):
    """All empty when nothing acknowledged was lost and nothing else happened."""

    lost: list[Told]  # acknowledged, and not in the journal
    doubled: list[tuple[str, str, int]]  # numbers that stand in the journal twice
    holes: list[tuple[str, str]]  # players whose numbers are not 1, 2, 3, ... in this order
    unheard: list[Told]  # in the journal, and never acknowledged although the player came back
    backwards: list[tuple[str, int, int]]  # race times that went back, in the journal's order


def compare(acknowledged: Iterable[Told], journalled: Sequence[Told]) -> Differences:
    """Hold the two against each other."""
    heard, stored = set(acknowledged), set(journalled)
    counts = Counter((move.race, move.player, move.n) for move in journalled)
    numbers: dict[tuple[str, str], list[int]] = {}
    times: dict[str, int] = {}
    backwards = []
    for move in journalled:
        numbers.setdefault((move.race, move.player), []).append(move.n)
        before = times.get(move.race, 0)
        if move.ms < before:
            backwards.append((move.race, before, move.ms))
        times[move.race] = move.ms
    return Differences(
        lost=sorted(heard - stored),
        doubled=[number for number, count in counts.items() if count > 1],
        holes=[who for who, ns in numbers.items() if ns != list(range(1, len(ns) + 1))],
        unheard=sorted(stored - heard),
        backwards=backwards,
    )
