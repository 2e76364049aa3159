"""A game being played: the board, the accounts, and the way from one move to the next."""

from typing import Self

from pantagruel_engine import finish, judge, legal
from pantagruel_engine.board import Board, Shown
from pantagruel_engine.card import UNKNOWN
from pantagruel_engine.errors import RulesError
from pantagruel_engine.notation import Kind, Move
from pantagruel_engine.position import Column, Position
from pantagruel_engine.score import FLIP, FORMULAS, POINTS, time_bonus
from pantagruel_engine.streak import Streak
from pantagruel_engine.variant import Scoring, Variant
from pantagruel_engine.view import PlayerView

# Looked up once: a member is found through its enum's properties each time.
_DRAW, _REDEAL = Kind.DRAW, Kind.REDEAL


class Game(Board):
    """One player's game, mutable and fast; the server's whole ones and the clients' views alike.

    Beside the board: `moves` counts what cards were moved by (a run is one), `draws` the draws;
    `ledger` are the royal points whatever the variant's `score` is; `elapsed_ms` is the race time
    of the last command, `last_score_ms` that of the last change of the score.
    """

    __slots__ = (
        "_formula",
        "_streak",
        "draws",
        "elapsed_ms",
        "last_score_ms",
        "ledger",
        "moves",
        "score",
    )

    def __init__(
        self,
        variant: Variant,
        columns: tuple[Column, ...],
        foundations: tuple[int, ...],
        stock: tuple[int, ...],
        waste: tuple[int, ...],
        redeals: int,
    ) -> None:
        super().__init__(variant, columns, foundations, stock, waste, redeals)
        self.moves = 0
        self.draws = 0
        self.ledger = 0
        self.elapsed_ms = 0
        self.last_score_ms = 0
        self._formula = FORMULAS.get(variant.scoring)
        self.score = self.ledger if self._formula is None else self._formula(self)
        self._streak = Streak(self.home) if variant.streak else None

    @classmethod
    def start(cls, position: Position) -> Self:
        """Begin a game at a position, with every account at nothing."""
        return cls(
            position.variant,
            position.columns,
            position.foundations,
            position.stock,
            position.waste,
            position.redeals,
        )

    @classmethod
    def from_view(cls, view: PlayerView, variant: Variant) -> Self:
        """Go on from what a player sees; cards that are not shown are UNKNOWN.

        A view tells neither whether the streak is alive nor, where the score is a formula, the
        ledger: until the game ends `streak` and `ledger` are this game's guess, and the server's
        numbers stand.
        """
        game = cls(
            variant,
            tuple(Column((UNKNOWN,) * down, up) for down, up in view.columns),
            view.foundations,
            tuple(UNKNOWN if face is None else face for face in view.stock),
            view.waste,
            view.redeals,
        )
        game.moves = view.moves
        game.draws = view.draws
        game.score = view.score
        if variant.scoring is Scoring.ROYAL:
            game.ledger = view.score
        if variant.streak:
            game._streak = Streak(game.home, view.streak)
        return game

    @property
    def streak(self) -> int:
        """The points of the streak bonus."""
        return self._streak.points if self._streak else 0

    @property
    def time_bonus(self) -> int:
        """What a royal win pays for its speed."""
        royal = self.variant.scoring is Scoring.ROYAL
        return time_bonus(self.elapsed_ms) if self.won and royal else 0

    @property
    def total(self) -> int:
        """Score and bonuses together: for show, and for races ranked by score."""
        return self.score + self.streak + self.time_bonus

    @property
    def passes(self) -> int:
        """How many trips through the stock were begun."""
        return self.redeals + 1

    @property
    def finishable(self) -> bool:
        """Whether ordinary moves without a choice win."""
        return finish.finishable(self)

    def finish_moves(self) -> list[Move]:
        """Answer the moves that win a finishable game; the game stays as it is."""
        return finish.finish_moves(self)

    def legal_moves(self) -> list[Move]:
        """Answer the distinct legal moves, draw and redeal included; none after the end."""
        return legal.legal_moves(self)

    def judge(self, move: Move) -> None:
        """Raise IllegalMove unless the move may be played."""
        judge.judge(self, move)

    def play(self, move: Move, ms: int = 0) -> Shown:
        """Judge a move and play it at race time *ms*; a refusal changes nothing."""
        judge.judge(self, move)
        shown = self.shift(move)
        kind = move.kind
        points = POINTS[kind]
        if shown.flip is not None:
            points += FLIP
        if kind is _DRAW:
            self.draws += 1
        elif kind is _REDEAL:
            points -= self.variant.pass_penalty
        else:
            self.moves += 1
        self.ledger += points
        self.elapsed_ms = ms
        if self._streak is not None:
            self._streak.note(self.home, ms)
        score = self.ledger if self._formula is None else self._formula(self)
        if score != self.score:
            self.score = score
            self.last_score_ms = ms
        return shown

    def follow(self, move: Move, shown: Shown, ms: int = 0) -> None:
        """Play a move in a view, with the cards that the server disclosed for it.

        Raises RulesError when these cannot be the cards; the view is then of no more use.
        """
        judge.judge(self, move)
        if move.kind is Kind.DRAW:
            if len(shown.drawn) == min(self.variant.draw, len(self.stock)):
                self.stock[: len(shown.drawn)] = shown.drawn
        elif shown.flip is not None and self.down[move.source]:
            self.down[move.source][-1] = shown.flip
        if self.play(move, ms) != shown:
            raise RulesError(f"{move.text} does not show what was disclosed for it")

    def copy(self) -> Self:
        """Answer a game of its own in the same state."""
        twin = super().copy()
        twin.moves = self.moves
        twin.draws = self.draws
        twin.ledger = self.ledger
        twin.score = self.score
        twin.elapsed_ms = self.elapsed_ms
        twin.last_score_ms = self.last_score_ms
        twin._formula = self._formula  # noqa: SLF001 - a twin
        twin._streak = self._streak.copy() if self._streak else None  # noqa: SLF001 - a twin
        return twin
