"""What holds in every variant after every move of games played at random."""

import json
from collections.abc import Mapping

import pytest
from hypothesis import given

from pantagruel_engine import game as game_module
from pantagruel_engine.game import Game
from pantagruel_engine.notation import Kind, Move, parse_move
from pantagruel_engine.position import Position
from pantagruel_engine.replay import replay
from pantagruel_engine.score import POINTS
from pantagruel_engine.variant import Scoring
from tests.engine.boards import dealt, play, set_up
from tests.engine.chance import NAMES, WIDE, choices, examples, families, playing, seeds


def worth(game: Game) -> int:
    """Answer the value of the cards: 5 in a column, 15 at home, 10 for each turned up."""
    in_columns = sum(map(len, game.up)) + sum(map(len, game.down))
    return 5 * in_columns + 15 * game.home - 10 * game.hidden


class Identity:
    """The ledger told from the position: what must hold after every action."""

    def __init__(self, game: Game) -> None:
        self._dealt = worth(game)
        self._redeals = game.redeals
        self._shortcuts = 0  # W->F and F->T, which cost 5 against the cards' values

    def check(self, game: Game, move: Move) -> None:
        self._shortcuts += move.kind in (Kind.WASTE_TO_FOUNDATION, Kind.FOUNDATION_TO_COLUMN)
        penalty = game.variant.pass_penalty * (game.redeals - self._redeals)
        assert worth(game) - self._dealt - 5 * self._shortcuts - penalty == game.ledger


def audit(game: Game, *texts: str) -> None:
    """Play moves and check the identity after each."""
    identity = Identity(game)
    for text in texts:
        play(game, text)
        identity.check(game, parse_move(text))


def state(game: Game) -> tuple[object, ...]:
    """Answer all that a game is."""
    return (
        game.position(),
        (game.moves, game.draws, game.redeals, game.passes),
        (game.ledger, game.score, game.streak, game.time_bonus, game.total),
        (game.home, game.hidden, game.won, game.elapsed_ms, game.last_score_ms),
        game.wanted,
        game.legal_moves(),
    )


@families([*NAMES, *WIDE])
@examples(4)
@given(seed=seeds, picks=choices)
def test_every_step_is_sound(name: str, seed: str, picks: list[int]) -> None:
    """Cards are conserved, runs stay runs, the counts are true and the identity holds.

    A Position refuses lost cards and broken runs, so making one is the check.
    """
    game = dealt(name, seed)
    identity = Identity(game)

    for move, ms in playing(game, picks):
        game.play(move, ms)
        position = game.position()
        fresh = Game.start(position)

        identity.check(game, move)
        assert (game.home, game.hidden, game.won) == (fresh.home, fresh.hidden, fresh.won)
        assert game.wanted == fresh.wanted
        assert game.legal_moves() == fresh.legal_moves()
        if game.variant.scoring is not Scoring.ROYAL:
            assert game.score == fresh.score
        assert all(up or not down for down, up in position.columns)


@families(NAMES)
@examples(4)
@given(seed=seeds, picks=choices)
def test_positions_round_trip(name: str, seed: str, picks: list[int]) -> None:
    """Text and JSON bring back the same position, wherever a game has come to."""
    game = dealt(name, seed)
    for move, ms in playing(game, picks):
        game.play(move, ms)
    position = game.position()

    assert position == Position.parse(position.text())
    assert position == Position.from_plain(json.loads(json.dumps(position.to_plain())))


@families(NAMES)
@examples(4)
@given(seed=seeds, picks=choices)
def test_replay_equals_play(name: str, seed: str, picks: list[int]) -> None:
    """The texts and times of a game make the same game again, bonuses included."""
    game = dealt(name, seed)
    start = game.position()
    moves = []
    for move, ms in playing(game, picks):
        game.play(move, ms)
        moves.append((ms, move.text))

    assert state(game) == state(replay(start, moves))


@families(NAMES)
@examples(4)
@given(seed=seeds, picks=choices)
def test_copies_go_their_own_way(name: str, seed: str, picks: list[int]) -> None:
    """A copy plays on like the original and leaves it alone."""
    game = dealt(name, seed)
    for move, ms in playing(game, picks[::2]):
        game.play(move, ms)
    before, twin = state(game), game.copy()
    assert before == state(twin)

    moves = []
    for move, ms in playing(twin, picks[1::2]):
        twin.play(move, game.elapsed_ms + ms)
        moves.append((move, game.elapsed_ms + ms))

    assert before == state(game)
    for move, ms in moves:
        game.play(move, ms)
    assert state(game) == state(twin)


@families(NAMES)
@examples(5)
@given(seed=seeds, picks=choices)
def test_no_cycle_gains_points(name: str, seed: str, picks: list[int]) -> None:
    """Coming back to the same cards in the same places never pays, streak included."""
    game = dealt(name, seed)
    best: dict[tuple[object, ...], tuple[int, int]] = {}

    for move, ms in playing(game, picks):
        position = game.position()
        here = (position.columns, position.foundations, position.stock, position.waste)
        points = (game.score, game.score + game.streak)
        seen = best.get(here, points)
        assert points[0] <= seen[0]
        assert points[1] <= seen[1]
        best[here] = points
        game.play(move, ms // 8)  # fast, so that streaks live


def test_rollback_and_return_costs_more_than_a_streak_pays() -> None:
    """The dearest streak pays 4, the cheapest way to pay for it again costs 5."""
    game = set_up("turn1", "9S 8D", home="7D 8H")
    high = game.score + game.streak

    for _ in range(5):
        play(game, "T1>F", "F3>T1", ms=1)
        assert game.score + game.streak < high
        high = game.score + game.streak


@pytest.mark.parametrize("kind", [kind for kind in POINTS if kind is not Kind.DRAW])
def test_identity_bites(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: a ledger that pays one point more for any kind of move fails the identity."""
    more: Mapping[Kind, int] = {**POINTS, kind: POINTS[kind] + 1}
    texts = ("W>T1", "T2>T1", "T3>F", "F1>T4", "D", "W>F", "R")
    game = set_up("turn1", "9S", "7S|7C", "AH", "2S", stock="AD", waste="9D 8D")
    broken = game.copy()

    audit(game, *texts)
    monkeypatch.setattr(game_module, "POINTS", more)
    with pytest.raises(AssertionError):
        audit(broken, *texts)


def test_identity_bites_on_flips(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: so does a flip that pays 11."""
    game = set_up("turn1", "9S|AH")
    broken = game.copy()

    audit(game, "T1>F")
    monkeypatch.setattr(game_module, "FLIP", 11)
    with pytest.raises(AssertionError):
        audit(broken, "T1>F")
