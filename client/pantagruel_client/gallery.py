"""Boards as watchers may see them, in lines: with faces, late, or as counts."""

from collections.abc import Iterable, Iterator

from pantagruel_client import text
from pantagruel_client.roomtext import faces_words, seat_named
from pantagruel_client.watchview import Watched, WatchView
from pantagruel_protocol.values import Outline, SeatInfo, Step

MOVES = {"finish": "finishes by itself", "bank": "banks", "forfeit": "gives up"}
PILES = {"D": "draws", "R": "turns the waste over"}


def board_of(view: WatchView, word: str) -> Iterator[str]:
    """Write the board that *word* names by seat number or player, or say which there are."""
    seat = seat_named(view.seats, word)
    if seat is None:
        names = ", ".join(f"{seat.seat + 1} {seat.name}" for seat in view.seats) or "none yet"
        yield f"There is no board {word}: there are {names}."
        return
    for player in view.players:
        if player.seat.player == seat.player:
            yield from _board(view, player)


def all_boards(view: WatchView) -> Iterator[str]:
    """Write every board, one after the other."""
    if not view.players:
        yield "Nobody has a seat yet."
    for player in view.players:
        yield from _board(view, player)


def _board(view: WatchView, player: Watched) -> Iterator[str]:
    seat, row = player.seat, player.row
    if row is None:
        yield f"Seat {seat.seat + 1}, {seat.name}: no board yet."
    elif player.board is not None:
        yield f"Seat {seat.seat + 1}, {_late(view, player)}"
        yield text.row_line(seat, row, mine=seat.player == view.me)
        yield from text.board_lines(player.board.game)
    elif player.outline is not None:
        when = faces_words(view.room.settings.faces)
        yield f"Seat {seat.seat + 1}, {seat.name} now; cards are shown {when}:"
        yield text.row_line(seat, row, mine=seat.player == view.me)
        yield from _outline_lines(player.outline.outline.plain())
    else:
        yield f"Seat {seat.seat + 1}, {seat.name}: the board is on its way."


def _late(view: WatchView, player: Watched) -> str:
    if not view.behind:
        return f"{player.seat.name}:"
    return f"{player.seat.name}, {view.behind} s late (the next line is of now):"


def _outline_lines(outline: Outline) -> Iterator[str]:
    yield f"Stock {outline.stock}; waste {outline.waste}; home {outline.home}"
    for number, (down, up) in enumerate(outline.columns, 1):
        hidden = f"{down} hidden, " if down else ""
        yield f"{number:2}: {hidden}{f'{up} open' if up else 'empty'}"


def order_line(view: WatchView, most: int = 5) -> str:
    """Write who leads, and the next few, in one line."""
    seats = {seat.seat: seat.name for seat in view.seats}
    rows = view.rows
    told = ", ".join(f"{row.place}. {seats.get(row.seat, '?')} {row.score}" for row in rows[:most])
    more = f", and {len(rows) - most} more" if len(rows) > most else ""
    return f"Order: {told}{more}."


def step_lines(steps: Iterable[Step], seats: Iterable[SeatInfo]) -> Iterator[str]:
    """Write moves, each in a line: who, what, and the cards that it showed."""
    names = {seat.seat: seat.name for seat in seats}
    for step in steps:
        shown = " ".join(step.drawn)
        turned = f", {step.flip} turned up" if step.flip else ""
        yield f"{names.get(step.seat, '?')} {_move(step.m)}{f': {shown}' if shown else ''}{turned}"


def _move(m: str) -> str:
    if m in MOVES or m in PILES:
        return MOVES.get(m) or PILES[m]
    source, _, rest = m.partition(">")
    target, _, count = rest.partition(":")
    cards = f"{count} cards" if count not in ("", "1") else "a card"
    home = "home" if target == "F" else f"to column {target.removeprefix('T')}"
    return f"moves {cards} {_from(source)} {home}"


def _from(source: str) -> str:
    if source == "W":
        return "from the waste"
    return "from home" if source.startswith("F") else f"from column {source.removeprefix('T')}"
