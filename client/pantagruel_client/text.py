"""Boards, rows and results as plain lines: for pipes, screen readers and people who like them."""

from collections.abc import Iterable, Iterator, Sequence

from pantagruel_client.roomview import RoomView
from pantagruel_client.view import RaceView
from pantagruel_engine.card import face_text
from pantagruel_engine.game import Game
from pantagruel_engine.notation import Kind, Move
from pantagruel_engine.position import Position
from pantagruel_protocol.server_messages import Ack
from pantagruel_protocol.values import Ending, Placing, Row, SeatInfo

SUITS = ("hearts", "diamonds", "spades", "clubs")
RANKS = "A23456789TJQK"
ENDINGS: dict[Ending, str] = {
    "won": "cleared",
    "dead": "no moves left",
    "bank": "banked",
    "forfeit": "forfeited",
    "limit": "out of time",
    "bell": "stopped by the bell",
    "eject": "sent away",
}
# What is said of a dead game, by whether cards may still come home.
DEAD = {
    True: "No moves left: nothing can be turned up or taken from the talon any more."
    " Cards may still go home for points; then bank.",
    False: "No moves left: nothing can be won or paid any more. Bank?",
}
FANNED = 3  # cards of the waste that are read out


def cards(faces: Iterable[int]) -> str:
    """Write cards with a blank between."""
    return " ".join(map(face_text, faces))


def clock(ms: int) -> str:
    """Write a race time as minutes and seconds."""
    seconds = max(0, ms) // 1000
    return f"{seconds // 60}:{seconds % 60:02}"


def stopwatch(ms: int) -> str:
    """Write the time of a result, with the tenths that decide places."""
    return f"{clock(ms)}.{max(0, ms) % 1000 // 100}"


def column_line(game: Game, column: int) -> str:
    """Write one column: its number, how many cards are hidden, the run from top to end."""
    down, up = len(game.down[column]), game.up[column]
    hidden = f"{down} hidden, " if down else ""
    return f"{column + 1:2}: {hidden}{cards(up) if up else 'empty'}"


def foundations_line(foundations: Sequence[int], packs: int) -> str:
    """Write the top of each foundation, suit by suit."""
    suits = []
    for number, name in enumerate(SUITS):
        heights = sorted(foundations[number * packs : (number + 1) * packs], reverse=True)
        tops = " ".join(RANKS[height - 1] if height else "-" for height in heights)
        suits.append(f"{name} {tops}")
    return f"Home: {', '.join(suits)}"


def talon_line(game: Game) -> str:
    """Write the stock's size, the waste's top card, and those under it that show."""
    if not game.waste:
        return f"Stock {len(game.stock)}; waste empty"
    *under, top = game.waste[-FANNED:]
    waste = f"waste {len(game.waste)}, top {cards([top])}"
    if under:
        waste += f", under it {cards(under[::-1])}"
    return f"Stock {len(game.stock)}; {waste}"


def board_lines(game: Game) -> Iterator[str]:
    """Write a whole board."""
    yield talon_line(game)
    yield foundations_line(game.foundations, game.variant.packs)
    for column in range(len(game.up)):
        yield column_line(game, column)


def layout_lines(position: Position) -> Iterator[str]:
    """Write a layout with its hidden cards, each column from bottom to end."""
    yield f"{position.variant.title} ({position.variant.id})"
    for number, (down, up) in enumerate(position.columns, 1):
        hidden = f"({cards(down)}) " if down else ""
        yield f"{number:2}: {hidden}{cards(up)}"
    yield f"stock, next card first: {cards(position.stock) or 'empty'}"


def status_line(view: RaceView, now: float) -> str:
    """Write the own numbers."""
    most = view.variant.max_passes
    passes = f"pass {view.passes}" + (f" of {most}" if most else "")
    left = view.left_ms(now)
    time = "" if left is None else f", {clock(left)} left"
    return f"Score {view.score}, home {view.home}, hidden {view.hidden}, {passes}{time}"


def row_line(seat: SeatInfo, row: Row, *, mine: bool, seated: bool = False) -> str:
    """Write how one player stands; *seated* with the number that the board goes by."""
    name = f"{seat.name} (you)" if mine else seat.name
    if seated:
        name += f" (seat {seat.seat + 1})"
    end = f", {ENDINGS[row.ended]}" if row.ended else ""
    away = "" if row.on else ", not connected"
    return (
        f"{row.place}. {name}: home {row.home}, hidden {row.hidden}, score {row.score},"
        f" pass {row.passes}{end}{away}"
    )


def standing_lines(view: RoomView, *, seated: bool = False) -> Iterator[str]:
    """Write everybody's line, best first."""
    seats = {seat.seat: seat for seat in view.seats}
    for row in view.rows:
        if row.seat in seats:
            seat = seats[row.seat]
            yield row_line(seat, row, mine=seat.player == view.me, seated=seated)


def result_lines(results: Sequence[Placing], me: str | None = None) -> Iterator[str]:
    """Write the final table, best first."""
    for placing in results:
        result, ending = placing.result, placing.ended[1]
        name = f"{placing.name} (you)" if placing.player == me else placing.name
        yield (
            f"{result.place}. {name}: {ENDINGS[ending]} after {stopwatch(result.elapsed_ms)},"
            f" score {result.ledger}, total {result.total}, home {result.foundations},"
            f" hidden {result.hidden}, moves {result.moves}"
        )


def move_line(game: Game, move: Move) -> str:
    """Write what a move does, before it is played on *game*."""
    match move.kind:
        case Kind.DRAW:
            return "Drawn"
        case Kind.REDEAL:
            return f"The waste is turned over: pass {game.passes + 1}"
        case _:
            return f"{_moved(game, move)}{_from(move)} {_to(move)}"


def _moved(game: Game, move: Move) -> str:
    match move.text[0]:
        case "W":
            return cards(game.waste[-1:])
        case "F":
            height = game.foundations[move.source]
            return face_text(game.foundation_top(move.source)) if height else "nothing"
        case _:
            return cards(game.up[move.source][-move.count :])


def _from(move: Move) -> str:
    places = {"W": " from the waste", "F": " from home", "T": f" from column {move.source + 1}"}
    return places[move.text[0]]


def _to(move: Move) -> str:
    home = move.kind in (Kind.WASTE_TO_FOUNDATION, Kind.COLUMN_TO_FOUNDATION)
    return "goes home" if home else f"to column {move.target + 1}"


def shown_line(game: Game, move: Move, ack: Ack, gained: int) -> str:
    """Write what the server answered to a move, after it is played on *game*."""
    parts = []
    if ack.drawn:
        parts.append(" ".join(ack.drawn))
    if ack.flip:
        parts.append(f"{ack.flip} turned up in column {move.source + 1}")
    gain = f" ({gained:+})" if gained else ""
    parts.append(f"score {game.score}{gain}")
    return ", ".join(parts)
