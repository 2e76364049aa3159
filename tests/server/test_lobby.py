"""Races are opened and found by codes that nobody else has."""

from random import Random

from pantagruel_server.entropy import Entropy
from pantagruel_server.identity import Identity, Player
from pantagruel_server.lobby import Lobby
from pantagruel_server.race.opening import Options
from pantagruel_server.rooms.registry import Registry
from pantagruel_server.settings import Settings
from tests.clocks import ManualClock
from tests.server.held import HeldJournal
from tests.server.test_audience import Ear

ANNA = Player("anna", "Anna", bot=False)


class Stubborn(Entropy):
    """Draws the same code again and again before it draws another."""

    def __init__(self) -> None:
        super().__init__(Random(1).randbytes)
        self._codes = ["AAAAAAAA"] * 4 + ["BBBBBBBB"]

    def code(self) -> str:
        return self._codes.pop(0)


async def test_codes_are_unique() -> None:
    """Two live races never share a code, and each is found by its own, however it is typed."""
    clock = ManualClock()
    journal, chance = HeldJournal(), Stubborn()
    registry = Registry(journal, clock, Settings())
    lobby = Lobby(registry, clock, chance, Identity(journal, chance))
    first = await lobby.open(ANNA, Options("turn1"))
    second = await lobby.open(ANNA, Options("turn1"))

    assert (first.code, second.code) == ("AAAAAAAA", "BBBBBBBB")
    assert registry.by_code("BBBBBBBB") is second
    assert lobby.seat_by_code("bbbb-bbbb", ANNA, Ear()) is not None
    assert lobby.seat_by_code("CCCCCCCC", ANNA, Ear()) is None
    assert lobby.seat_in(first.id, ANNA, Ear()) is not None
    assert lobby.seat_in("nowhere", ANNA, Ear()) is None
