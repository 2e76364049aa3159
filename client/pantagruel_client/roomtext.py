"""Rooms and their settings as plain lines, and the list of races as a small table."""

from collections.abc import Iterable, Iterator

from pantagruel_client.roomview import RoomView
from pantagruel_client.text import clock
from pantagruel_engine.errors import UnknownVariant
from pantagruel_engine.rows import variant
from pantagruel_protocol.http_api import RaceInfo
from pantagruel_protocol.server_messages import Room
from pantagruel_protocol.values import Faces, Phase, RoomSettings, SeatInfo, Talk

TALK: dict[Talk, str] = {"all": "everybody", "players": "players only", "off": "nobody"}
PHASES: dict[Phase, str] = {
    "open": "open",
    "countdown": "starting",
    "running": "running",
    "closing": "closing",
    "finished": "over",
    "recorded": "over",
    "cancelled": "cancelled",
}
KINDS = {"fresh": "a fresh deal", "pool": "a deal from a pool", "numbered": "a numbered deal"}
HEADS = ("CODE", "GAME", "SEATS", "STATE", "LIMIT", "HOST", "TITLE")
LONGEST_CELL = 24  # of a title or a name: a line fits into 80 columns mostly


def faces_words(faces: Faces) -> str:
    """Say when watchers see the faces of cards."""
    if faces == "end":
        return "after the end"
    return f"{faces} s late" if faces else "at once"


def settings_lines(room: Room) -> Iterator[str]:
    """Write what a race is played for and who may see what: what one agrees to by being ready."""
    settings = room.settings
    title = f" {settings.name!r}" if settings.name else ""
    found = "in the list" if settings.visibility == "listed" else "by code only"
    yield f"Race {room.code}{title}, {found}."
    passes = "" if room.passes is None else f", {room.passes} passes"
    yield f"Game: {_game(room.variant)}, {KINDS[room.kind]}{passes}."
    bell = "" if room.bell_ms is None else f", a bell {clock(room.bell_ms)} after the first win"
    yield f"Time limit {clock(room.limit_ms)}{bell}, ranked by {room.rank_by}."
    yield f"Watchers see the cards {faces_words(settings.faces)}. Chat: {TALK[settings.chat]}."


def _game(name: str) -> str:
    try:
        return f"{variant(name).title} ({name})"
    except UnknownVariant:
        return name


def changed_settings(old: RoomSettings, new: RoomSettings) -> Iterator[str]:
    """Say which settings a host changed."""
    if new.name != old.name:
        yield f"The race is called {new.name!r} now." if new.name else "The race has no name now."
    if new.visibility != old.visibility:
        listed = new.visibility == "listed"
        yield "The race is in the list now." if listed else "The race is not in the list any more."
    if new.faces != old.faces:
        yield f"Watchers see the cards {faces_words(new.faces)} now; be ready again if you agree."
    if new.chat != old.chat:
        yield f"Chat now: {TALK[new.chat]}."


def room_lines(view: RoomView) -> Iterator[str]:
    """Write who is in the room, by the numbers of the seats."""
    room = view.room
    watching = f", {room.watchers} watching" if room.watchers else ""
    yield f"{len(room.seats)} of {room.places} seats are taken{watching}:"
    for seat in room.seats:
        marks = ", ".join(_marks(view, seat))
        yield f"  {seat.seat + 1}. {seat.name}{f' ({marks})' if marks else ''}"
    if view.host and view.seat is None:
        yield "  You are the host, without a seat."


def _marks(view: RoomView, seat: SeatInfo) -> Iterator[str]:
    waiting = view.phase == "open"
    for word, true in (
        ("you", seat.player == view.me),
        ("host", seat.player == view.room.host),
        ("bot", seat.bot),
        ("ready", seat.ready and waiting),
        ("not ready", not seat.ready and waiting),
        ("would close the race now", seat.agreed),
        ("not connected", not seat.on),
    ):
        if true:
            yield word


def seat_named(seats: Iterable[SeatInfo], word: str) -> SeatInfo | None:
    """Find a seat by its number or by its player's name."""
    wanted = word.strip().casefold()
    return next(
        (seat for seat in seats if wanted in (str(seat.seat + 1), seat.name.casefold())), None
    )


def race_table(races: Iterable[RaceInfo]) -> Iterator[str]:
    """Write races as a table, one a line."""
    cells = [HEADS, *map(_cells, races)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(HEADS))]
    for row in cells:
        pairs = zip(row, widths, strict=True)
        yield "  ".join(cell.ljust(width) for cell, width in pairs).rstrip()


def _cells(race: RaceInfo) -> tuple[str, ...]:
    host = next((seat.name for seat in race.seats if seat.player == race.host), "")
    return (
        race.code or race.race,
        race.variant,
        f"{len(race.seats)}/{race.places}",
        PHASES[race.phase],
        clock(race.limit_ms),
        host[:LONGEST_CELL],
        race.settings.name[:LONGEST_CELL],
    )
