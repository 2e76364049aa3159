"""Plain lines: boards, rows and results as a screen reader has them."""

from pantagruel_client import text
from pantagruel_client.view import RaceView
from pantagruel_engine.notation import parse_move
from pantagruel_protocol.client_messages import Play
from pantagruel_protocol.server_messages import Progress
from pantagruel_protocol.values import Placing, Result, Row
from tests.client.fake import ME, RIVAL, Table
from tests.engine.boards import set_up


def test_a_board() -> None:
    """Talon, foundations and each column have a line of their own."""
    game = set_up("klondike-1", "9C 8H", "", "2C|8D", "", "", "", home="AS", waste="2S 3S 4S 5S")
    lines = list(text.board_lines(game))

    assert lines[:5] == [
        "Stock 0; waste 4, top 5S, under it 4S 3S",
        "Home: hearts -, diamonds -, spades A, clubs -",
        " 1: 9C 8H",
        " 2: empty",
        " 3: 1 hidden, 8D",
    ]


def test_a_waste_of_one_and_of_none() -> None:
    """The waste says what can be played."""
    one = set_up("klondike-1", "9C", waste="2S")
    none = set_up("klondike-1", "9C", stock="2S")

    assert text.talon_line(one) == "Stock 0; waste 1, top 2S"
    assert text.talon_line(none) == "Stock 1; waste empty"


def test_what_a_move_does() -> None:
    """Every kind of move is said with its cards and places."""
    game = set_up(
        "turn1", "9C 8H 7C", "9S", "AS", "KC", "2H", stock="3D", waste="2C", home="AC 5D"
    )
    said = {
        move: text.move_line(game, parse_move(move))
        for move in ("D", "R", "T1>T2:2", "T3>F", "W>F", "W>T5", "F3>T2", "F1>T2")
    }

    assert said == {
        "D": "Drawn",
        "R": "The waste is turned over: pass 2",
        "T1>T2:2": "8H 7C from column 1 to column 2",
        "T3>F": "AS from column 3 goes home",
        "W>F": "2C from the waste goes home",
        "W>T5": "2C from the waste to column 5",
        "F3>T2": "5D from home to column 2",
        "F1>T2": "nothing from home to column 2",
    }


def test_what_an_ack_showed() -> None:
    """Cards drawn or turned up, the score and what it gained."""
    table = Table("turn3")
    ack = table.accept(Play(1, "D"))
    drawn = " ".join(ack.drawn)

    assert text.shown_line(table.game, parse_move("D"), ack, 0) == f"{drawn}, score 0"
    game = set_up("turn1", "9C", "2C|8H")
    flipped = Table.ack(_holding(game), 1, game.play(parse_move("T2>T1")), 5)
    line = text.shown_line(game, parse_move("T2>T1"), flipped, 10)
    assert line == "2C turned up in column 2, score 10 (+10)"


def _holding(game: object) -> Table:
    table = Table()
    table.game = game  # type: ignore[assignment]
    return table


def test_times() -> None:
    """Minutes and seconds, and tenths where they decide."""
    assert text.clock(61_900) == "1:01"
    assert text.clock(-5) == "0:00"
    assert text.stopwatch(61_950) == "1:01.9"


def test_everybody_in_the_race() -> None:
    """Who stands how; watchers hear the seats too, by which they ask for boards."""
    view = RaceView(ME, Table().room())
    view.fold(Table().deal(), None, 10)
    rows = (
        Row(0, 2, 3, 30, 120, 1, 9, on=True, ended=None),
        Row(1, 1, 5, 20, 200, 2, 9, on=False, ended="bank"),
    )
    view.fold(Progress(5, rows), None, 10)

    assert list(text.standing_lines(view)) == [
        "1. Rival: home 5, hidden 20, score 200, pass 2, banked, not connected",
        "2. Me (you): home 3, hidden 30, score 120, pass 1",
    ]
    assert next(text.standing_lines(view, seated=True)).startswith("1. Rival (seat 2): home 5")
    assert text.status_line(view, 10) == "Score 0, home 0, hidden 36, pass 1, 9:59 left"


def test_the_final_table() -> None:
    """Places, names, ends and numbers, the own line marked."""
    result = Result("cleared", 1, 1500, 10, 500, 2010, 104, 0, 170, 90, 2, 61_900)
    placings = (
        Placing(0, ME, "Me", (61_900, "won"), result),
        Placing(1, RIVAL, "Rival", (61_900, "limit"), result),
    )
    lines = list(text.result_lines(placings, ME))

    assert lines[0] == (
        "1. Me (you): cleared after 1:01.9, score 1500, total 2010, home 104, hidden 0, moves 170"
    )
    assert lines[1].startswith("1. Rival: out of time")


def test_a_layout_shows_everything() -> None:
    """`deal` prints hidden cards in brackets and the stock in order."""
    game = set_up("klondike-1", "9C", "2C|8D", stock="3D 4D")
    lines = list(text.layout_lines(game.position()))

    assert lines[0] == "Klondike, draw 1 (klondike-1)"
    assert lines[2] == " 2: (2C) 8D"
    assert lines[-1] == "stock, next card first: 3D 4D"
