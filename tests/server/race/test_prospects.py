"""When a race looks for dead games, and how such a game ends by itself."""

import pytest

from pantagruel_protocol.server_messages import Over
from pantagruel_server.race.effects import BrokenHistory
from pantagruel_server.race.events import GameDied
from pantagruel_server.race.opening import Options
from pantagruel_server.race.prospects import LULL, due, spent
from tests.server.race.positions import ACE_PAYS, SPENT, buried, deals
from tests.server.race.table import HOST, Table

TURNS = ("R", "D") * LULL


def at(line: str) -> Table:
    """Start a race in a position."""
    name, _, passes = line.partition(" ")[0].partition(";passes=")
    options = Options(name, seats=1, passes=int(passes) if passes else None)
    table = Table(options, deals(line))
    table.start(HOST)
    return table


def test_looks_in_a_lull() -> None:
    """After every eighth command in a row that neither flips nor plays a talon card."""
    table = at(SPENT)
    looked = []
    for number, text in enumerate(TURNS, 1):
        table.play(HOST, text)
        if due(table.race.seats[0]):
            looked.append(number)

    assert looked == [LULL, 2 * LULL]


def test_progress_ends_a_lull() -> None:
    """A talon card played and a flip begin to count anew, a card that only moves does not."""
    columns = ("TD", "KS|9S", "TH", "2D", "4H", "4D")
    table = at(buried("klondike-1", *columns, top="6C", waste="9C"))
    counts = []
    for text in ("R", "D", "W>T1", "T1>T3", "T2>T1"):
        table.play(HOST, text)
        counts.append(table.race.seats[0].lull)

    assert counts == [1, 2, 0, 1, 0]


def test_never_looks_before_all_was_seen() -> None:
    """In the first pass nobody knows what is to come."""
    table = Table(Options("strict-royal", seats=1))
    table.start(HOST)
    for _ in range(LULL):
        table.play(HOST, "D")

    assert not due(table.race.seats[0])


def test_always_looks_when_no_card_is_to_come() -> None:
    """With the last pass over every move may have been the last."""
    table = at(ACE_PAYS.replace("klondike-1 ", "klondike-1;passes=1 "))
    table.play(HOST, "T1>F")

    assert due(table.race.seats[0])
    assert spent(table.race.seats[0])


def test_spent_game_ends() -> None:
    """Its player is told, it counts as unfinished, and the race closes with its last game."""
    table = at(SPENT)
    table.play(HOST, "R")
    table.happen([GameDied(0, table.race.ms)])
    over = table.frames(HOST)[-1]

    assert isinstance(over, Over)
    assert (over.ended, over.result.class_) == ("dead", "unfinished")
    assert table.race.playing == 0
    assert table.recovered().seats[0].ended == table.race.seats[0].ended


def test_forged_death_is_none() -> None:
    """A journal that lets a game die in which something can be done is refused."""
    table = at(ACE_PAYS)

    with pytest.raises(BrokenHistory, match="can still be played"):
        table.happen([GameDied(0, table.race.ms)])
