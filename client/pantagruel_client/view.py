"""What a player knows of a race: one live picture, folded from the server's messages."""

from typing import NamedTuple, Self

from pantagruel_client.board import follow, game_of
from pantagruel_client.errors import Disagreement
from pantagruel_client.events import RaceMessage
from pantagruel_client.roomview import RoomView
from pantagruel_engine.card import face_text
from pantagruel_engine.game import Game
from pantagruel_engine.notation import Move
from pantagruel_protocol.client_messages import Command
from pantagruel_protocol.server_messages import (
    Ack,
    Deal,
    Over,
    Results,
    Resync,
    Reveal,
    Room,
    Verdict,
)
from pantagruel_protocol.values import (
    Card,
    Column,
    Ending,
    Result,
    Row,
    SeatInfo,
)


class Rival(NamedTuple):
    """Who sits in a seat and how he stands; *row* is None until the race runs."""

    seat: SeatInfo
    row: Row | None


class RaceView(RoomView):
    """A race as its player sees it now.

    It holds only what the rules of sight allow: the own cards that lie open or were seen, and
    of rivals nothing but counts. `legal_moves()` and `finishable` are worked out here, by the
    engine that the server uses too; everything else is what the server said last.
    """

    def __init__(self, me: str, room: Room) -> None:
        super().__init__(me, room)
        self.game: Game | None = None
        self.ended: Ending | None = None
        self.result: Result | None = None
        self.verdict: Verdict | None = None  # the server's word that the own game is dead
        self.s = 0
        self.resume_s: int | None = None  # what a new socket resumes after, once the game is over
        self._streak = 0
        self._time_bonus = 0

    def copy(self) -> Self:
        """Answer a picture that changes no more."""
        twin = super().copy()
        twin.game = self.game and self.game.copy()
        return twin

    # Cards of the own board.

    @property
    def playing(self) -> bool:
        """Whether a board lies there and its game goes on."""
        return self.game is not None and self.ended is None

    @property
    def board(self) -> Game:
        """The own game; raises LookupError before the deal."""
        if self.game is None:
            raise LookupError("no cards are dealt yet")
        return self.game

    def legal_moves(self) -> list[Move]:
        """Answer what may be played now: each move once, draw and redeal included."""
        return self.board.legal_moves() if self.playing else []

    @property
    def finishable(self) -> bool:
        """Whether `finish` would be accepted: nothing is left to decide."""
        return self.playing and self.board.finishable

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns: how many cards are hidden, and the run, top first."""
        board = self.board
        return tuple(
            Column(len(down), tuple(map(face_text, up)))
            for down, up in zip(board.down, board.up, strict=True)
        )

    @property
    def foundations(self) -> tuple[int, ...]:
        """Heights, hearts, diamonds, spades, clubs, as many of each as there are packs."""
        return tuple(self.board.foundations)

    @property
    def waste(self) -> tuple[Card, ...]:
        """The waste, its top card last."""
        return tuple(map(face_text, self.board.waste))

    @property
    def stock(self) -> tuple[Card | None, ...]:
        """The stock, the next card drawn first; None where the card was never seen."""
        return tuple(None if face < 0 else face_text(face) for face in self.board.stock)

    # Numbers of the own game.

    @property
    def home(self) -> int:
        """Cards on the foundations."""
        return self.board.home

    @property
    def hidden(self) -> int:
        """Cards that lie face down on columns."""
        return self.board.hidden

    @property
    def score(self) -> int:
        """Points by the variant, without bonuses."""
        return self.board.score

    @property
    def streak(self) -> int:
        """The streak bonus so far."""
        return self._streak

    @property
    def total(self) -> int:
        """Score, streak and time bonus."""
        return self.score + self._streak + self._time_bonus

    @property
    def moves(self) -> int:
        """Cards or runs moved."""
        return self.board.moves

    @property
    def draws(self) -> int:
        return self.board.draws

    @property
    def redeals(self) -> int:
        return self.board.redeals

    @property
    def passes(self) -> int:
        """The pass that goes on, counted from 1."""
        return self.board.passes

    @property
    def passes_left(self) -> int | None:
        """Passes still to begin; None where there is no limit."""
        most = self.variant.max_passes
        return None if most is None else most - self.passes

    # The race.

    @property
    def ready(self) -> bool:
        """Whether this player is ready."""
        return any(seat.ready for seat in self.room.seats if seat.player == self.me)

    @property
    def row(self) -> Row | None:
        """The own line."""
        seat = self.seat
        return None if seat is None else self._rows.get(seat)

    @property
    def rivals(self) -> tuple[Rival, ...]:
        """The others, in the order of their seats."""
        return tuple(
            Rival(seat, self._rows.get(seat.seat))
            for seat in self.room.seats
            if seat.player != self.me
        )

    # Folding.

    def fold(self, message: RaceMessage, command: Command | None, now: float) -> bool:
        """Take *message* in and answer whether it told anything new.

        *command* is what an ack answers; *now* the loop's time. Raises Disagreement when the
        server's word breaks the rules.
        """
        match message:
            case Resync():
                self._resync(message, now)
            case Verdict():
                new, self.verdict = self.verdict is None, message
                return new  # it comes again with every resume
            case Deal() | Ack() | Over() | Results() | Reveal():
                if message.s is None or message.s <= self.s:
                    return False  # the stored answer to a command sent twice
                self._fold_frame(message, command, now)
                self.s = message.s
            case _:
                return self._fold_room(message, now)
        return True

    def _fold_frame(
        self, frame: Deal | Ack | Over | Results | Reveal, command: Command | None, now: float
    ) -> None:
        match frame:
            case Deal():
                self.game = game_of(frame.view, self.variant)
                self._set_clock(frame.ms, now)
            case Ack():
                self._ack(frame, command, now)
            case Over():
                self.ended, self.result = frame.ended, frame.result
                self.resume_s = self.s  # `over` has to come again, or nobody knows that it came
            case Results() | Reveal():
                self._fold_room(frame, now)

    def _ack(self, ack: Ack, command: Command | None, now: float) -> None:
        if command is None:
            msg = f"the server acknowledges command {ack.n}, which was not sent here"
            raise Disagreement(msg)
        self._set_clock(ack.ms, now)
        follow(self.board, command, ack)
        self._streak, self._time_bonus = ack.streak, ack.time_bonus
        if ack.ended is not None:
            self.ended = ack.ended

    def _resync(self, picture: Resync, now: float) -> None:
        self.game = game_of(picture.view, self.variant)
        self._streak, self._time_bonus = picture.view.streak, picture.view.time_bonus
        self.s, self.suspended, self.verdict = picture.s, False, None
        self._set_clock(picture.ms, now)
