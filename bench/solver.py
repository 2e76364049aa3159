"""The solver on fresh deals: how many are proved within 1 s and 10 s of CPU time, and a minute.

usage: python -m bench solver; every line that wins is replayed, and counted only then.
"""

from statistics import median
from time import process_time
from typing import NamedTuple

from pantagruel_engine.deal import key_of_text, layout
from pantagruel_engine.game import Game
from pantagruel_engine.rows import variant
from pantagruel_engine.solver import Answer, solve

SEED = "bench 1"  # another text, other deals
NODES = 250_000
ASKED = {  # deals, and how many are to be proved a minute
    "strict-royal": (60, 60),
    "turn3": (60, 200),
    "turn1": (60, 150),
    "gargantua": (60, 150),
    "harp": (30, None),
    "ultra-2": (15, None),
}


class Proof(NamedTuple):
    """Whether a deal was won, and the CPU seconds that this took."""

    won: bool
    cpu_s: float


def proof(name: str, number: int) -> Proof:
    """Solve one deal; raises IllegalMove if a line does not hold."""
    game = Game.start(layout(variant(name), key_of_text(f"{SEED}/{name}/{number}")))
    begun = process_time()
    solution = solve(game, NODES)
    took = process_time() - begun
    for move in solution.line:
        game.play(move)
    if game.won != (solution.answer is Answer.WON):
        msg = f"{name} {number}: the line does not win"
        raise RuntimeError(msg)
    return Proof(game.won, took)


def main() -> None:
    """Print a row for each variant."""
    print(f"solver, deals of the seed {SEED!r}, at most {NODES:,} positions each, CPU time")
    for name, (deals, aim) in ASKED.items():
        proofs = [proof(name, number) for number in range(deals)]
        won = [one.cpu_s for one in proofs if one.won]
        rate = len(won) / sum(one.cpu_s for one in proofs) * 60
        shares = [sum(one <= most for one in won) / deals for most in (1, 10)]
        print(
            f"  {name:<13} {deals:3} deals: {shares[0]:4.0%} within 1 s, {shares[1]:4.0%} within"
            f" 10 s, median {median(won) if won else 0:.2f} s, {rate:4.0f} a minute"
            + (f"   aim: {aim}" if aim else "")
        )


if __name__ == "__main__":
    main()
