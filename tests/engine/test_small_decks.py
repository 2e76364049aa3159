"""Decks made small, so that a game can be searched to its end."""

import json
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from pantagruel_engine.board import Board
from pantagruel_engine.card import face_text, parse_face
from pantagruel_engine.game import Game
from pantagruel_engine.legal import legal_moves
from pantagruel_engine.position import Column, Position
from pantagruel_engine.rows import variant
from tests.engine.boards import play, set_up, texts


class Trap(NamedTuple):
    """A small deal that simple solvers get wrong."""

    ranks: int
    draw: int
    max_passes: int
    foundation_return: bool
    columns: list[list[str]]
    stock: list[str]
    winnable: bool
    trap: str

    def position(self) -> Position:
        """Deal it: the last card of each column lies face up."""
        rules = replace(
            variant("turn1"),
            ranks=self.ranks,
            columns=tuple(map(len, self.columns)),
            draw=self.draw,
            max_passes=self.max_passes,
            foundation_return=self.foundation_return,
            pass_penalty=0,
        )
        columns = [tuple(map(parse_face, column)) for column in self.columns]
        return Position(
            rules,
            tuple(Column(column[:-1], column[-1:]) for column in columns),
            (0,) * 8,
            tuple(map(parse_face, self.stock)),
            (),
        )


FILE = Path(__file__).parent / "cases" / "solver_traps.json"
TRAPS = [Trap(**trap) for trap in json.loads(FILE.read_text("utf-8"))]
SMALL = replace(variant("turn1"), ranks=3, columns=(1, 2, 1, 1))


def won_somehow(start: Board, most: int = 10_000_000) -> bool | None:
    """Search every line of play, each position once; None if there are more than *most*."""
    seen = set[tuple[str, int]]()
    todo = [start]
    while todo:
        if len(seen) > most:
            return None
        board = todo.pop()
        for move in legal_moves(board):
            after = board.copy()
            after.shift(move)
            if after.won:
                return True
            key = repr((after.down, after.up, after.stock, after.waste, after.foundations))
            if (key, after.redeals) not in seen:
                seen.add((key, after.redeals))
                todo.append(after)
    return False


@pytest.mark.parametrize("trap", TRAPS, ids=["0", "1", "2"])
def test_trap_loads_and_plays(trap: Trap) -> None:
    """The handed small deals are positions like any other."""
    position = trap.position()
    game = play(Game.start(position), "D")

    assert position == Position.parse(position.text())
    assert position == Position.from_plain(position.to_plain())
    assert trap.stock[: trap.draw] == list(map(face_text, game.waste))


@pytest.mark.slow
@pytest.mark.parametrize("trap", TRAPS, ids=["0", "1", "2"])
def test_trap_is_what_it_says(trap: Trap) -> None:
    """Each of them can be won, as a search of all that can be played shows."""
    assert trap.winnable == won_somehow(Game.start(trap.position()))


def test_search_can_fail() -> None:
    """Control: a deal whose last pass buries an Ace cannot be won, and the search says so."""
    rules = replace(SMALL, packs=1, columns=(1,), draw=2, max_passes=1, foundation_return=False)
    game = set_up(rules, "AH", stock="AD 2D 3D 2H 3H AS 2S 3S AC 2C 3C")

    assert won_somehow(game) is False


def test_highest_rank_is_the_king() -> None:
    """It alone enters an empty column, also from a foundation, and ends a foundation."""
    game = set_up(SMALL, "", "3S", "2H", home="3D AC", waste="3H")

    assert [text for text in texts(game) if text in ("F3>T1", "W>T1")] == ["F3>T1", "W>T1"]
    assert "T3>T1" not in texts(game)


def test_win_is_all_of_the_small_deck() -> None:
    """Twelve cards a pack of three ranks are all that there is."""
    game = set_up(SMALL, "3C", home="3H 3H 3D 3D 3S 3S 3C 2C")

    assert (SMALL.cards, game.finishable) == (24, True)
    assert play(game, "T1>F").won
