"""How much each feature of a position counts; found by hill-climbing on seeds of their own."""

from typing import NamedTuple

from pantagruel_engine.solver.state import Rules


class Weights(NamedTuple):
    """Signs are in `evaluate`: what is good there is added, what is bad subtracted."""

    home: float  # a card on a foundation
    hidden: float  # a hidden card
    depth: float  # the square of a column's hidden cards
    buried: float  # a hidden card that is needed soon
    talon: float  # a card in the talon
    blocked: float  # a card of the same suit above a lower one that is hidden
    empty: float  # an empty column
    lowest: float  # the lower foundation of a suit
    uneven: float  # the highest foundation beside the lowest
    hosts: float  # a kind of card that a column ends with
    passes: float  # a pass through the stock, parts of it counted
    order: float  # on the last pass, a pair of one suit in the waste that lies the wrong way round
    behind: float  # on the last pass, a card that was passed by
    covered: float  # a card upon one that a foundation waits for
    kings: float  # a King that heads a column without hidden cards


STRICT = Weights(
    2.24, 10.0, -0.088, 0.7, 10.0, 0.86, 1.25, 1.2, 0.625, 1.0, 10.0, -0.45, 1.91, -0.018, -1.034
)
ONE_BY_ONE = Weights(
    3.0, 10.0, 0.258, 1.6, 10.0, 1.0, 2.4, 5.12, 0.5, 1.0, 40.0, 0.0, 0.0, 0.0, 0.792
)
THREES = Weights(
    0.47, 10.0, 0.15, 0.7, 5.25, 1.07, 2.0, 1.2, 0.47, 1.0, 10.0, -1.07, -0.8, 0.1, -0.16
)
ONES = Weights(
    -2.457, 12.8, -0.331, 0.35, 4.2, 1.075, 4.8, 1.312, 0.262, 0.56, 8.0, -1.072, -0.798, -0.059,
    -0.517,
)  # fmt: skip


def weights(rules: Rules) -> Weights:
    """Choose by what costs most: passes, and how many cards a draw takes."""
    if rules.passes:
        return ONE_BY_ONE if rules.draw == 1 else STRICT
    return ONES if rules.draw == 1 else THREES
