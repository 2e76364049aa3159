"""Position cases: a position, moves with what should come of them, and a verdict on the end.

A case is a plain value: `position`, `trace` (moves with `legal`, the change of `score` and
perhaps `waste_top` after it), `total` (the change over the trace) and `verdict`.
"""

from enum import StrEnum
from typing import NamedTuple

from pantagruel_engine import plain
from pantagruel_engine.card import face_text
from pantagruel_engine.errors import IllegalMove, RulesError
from pantagruel_engine.game import Game
from pantagruel_engine.notation import parse_move
from pantagruel_engine.position import Position
from pantagruel_engine.seen import seen_all
from pantagruel_engine.verdict import Verdict, judge


class Finding(StrEnum):
    """How a case came out."""

    RIGHT = "right"
    WRONG = "wrong"
    PASSED_OVER = "passed over"


class Report(NamedTuple):
    """A case by its id, how it came out, and what differs or why it was passed over."""

    id: str
    finding: Finding
    why: str


class _Differs(Exception):
    """The engine's answer is not the case's."""


def run_case(case: object) -> Report:
    """Run one case; whatever is wrong with it is reported, never raised."""
    name = "?"
    try:
        fields = plain.mapping(case, "a case")
        name = str(fields.get("id", "?"))
        if "position" not in fields:
            return Report(name, Finding.PASSED_OVER, "a rule in words, without a position")
        _run(fields)
    except (RulesError, _Differs) as error:
        return Report(name, Finding.WRONG, str(error))
    return Report(name, Finding.RIGHT, "")


def _run(fields: plain.Map) -> None:
    """Raise the first difference."""
    game = Game.start(Position.from_plain(fields["position"]))
    start = game.score
    trace = plain.items(fields.get("trace", []), "trace")
    for number, step in enumerate(trace, 1):
        try:
            _step(game, plain.mapping(step, "a step"))
        except (RulesError, _Differs) as error:
            raise _Differs(f"step {number}: {error}") from None
    _compare("total", fields.get("total", game.score - start), game.score - start)
    # The player of a case has seen the whole talon; what is finishable counts as alive.
    verdict = judge(seen_all(game)).verdict
    if "verdict" in fields or game.won:
        told = Verdict.ALIVE if verdict is Verdict.FINISHABLE else verdict
        _compare("verdict", fields.get("verdict"), told)


def _step(game: Game, step: plain.Map) -> None:
    text = plain.text(step.get("move"), "move")
    before, score = game.position(), game.score
    try:
        game.play(parse_move(text))
        legal = True
    except IllegalMove:
        legal = False
    _compare(f"{text} legal", plain.truth(step.get("legal"), "legal"), legal)
    if not legal and game.position() != before:
        raise _Differs(f"{text} was refused and yet changed the position")
    _compare(f"{text} score", plain.number(step.get("score"), "score"), game.score - score)
    if "waste_top" in step:
        top = face_text(game.waste[-1]) if game.waste else None
        _compare(f"{text} waste_top", step["waste_top"], top)


def _compare(what: str, expected: object, actual: object) -> None:
    if expected != actual:
        raise _Differs(f"{what}: expected {expected}, the engine says {actual}")
