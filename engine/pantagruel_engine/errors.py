"""Everything that the rules refuse, and why."""

from enum import StrEnum

SHOWN = 40  # characters of a stranger's text that an error repeats


class Reason(StrEnum):
    """A stable word for why a move is not allowed here; bots may branch on it."""

    NO_SUCH_PILE = "no-such-pile"
    SAME_PILE = "same-pile"
    EMPTY_SOURCE = "empty-source"
    NOT_FACE_UP = "not-face-up"
    RUN_POLICY = "run-policy"
    DOES_NOT_FIT = "does-not-fit"
    KING_ONLY = "king-only"
    FOUNDATION_ORDER = "foundation-order"
    NO_RETURN = "no-return"
    NEVER = "never"
    STOCK_EMPTY = "stock-empty"
    STOCK_NOT_EMPTY = "stock-not-empty"
    WASTE_EMPTY = "waste-empty"
    NO_PASSES_LEFT = "no-passes-left"
    GAME_OVER = "game-over"


class RulesError(ValueError):
    """The rules refuse what was asked."""


class InvalidMove(RulesError):
    """The text cannot be read as a move."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{_quoted(text)} is no move")
        self.text = text


class IllegalMove(RulesError):
    """The move can be read but is not allowed here.

    *cards* are the faces that clash. They and the sentence name visible cards only: a refusal
    must read the same whatever lies hidden.
    """

    def __init__(self, reason: Reason, sentence: str, cards: tuple[int, ...] = ()) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.cards = cards


class PositionError(RulesError):
    """No game of the variant can come to this position, or its text cannot be read."""


class UnknownVariant(RulesError):
    """No variant has this id."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no variant {_quoted(name)}")
        self.name = name


def _quoted(text: str) -> str:
    return repr(text if len(text) <= SHOWN else text[:SHOWN] + "...")
