"""What a watcher knows of a race: the rows, and the boards as far as they may be shown."""

from collections.abc import Iterable
from typing import NamedTuple, Self

from pantagruel_client.board import follow_step, game_of
from pantagruel_client.errors import Disagreement
from pantagruel_client.events import WatchMessage
from pantagruel_client.outline import OutlineBoard
from pantagruel_client.roomview import RoomView
from pantagruel_engine.game import Game
from pantagruel_protocol.server_messages import Board, Outlined, Progress, Room, Steps
from pantagruel_protocol.values import Placing, Row, SeatInfo, Step


class Faced(NamedTuple):
    """A board with faces as it was after command *k* of its seat, at race time *ms*."""

    game: Game
    k: int
    ms: int


class Blank(NamedTuple):
    """A board without faces as it is after command *k* of its seat, at race time *ms*."""

    outline: OutlineBoard
    k: int
    ms: int


class Watched(NamedTuple):
    """One player as a watcher sees him.

    *board* has the faces, perhaps late; *outline*, where they are late, tells what lies there
    now. Either is None until it comes.
    """

    seat: SeatInfo
    row: Row | None
    board: Faced | None
    outline: Blank | None


class WatchView(RoomView):
    """A race as its watchers see it now: `players` with their rows and boards.

    Boards are rebuilt here, from a picture of each and the steps after it, by the engine that
    the server uses too.
    """

    def __init__(self, me: str, room: Room) -> None:
        super().__init__(me, room)
        self._boards: dict[int, Faced] = {}
        self._outlines: dict[int, Blank] = {}

    def copy(self) -> Self:
        """Answer a picture that changes no more."""
        twin = super().copy()
        boards, outlines = self._boards.items(), self._outlines.items()
        twin._boards = {  # noqa: SLF001 - a twin
            seat: faced._replace(game=faced.game.copy()) for seat, faced in boards
        }
        twin._outlines = {  # noqa: SLF001 - a twin
            seat: blank._replace(outline=blank.outline.copy()) for seat, blank in outlines
        }
        return twin

    @property
    def players(self) -> tuple[Watched, ...]:
        """Everybody who has a seat, in the order of the seats."""
        return tuple(
            Watched(
                seat,
                self._rows.get(seat.seat),
                self._boards.get(seat.seat),
                self._outlines.get(seat.seat),
            )
            for seat in self.room.seats
        )

    @property
    def behind(self) -> int | None:
        """How many seconds late the faces are; None as long as they come after the end only."""
        if self.reveal is not None or self.room.phase in ("finished", "recorded"):
            return 0
        faces = self.room.settings.faces
        return None if faces == "end" else faces

    @property
    def over(self) -> bool:
        """Whether the race is over and every board is there as its player left it."""
        if self.reveal is None:
            return super().over
        return all(map(self._final, self.results))

    def _final(self, placing: Placing) -> bool:
        row, faced = self._rows.get(placing.seat), self._boards.get(placing.seat)
        if row is None or row.ended is None or faced is None:
            return False
        game, result = faced.game, placing.result
        return (game.moves, game.draws, game.redeals) == (
            result.moves,
            result.draws,
            result.redeals,
        )

    def fresh(self) -> None:
        """Forget the boards: new pictures of them come, as after every entrance."""
        self._boards.clear()
        self._outlines.clear()

    def fold(self, message: WatchMessage, now: float) -> bool:
        """Take *message* in and answer whether it told anything new; *now* is the loop's time.

        Raises Disagreement when a step is missing or breaks the rules.
        """
        match message:
            case Board(seat=seat, k=k, ms=ms, view=view):
                self._boards[seat] = Faced(game_of(view, self.variant), k, ms)
                if self.behind == 0:  # nothing is blank any more
                    self._outlines.pop(seat, None)
            case Outlined(seat=seat, k=k, ms=ms, view=outline):
                self._outlines[seat] = Blank(OutlineBoard(outline, self.variant.draw), k, ms)
            case Steps(steps=steps):
                self._step_boards(steps)
            case _:
                return self._fold_room(message, now) and self._fold_steps(message)
        self.suspended = False
        return True

    def _fold_steps(self, message: WatchMessage) -> bool:
        if isinstance(message, Progress):
            self.suspended = False
            if self.room.settings.faces == 0:
                self._step_boards(message.steps)
            else:
                self._step_outlines(message.steps)
                self._compare(message.rows)
        return True

    def _step_boards(self, steps: Iterable[Step]) -> None:
        for step in steps:
            faced = self._boards.get(step.seat)
            if faced is not None and _next(step, faced.k):
                follow_step(faced.game, step)
                self._boards[step.seat] = Faced(faced.game, step.k, step.ms)

    def _step_outlines(self, steps: Iterable[Step]) -> None:
        for step in steps:
            blank = self._outlines.get(step.seat)
            if blank is not None and _next(step, blank.k):
                blank.outline.follow(step)
                self._outlines[step.seat] = Blank(blank.outline, step.k, step.ms)

    def _compare(self, rows: Iterable[Row]) -> None:
        for row in rows:
            blank = self._outlines.get(row.seat)
            if blank is not None:
                blank.outline.compare(row)


def _next(step: Step, k: int) -> bool:
    """Answer whether *step* follows command *k*; False if the picture has it in it already."""
    if step.k > k + 1:
        msg = f"steps {k + 1} to {step.k - 1} of seat {step.seat} are missing"
        raise Disagreement(msg)
    return step.k == k + 1
