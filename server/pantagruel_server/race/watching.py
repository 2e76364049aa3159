"""What watchers may see: the other half of sight, for those without a seat or done with theirs.

Rows and masked boards are theirs at once. Faces come as late as the host chose, in race time, or
with the end of the race; whoever still plays the deal sees none of this.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from msgspec.structs import replace

from pantagruel_engine.game import Game
from pantagruel_engine.notation import parse_move
from pantagruel_engine.view import masked_view
from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import Ack, Board, Outlined, Progress, Results, Reveal
from pantagruel_protocol.values import Outline, Step
from pantagruel_server.race import sight
from pantagruel_server.race.commands import Refusal
from pantagruel_server.race.ranking import placings
from pantagruel_server.race.seating import KICKED
from pantagruel_server.race.state import BANK, FINISH, FORFEIT, Race

_OPEN: Final = ("finished", "recorded")  # nothing is secret any more
_OWN = Refusal(Code.OWN_RACE, "you have a seat in this race: its boards open when you are done")


def forbidden(race: Race, player: str) -> Refusal | None:
    """Say what stands against *player* watching the race, if anything does."""
    if player in race.kicked:
        return KICKED
    return _OWN if race.plays(player) and race.phase not in _OPEN else None


def behind_ms(race: Race) -> int | None:
    """Answer how late faces come, in race time; None: with the end of the race."""
    if race.phase in _OPEN:
        return 0
    faces = race.settings.faces
    return None if faces == "end" else faces * 1000


def progress(rows: Progress, steps: Iterable[Step]) -> Progress:
    """Show watchers the rows that players see, and the steps behind them."""
    return replace(rows, steps=tuple(steps))


def live_step(race: Race, number: int, n: int) -> Step:
    """Show command *n* of a seat as watchers of the running race may see it at once."""
    whole = _step(race, number, n)
    return whole if race.settings.faces == 0 else _masked(whole)


def board(race: Race, number: int) -> Board:
    """Show a seat's board with its faces as it is now; only for those who may see them now."""
    seat = race.seats[number]
    ms = seat.answer(seat.n).ms if seat.n else 0
    return Board(seat=number, k=seat.n, ms=ms, view=sight.view(seat.board))


def outline(race: Race, number: int) -> Outlined:
    """Show a seat's board as it is now, every face blank."""
    seat = race.seats[number]
    blank = masked_view(seat.board)
    ms = seat.answer(seat.n).ms if seat.n else 0
    view = Outline(
        columns=blank.columns,
        home=blank.home,
        stock=blank.stock,
        waste=blank.waste,
        redeals=blank.redeals,
        moves=blank.moves,
        draws=blank.draws,
        score=blank.score,
    )
    return Outlined(seat=number, k=seat.n, ms=ms, view=view)


def results(race: Race) -> Results:
    """Show the final table to whoever has no seat."""
    return Results(s=None, rows=placings(race))


def reveal(race: Race) -> Reveal:
    """Show what was secret to whoever has no seat."""
    return replace(sight.reveal(race, race.seats[0]), s=None)


class Late:
    """The boards of a running race as they were some time ago: commands made since are unseen.

    It begins at the layout and goes on by `advance`; a board is played only as far as it may be
    shown. *complete* once everything has been shown that could be: until then the boards are even
    later than they have to be.
    """

    def __init__(self, race: Race) -> None:
        self.complete = False
        self._race = race
        position = race.dealer(race.variant, bytes.fromhex(race.dealt_key))
        self._games = [Game.start(position) for _ in race.seats]
        self._shown = [0] * len(race.seats)

    def advance(self, ms: int, most: int) -> tuple[Step, ...]:
        """Show what was made at race time *ms* or before, *most* of it; answer these steps."""
        due = (step for number in range(len(self._games)) for step in self._due(number, ms))
        steps = tuple(islice(due, most))
        for step in steps:
            game = self._games[step.seat]
            for text in _texts(step):
                game.play(parse_move(text), step.ms)
            self._shown[step.seat] = step.k
        self.complete = self.complete or len(steps) < most
        return tuple(sorted(steps, key=lambda step: (step.ms, step.seat, step.k)))

    def k(self, number: int) -> int:
        """Answer how many commands a seat's board has in it."""
        return self._shown[number]

    def board(self, number: int) -> Board:
        """Show a seat's board as far as it may be seen."""
        seat, k = self._race.seats[number], self._shown[number]
        ms = seat.answer(k).ms if k else 0
        return Board(seat=number, k=k, ms=ms, view=sight.view(self._games[number]))

    def _due(self, number: int, ms: int) -> Iterator[Step]:
        for n in range(self._shown[number] + 1, self._race.seats[number].n + 1):
            step = _step(self._race, number, n)
            if step.ms > ms:
                return
            yield step


def _texts(step: Step) -> Iterable[str]:
    """Answer the moves of a step."""
    if step.m == FINISH:
        return step.played
    return () if step.m in {BANK, FORFEIT} else (step.m,)


def _step(race: Race, number: int, n: int) -> Step:
    seat = race.seats[number]
    ack: Ack = seat.answer(n)
    return Step(number, n, ack.ms, seat.commands[n - 1], ack.drawn, ack.flip, ack.played)


def _masked(step: Step) -> Step:
    """Blank the faces; which foundation a card comes back from would tell its suit."""
    m = f"F{step.m[step.m.index('>') :]}" if step.m.startswith("F") else step.m
    return Step(step.seat, step.k, step.ms, m)
