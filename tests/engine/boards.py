"""Boards for tests, written tersely: what matters is named, the rest of the deck lies hidden."""

from collections import Counter

from pantagruel_engine.card import FACES, SUIT_LETTERS, face_text, parse_face, rank, suit
from pantagruel_engine.deal import key_of_text, layout
from pantagruel_engine.game import Game
from pantagruel_engine.notation import parse_move
from pantagruel_engine.position import Column, Position
from pantagruel_engine.rows import variant
from pantagruel_engine.variant import Variant


def cards(text: str) -> tuple[int, ...]:
    """Read cards written one after the other or with spaces between: `9S8H`."""
    text = text.replace(" ", "")
    return tuple(parse_face(text[at : at + 2]) for at in range(0, len(text), 2))


def set_up(
    rules: Variant | str,
    *columns: str,
    stock: str = "",
    waste: str = "",
    home: str = "",
    redeals: int = 0,
) -> Game:
    """Start a game at a position.

    Columns are written `hidden|run` or just `run`; *home* names the top card of each foundation
    in use. Cards not named lie hidden in the last column.
    """
    rules = variant(rules) if isinstance(rules, str) else rules
    piles = [tuple(map(cards, column.rpartition("|")[::2])) for column in columns]
    piles += [((), ())] * (len(rules.columns) - len(piles))
    heights = _heights(rules, home)
    rest = Counter(
        {face: rules.packs for face in range(FACES) if rank(face) <= rules.ranks}
    ) - Counter(
        [face for pile in piles for part in pile for face in part]
        + [*cards(stock), *cards(waste)]
        + [face for face in range(FACES) for height in heights[suit(face)] if rank(face) <= height]
    )
    if rest:
        *down, up = sorted(rest.elements())
        assert not piles[-1][1], "the last column takes the cards that are not named"
        piles[-1] = (tuple(down), (up,))
    position = Position(
        rules,
        tuple(Column(*pile) for pile in piles),
        tuple(height for suit_heights in heights for height in suit_heights),
        cards(stock),
        cards(waste),
        redeals,
    )
    return Game.start(position)


def _heights(rules: Variant, home: str) -> list[list[int]]:
    heights: list[list[int]] = [[] for _ in SUIT_LETTERS]
    for face in cards(home):
        heights[suit(face)].append(rank(face))
    return [tops + [0] * (rules.packs - len(tops)) for tops in heights]


def dealt(rules: Variant | str, seed: str = "test") -> Game:
    """Start the game that a seed text deals."""
    rules = variant(rules) if isinstance(rules, str) else rules
    return Game.start(layout(rules, key_of_text(seed)))


def play(game: Game, *texts: str, ms: int = 0) -> Game:
    """Play moves by their texts."""
    for text in texts:
        game.play(parse_move(text), ms)
    return game


def texts(game: Game) -> list[str]:
    """Write the legal moves, sorted."""
    return sorted(move.text for move in game.legal_moves())


def run_text(game: Game, column: int) -> str:
    """Write the run of a column, numbered from 1."""
    return "".join(map(face_text, game.up[column - 1]))
