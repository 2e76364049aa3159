"""How a race of bots looks: live bars on a terminal, lines elsewhere, a table at the end."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from pantagruel_client.text import ENDINGS, clock, stopwatch
from pantagruel_client.view import RaceView
from pantagruel_protocol.values import Placing, Row

FRAME_S = 0.1
LINES_S = 5.0  # between the lines of a race that nobody watches live
WIDE = 80  # columns that the whole table may need
NUMBERS = ("time", "score", "total", "home", "hidden", "moves")
SPARED = {"total", "hidden", "moves"}
GOLD, DIM = "dark_goldenrod", "grey50"
MEDALS = {1: GOLD, 2: "grey70", 3: "orange4"}


class Show(Protocol):
    """Follows a race until it is cancelled."""

    async def follow(self, view: RaceView) -> None: ...


class Bars:
    """Live bars, redrawn ten times a second."""

    def __init__(self, console: Console) -> None:
        self._console = console

    async def follow(self, view: RaceView) -> None:
        now = asyncio.get_running_loop().time
        with Live(console=self._console, auto_refresh=False, transient=True) as live:
            while True:
                live.update(picture(view, now(), self._console.width), refresh=True)
                await asyncio.sleep(FRAME_S)


class Lines:
    """A line for each game that ends, and the leader now and then."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._ended: set[int] = set()

    async def follow(self, view: RaceView) -> None:
        now = asyncio.get_running_loop().time
        told = now()
        try:
            while True:
                await asyncio.sleep(FRAME_S)
                self._say_who_ended(view, now())
                if now() - told >= LINES_S and view.rows:
                    told = now()
                    self._say(view, told, view.rows[0], "leads")
        finally:
            self._say_who_ended(view, now())

    def _say_who_ended(self, view: RaceView, now: float) -> None:
        for row in view.rows:
            if row.ended and row.seat not in self._ended:
                self._ended.add(row.seat)
                self._say(view, now, row, ENDINGS[row.ended])

    def _say(self, view: RaceView, now: float, row: Row, what: str) -> None:
        time = clock(view.clock_ms(now) or 0)
        line = f"{time} {names(view)[row.seat]} {what}: {row.home} home, score {row.score}"
        self._console.print(line, highlight=False, markup=False)


def names(view: RaceView) -> dict[int, str]:
    """Answer who sits in which seat."""
    return {seat.seat: seat.name for seat in view.seats}


def picture(view: RaceView, now: float, width: int) -> RenderableType:
    """Draw the race as it stands."""
    return Group(_headline(view, now), _rows(view, width))


def _headline(view: RaceView, now: float) -> Text:
    time = view.clock_ms(now)
    title = Text(view.variant.title, style="bold")
    if time is None:
        title.append("  taking seats", style=DIM)
    elif time < 0:
        title.append(f"  starts in {-time // 1000 + 1}", style=f"bold {GOLD}")
    else:
        title.append(f"  {clock(time)}", style=f"bold {GOLD}")
        playing = sum(row.ended is None for row in view.rows)
        title.append(f"  {playing} of {len(view.rows)} still play", style=DIM)
    return title


def _rows(view: RaceView, width: int) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), header_style=DIM, pad_edge=False)
    table.add_column("", justify="right", min_width=2)
    table.add_column("player", min_width=14, max_width=20, no_wrap=True)
    table.add_column("")
    for name in ("home", "hidden", "score", "pass"):
        table.add_column(name, justify="right", min_width=len(name))
    table.add_column("", min_width=13, no_wrap=True)
    called, cards = names(view), view.variant.cards
    bar = max(10, min(40, width - 64))
    if not view.rows:
        for seat in view.seats:
            nothing = ProgressBar(total=cards, completed=0, width=bar, style="grey23")
            state = Text("ready" if seat.ready else "", style=DIM)
            table.add_row("", seat.name, nothing, "", "", "", "", state)
    for row in view.rows:
        table.add_row(
            Text(str(row.place), style=f"bold {MEDALS.get(row.place, DIM)}"),
            called.get(row.seat, "?"),
            _bar(row, cards, bar),
            str(row.home),
            str(row.hidden),
            str(row.score),
            str(row.passes),
            _state(row),
        )
    return table


def _bar(row: Row, cards: int, width: int) -> ProgressBar:
    style = DIM if row.ended and row.ended != "won" else GOLD
    return ProgressBar(
        total=cards,
        completed=row.home,
        width=width,
        style="grey23",
        complete_style=style,
        finished_style="green3",
    )


def _state(row: Row) -> Text:
    if row.ended is None:
        return Text("" if row.on else "away", style=DIM)
    return Text(ENDINGS[row.ended], style="bold green3" if row.ended == "won" else DIM)


def results_table(results: Sequence[Placing], width: int = WIDE) -> Table:
    """Draw the final table; a narrow terminal goes without what decides no place."""
    table = Table(
        title="Results",
        title_justify="left",
        title_style="bold",
        header_style=DIM,
        box=SIMPLE_HEAD,
        padding=(0, 1, 0, 0),  # the longest name has to fit into 80 columns
        pad_edge=False,
    )
    table.add_column("place", justify="right")
    table.add_column("player")
    table.add_column("ended")
    shown = [name for name in NUMBERS if width >= WIDE or name not in SPARED]
    for name in shown:
        table.add_column(name, justify="right")
    for placing in results:
        result, ending = placing.result, placing.ended[1]
        numbers = {
            "time": stopwatch(result.elapsed_ms),
            "score": str(result.ledger),
            "total": str(result.total),
            "home": str(result.foundations),
            "hidden": str(result.hidden),
            "moves": str(result.moves),
        }
        table.add_row(
            Text(str(result.place), style=f"bold {MEDALS.get(result.place or 0, '')}".strip()),
            placing.name,
            ENDINGS[ending],
            *(numbers[name] for name in shown),
        )
    return table
