"""What a game shows to whom: its player, the spectators of a masked board, the rivals."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from pantagruel_engine.card import UNKNOWN

if TYPE_CHECKING:  # a Game is made from a view, so it imports this module
    from pantagruel_engine.board import Board
    from pantagruel_engine.game import Game


class ViewColumn(NamedTuple):
    """A column as its player sees it: how many cards are hidden, and the run, top first."""

    down: int
    up: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayerView:
    """All that the player of a game may know.

    *stock* lists the cards next drawn first, None where the card was never seen.
    """

    columns: tuple[ViewColumn, ...]
    foundations: tuple[int, ...]
    stock: tuple[int | None, ...]
    waste: tuple[int, ...]
    redeals: int
    moves: int
    draws: int
    score: int
    streak: int
    time_bonus: int


class MaskedColumn(NamedTuple):
    """A column with its faces blank: how many cards are hidden and how many lie face up."""

    down: int
    up: int


@dataclass(frozen=True, slots=True)
class MaskedView:
    """A board with every face blank. Heights of single foundations would tell suits and ranks."""

    columns: tuple[MaskedColumn, ...]
    home: int
    stock: int
    waste: int
    redeals: int
    moves: int
    draws: int
    score: int


class Counts(NamedTuple):
    """All that rivals may know of a game."""

    home: int
    hidden: int
    score: int
    passes: int
    moves: int


def seen_stock(board: "Board") -> list[int]:
    """Answer the stock as its player knows it: all of it after a redeal, before it nothing."""
    return board.stock if board.redeals else [UNKNOWN] * len(board.stock)


def player_view(game: "Game") -> PlayerView:
    """Answer what the game's player sees."""
    return PlayerView(
        columns=tuple(
            ViewColumn(len(down), tuple(up)) for down, up in zip(game.down, game.up, strict=True)
        ),
        foundations=tuple(game.foundations),
        stock=tuple(None if face == UNKNOWN else face for face in seen_stock(game)),
        waste=tuple(game.waste),
        redeals=game.redeals,
        moves=game.moves,
        draws=game.draws,
        score=game.score,
        streak=game.streak,
        time_bonus=game.time_bonus,
    )


def masked_view(game: "Game") -> MaskedView:
    """Answer the board without a face."""
    return MaskedView(
        columns=tuple(
            MaskedColumn(len(down), len(up)) for down, up in zip(game.down, game.up, strict=True)
        ),
        home=game.home,
        stock=len(game.stock),
        waste=len(game.waste),
        redeals=game.redeals,
        moves=game.moves,
        draws=game.draws,
        score=game.score,
    )


def counts(game: "Game") -> Counts:
    """Answer a row of the running order."""
    return Counts(game.home, game.hidden, game.score, game.passes, game.moves)
