"""Patience with a journal that does not answer."""

import pytest

from pantagruel_engine.deal import layout
from pantagruel_server.rooms.custody import LONGEST_PAUSE_S, Custody, Unusable, pause_s
from tests.server.held import HeldJournal


def test_pauses() -> None:
    """The first try again comes soon, each later one after twice as long, up to a bound."""
    pauses = [pause_s(failures) for failures in range(1, 20)]

    assert pauses[:4] == [0.05, 0.1, 0.2, 0.4]
    assert pauses == sorted(pauses)
    assert pauses[-1] == LONGEST_PAUSE_S


@pytest.mark.parametrize("history", [[], [b""], [b"\x01\x90"], [b"no event"]], ids=str)
async def test_no_race(history: list[bytes]) -> None:
    """What is no history of a race is named, whatever is wrong with it."""
    journal = HeldJournal()
    journal.events["race"] = history

    with pytest.raises(Unusable):
        await Custody(journal, "node", 1, layout).recall("race")
