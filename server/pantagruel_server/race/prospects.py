"""When to look whether a game is dead, so that races which go on cost next to nothing.

Whether one looks depends on counts alone, and what is found on what the player has seen.
"""

from pantagruel_engine.seen import seen_by_player
from pantagruel_engine.verdict import glance
from pantagruel_server.race.state import Seat

LULL = 8  # so many commands without a flip or a talon card played: then look, and again after it


def due(seat: Seat) -> bool:
    """Say whether to look after the last command: in a lull, and when no card is to come.

    Before the player has seen all cards that can come there is no dead game.
    """
    game = seat.board
    if game.stock and not game.redeals:
        return False
    passes = game.variant.max_passes
    if not game.stock and passes is not None and game.redeals + 1 >= passes:
        return True
    return seat.lull > 0 and seat.lull % LULL == 0


def spent(seat: Seat) -> bool:
    """Say whether nothing can be won or paid any more in the seat's game, so that it ends."""
    return glance(seen_by_player(seat.board)).spent
