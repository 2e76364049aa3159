"""What verdicts cost and how often they decide; and acks beside fifty searches and none."""

import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import process_time

from bench.measure import spread
from bench.positions import stages
from bench.sides import Load, Slice, server
from pantagruel_client.load.loop import most_files
from pantagruel_engine.seen import seen_by_player
from pantagruel_engine.verdict import Verdict, glance, judge

GAMES = 12
VARIANTS = (
    "strict-royal",
    "turn3",
    "turn1",
    "gargantua",
    "gargantua-till-dawn",
    "harp-single",
    "klondike-3",
    "thumb-and-pouch",
)
SEARCHES = 50
RACES, RATE, MOVES = 10, 80, 1_000
WARM_S, SLICE_S, SLICES = 3.0, 5.0, 5


@dataclass(slots=True)
class Costs:
    """Microseconds of each glance and milliseconds of each search, and what came of them."""

    glances: list[float] = field(default_factory=list)
    searches: list[float] = field(default_factory=list)
    glanced: Counter[Verdict] = field(default_factory=Counter)
    judged: Counter[Verdict] = field(default_factory=Counter)


def costs(rules: str) -> Costs:
    """Ask at every position of some games; of those whose talon was seen, search what is open."""
    found = Costs()
    for seed in range(GAMES):
        for game in stages(rules, seed):
            start = process_time()
            seen = seen_by_player(game)
            answer = glance(seen)
            found.glances.append((process_time() - start) * 1e6)
            if not seen.whole:
                continue
            found.glanced[answer.verdict] += 1
            if answer.verdict is Verdict.UNDECIDED:
                start = process_time()
                answer = judge(seen)
                found.searches.append((process_time() - start) * 1e3)
            found.judged[answer.verdict] += 1
    return found


def shares(counts: Counter[Verdict]) -> str:
    """Write the share of each answer."""
    whole = max(1, counts.total())
    return ", ".join(f"{verdict} {counts[verdict] / whole:.1%}" for verdict in Verdict)


def report(rules: str, found: Costs) -> None:
    """Print the costs of one variant."""
    glances = sorted(found.glances)
    print(f"{rules}: {len(glances)} positions of {GAMES} greedy games")
    worst = glances[len(glances) * 99 // 100]
    print(f"  glance, CPU us: median {median(glances):.0f}, p99 {worst:.0f}")
    print(f"  a glance says, the talon seen: {shares(found.glanced)}")
    if found.searches:
        print(f"  search, CPU ms: {spread(found.searches, 1)}, {len(found.searches)} of them")
    print(f"  with it: {shares(found.judged)}")


def beside() -> None:
    """Print how long acks take with searches beside the races and without, in turns."""
    quiet: list[Slice] = []
    busy: list[Slice] = []
    with (
        tempfile.TemporaryDirectory(dir=Path.cwd()) as folder,
        server(Path(folder), "bench.searching") as (process, port),
        Load() as load,
    ):
        load.open("real", "races", port, RACES, MOVES)
        load.run("races", process, RATE, WARM_S)
        for _ in range(SLICES):
            process.ask("0")
            quiet.append(load.run("races", process, RATE, SLICE_S))
            process.ask(f"{SEARCHES}")
            busy.append(load.run("races", process, RATE, SLICE_S))
    print(f"{RACES} races, {RATE} moves/s, {SEARCHES} searches waiting or none, in turns")
    for what, slices in (("no searches", quiet), (f"{SEARCHES} searches", busy)):
        print(f"  ack p50 ms, {what:<22} {spread([s.counts.p50_ms for s in slices], 1)}")
        print(f"  ack p99 ms, {what:<22} {spread([s.counts.p99_ms for s in slices], 1)}")
        print(f"  CPU us per move, {what:<17} {spread([s.us for s in slices], 0)}")


def main() -> None:
    """Print all of it."""
    most_files()
    for rules in VARIANTS:
        report(rules, costs(rules))
    beside()


if __name__ == "__main__":
    main()
