"""Can this game be won by somebody who sees every card? A line, a proof of no, or neither.

Nothing here may be asked for a player while the game goes on: the answer depends on cards that
the player has not seen.
"""

from pantagruel_engine.solver.solve import Answer, Progress, Solution, searching, solve

__all__ = ["Answer", "Progress", "Solution", "searching", "solve"]
