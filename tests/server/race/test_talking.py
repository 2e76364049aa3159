"""Who may talk in a room, and whose words reach whom."""

import pytest

from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import Said
from pantagruel_protocol.values import Talk
from pantagruel_server.race.commands import BankGame, CancelRace, ChangeSettings, SayText
from pantagruel_server.race.limits import CHAT_LINES, RECORD_MS
from pantagruel_server.race.state import Line
from pantagruel_server.race.talking import hears
from tests.server.race.table import HOST, WALL, Table

EVERYBODY = (HOST, "ben", "zoe")


def say(table: Table, player: str, text: str = "hello") -> Line:
    """Let somebody say something, and answer how it is kept."""
    table.accept(SayText(player, player.title(), text))
    line = table.effects[-1].said
    assert line is not None
    assert line == table.race.chat[-1]
    return line


def hearers(table: Table, line: Line) -> set[str]:
    """Answer who of two players and a watcher may read a line."""
    return {player for player in EVERYBODY if hears(table.race, line, player)}


def test_words_are_kept_with_their_speaker() -> None:
    """A player speaks under the name of the seat, a watcher under the own."""
    table = Table()
    table.seat(HOST)

    assert say(table, HOST).said == Said(HOST, "Anna", "hello", WALL)
    assert say(table, "zoe").said == Said("zoe", "Zoe", "hello", WALL, watching=True)


def test_who_can_see_cards_does_not_reach_those_who_play() -> None:
    """Watchers and those who are done talk among themselves while the others race."""
    table = Table()
    table.start(HOST, "ben")
    assert hearers(table, say(table, HOST)) == set(EVERYBODY)
    assert hearers(table, say(table, "zoe")) == {"zoe"}
    table.accept(BankGame("ben", 1))

    assert hearers(table, say(table, "zoe")) == {"ben", "zoe"}
    assert hearers(table, say(table, "ben")) == {"ben", "zoe"}
    assert hearers(table, say(table, HOST)) == set(EVERYBODY)


def test_everybody_hears_everybody_before_and_after() -> None:
    """In the lobby nobody has seen a card; after the close all are open, old words too."""
    table = Table()
    table.seat(HOST, "ben")
    before = say(table, "zoe")
    assert hearers(table, before) == set(EVERYBODY)
    table.start()
    assert hearers(table, before) == set(EVERYBODY)
    during = say(table, "zoe")
    assert hearers(table, during) == {"zoe"}
    table.tick(table.race.limit_ms)

    assert hearers(table, during) == set(EVERYBODY)
    assert hearers(table, say(table, "zoe")) == set(EVERYBODY)


@pytest.mark.parametrize(
    ("chat", "player", "watcher"),
    [("all", None, None), ("players", None, Code.CHAT_OFF), ("off", Code.CHAT_OFF, Code.CHAT_OFF)],
)
def test_the_switch(chat: Talk, player: Code | None, watcher: Code | None) -> None:
    """A host lets everybody talk, those with a seat, or nobody."""
    table = Table()
    table.seat(HOST)
    table.accept(ChangeSettings(HOST, chat=chat))
    for who, code in ((HOST, player), ("zoe", watcher)):
        if code is None:
            say(table, who)
        else:
            assert table.refused(SayText(who, "Who", "hello")).code is code


@pytest.mark.parametrize("gone", ["recorded", "cancelled"])
def test_nobody_talks_in_a_race_that_is_gone(gone: str) -> None:
    """There is nobody to hear it."""
    table = Table()
    table.seat(HOST)
    if gone == "cancelled":
        table.accept(CancelRace(HOST))
    else:
        table.start()
        table.accept(BankGame(HOST, 1))
        table.tick()
        table.wall += RECORD_MS
        table.tick()

    assert table.race.phase == gone
    assert table.refused(SayText(HOST, "Anna", "hello")).code is Code.RACE_UNKNOWN


def test_old_words_are_forgotten() -> None:
    """A race keeps what somebody who comes now may want to read, and no more."""
    table = Table()
    table.seat(HOST)
    for number in range(CHAT_LINES + 5):
        say(table, HOST, str(number))

    assert [str(number) for number in range(5, CHAT_LINES + 5)] == [
        line.said.text for line in table.race.chat
    ]
