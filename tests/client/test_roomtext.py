"""Rooms, settings and lists of races as plain lines."""

from msgspec.structs import replace

from pantagruel_client.roomtext import (
    changed_settings,
    race_table,
    room_lines,
    seat_named,
    settings_lines,
)
from pantagruel_client.view import RaceView
from pantagruel_client.watchview import WatchView
from pantagruel_protocol.http_api import RaceInfo
from pantagruel_protocol.values import RoomSettings
from tests.client.fake import ME, RIVAL, Table


def test_who_is_in_the_room() -> None:
    """By the numbers of the seats, with what is to be known of each."""
    room = Table().room()

    assert list(room_lines(RaceView(ME, room))) == [
        "2 of 2 seats are taken:",
        "  1. Me (you, host, ready)",
        "  2. Rival (bot, ready)",
    ]
    later = replace(room, phase="running", watchers=3, host="somebody")
    closing = replace(later.seats[1], agreed=True, on=False)
    lines = list(
        room_lines(WatchView("somebody", replace(later, seats=(later.seats[0], closing))))
    )
    assert lines == [
        "2 of 2 seats are taken, 3 watching:",
        "  1. Me",
        "  2. Rival (bot, would close the race now, not connected)",
        "  You are the host, without a seat.",
    ]


def test_what_one_agrees_to() -> None:
    """Rules, time, ranking, and who may see and say what."""
    room = replace(
        Table().room(),
        bell_ms=120_000,
        rank_by="score",
        passes=3,
        settings=RoomSettings("Friday", "listed", 30, "players"),
    )

    assert list(settings_lines(room)) == [
        "Race K7QWERTY 'Friday', in the list.",
        "Game: Pantagruel Turn-1 (relaxed) (turn1), a numbered deal, 3 passes.",
        "Time limit 10:00, a bell 2:00 after the first win, ranked by score.",
        "Watchers see the cards 30 s late. Chat: players only.",
    ]
    lines = list(settings_lines(replace(room, settings=RoomSettings(faces="end"))))
    assert lines[0] == "Race K7QWERTY, by code only."
    assert lines[-1] == "Watchers see the cards after the end. Chat: everybody."


def test_settings_that_change() -> None:
    """Each is said, and nothing that stays; other faces ask for readiness anew."""
    old = RoomSettings()
    new = RoomSettings("Friday", "listed", "end", "off")

    assert list(changed_settings(old, old)) == []
    assert list(changed_settings(old, new)) == [
        "The race is called 'Friday' now.",
        "The race is in the list now.",
        "Watchers see the cards after the end now; be ready again if you agree.",
        "Chat now: nobody.",
    ]
    assert list(changed_settings(new, replace(new, name="", visibility="code"))) == [
        "The race has no name now.",
        "The race is not in the list any more.",
    ]


def test_a_seat_is_found_by_number_or_name() -> None:
    """The number is that of the list, which begins with 1."""
    seats = Table().room().seats

    assert seat_named(seats, "2") is seats[1]
    assert seat_named(seats, " RIVAL ") is seats[1]
    assert seat_named(seats, "0") is None


def test_a_table_of_races() -> None:
    """Columns stand under their heads; a race without a code is named by its id."""
    room = Table().room()
    race = RaceInfo(
        race="race-1",
        deal_id="deal-1",
        code="K7QWERTY",
        variant="turn1",
        rules=room.rules,
        kind="fresh",
        phase="open",
        host=RIVAL,
        places=4,
        seats=room.seats,
        limit_ms=600_000,
        rank_by="time",
        settings=RoomSettings("Friday", "listed"),
        opened=0,
    )

    assert list(race_table([race, replace(race, code=None, phase="closing", host="away")])) == [
        "CODE      GAME   SEATS  STATE    LIMIT  HOST   TITLE",
        "K7QWERTY  turn1  2/4    open     10:00  Rival  Friday",
        "race-1    turn1  2/4    closing  10:00         Friday",
    ]
