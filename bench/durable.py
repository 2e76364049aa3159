"""One durable move against the echo of the same frames, in CPU time of the two servers."""

import json
import tempfile
from pathlib import Path
from typing import NamedTuple

from bench.echo import Traffic
from bench.load import PLAYERS
from bench.measure import spread
from bench.process import Process
from bench.sides import Load, Slice, server, traffic_of
from pantagruel_client.load.loop import most_files

WARM_S = 3.0
SLICE_S = 4.0
SLICES = 6
MOVES = 600  # of one script: nobody comes to its end


class Case(NamedTuple):
    """One load: *rate* moves a second of all together, *watchers* of each race."""

    races: int
    rate: int
    watchers: int
    aim: float


# With 200 watchers so many races as two cores can send to, at the same pace of each.
CASES = (Case(250, 2_000, 0, 1.9), Case(250, 2_000, 20, 1.3), Case(25, 200, 200, 1.1))


class Compared(NamedTuple):
    """Slices of both sides, in turns."""

    traffic: Traffic
    durable: list[Slice]
    echoed: list[Slice]

    @property
    def ratios(self) -> list[float]:
        return [a.us / b.us for a, b in zip(self.durable, self.echoed, strict=True)]

    @property
    def per_frame(self) -> list[float]:
        """All CPU for each frame to a watcher, moves included, beside the echo's."""
        return [
            (a.cpu_s / a.counts.watched) / (b.cpu_s / b.counts.watched)
            for a, b in zip(self.durable, self.echoed, strict=True)
        ]


def compare(folder: Path, case: Case) -> Compared:
    """Run both servers in turns, under the same load."""
    durable: list[Slice] = []
    echoed: list[Slice] = []
    with server(folder) as (real, port), Load() as load:
        load.open("real", "durable", port, case.races, MOVES)
        load.watch("durable", case.watchers)
        load.run("durable", real, case.rate, WARM_S)
        counts = load.run("durable", real, case.rate, WARM_S).counts
        traffic = traffic_of(counts, case.watchers)
        with Process("bench.echo", traffic.text()) as echo:
            load.open("echo", "echo", echo.line(), case.races, MOVES)
            load.watch("echo", case.watchers)
            load.run("echo", echo, case.rate, WARM_S)
            for _ in range(SLICES):
                durable.append(load.run("durable", real, case.rate, SLICE_S))
                echoed.append(load.run("echo", echo, case.rate, SLICE_S))
    return Compared(traffic, durable, echoed)


def shares(folder: Path, case: Case) -> dict[str, float]:
    """Answer what share of the server's CPU time each stage takes, under the same load."""
    with server(folder, "bench.stages") as (watched, port), Load() as load:
        load.open("real", "durable", port, case.races, MOVES)
        load.run("durable", watched, case.rate, WARM_S)
        watched.ask("")  # what was before does not count
        load.run("durable", watched, case.rate, SLICE_S)
        stages: dict[str, float] = json.loads(watched.ask(""))
    whole = sum(stages.values())
    return {name: took / whole for name, took in stages.items()}


def report(case: Case, compared: Compared) -> None:
    """Print the ratio, and that both sides sent the same."""
    durable, echoed = compared.durable, compared.echoed
    print(
        f"durable: {case.races} races of {PLAYERS}, {case.watchers} watchers each,"
        f" {case.rate} moves/s, {SLICES} slices in turns"
    )
    print(f"  durable, CPU us per move           {spread([s.us for s in durable], 0)}")
    print(f"  echo, CPU us per move              {spread([s.us for s in echoed], 0)}")
    print(f"  durable/echo                       {spread(compared.ratios)}   aim: {case.aim}")
    if case.watchers:
        print(f"  same, per watcher's frame          {spread(compared.per_frame)}")
    print(f"  ack, p50 ms                        {spread([s.counts.p50_ms for s in durable], 1)}")
    print(f"  ack, p99 ms                        {spread([s.counts.p99_ms for s in durable], 1)}")
    for name, slices in (("durable", durable), ("echo", echoed)):
        frames = [_per_move(s, frames=True) for s in slices]
        size = [_per_move(s, frames=False) for s in slices]
        print(f"  {name:<8} frames, bytes per move    {spread(frames)}, {spread(size, 0)}")


def _per_move(took: Slice, *, frames: bool) -> float:
    counts = took.counts
    sizes = counts.ack_bytes + counts.row_bytes + counts.watched_bytes
    numbers = counts.acks + counts.rows + counts.watched
    return (numbers if frames else sizes) / counts.sent


def main() -> None:
    """Print each case, and where the time of the first goes."""
    most_files()
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:  # a disk, where /tmp may be memory
        for number, case in enumerate(CASES):
            report(case, compare(Path(folder) / f"turns {number}", case))
        stages = shares(Path(folder) / "stages", CASES[0])
    print("  where the time of the first goes:")
    for name, share in sorted(stages.items(), key=lambda stage: -stage[1]):
        print(f"    {name:<32} {share:6.1%}")


if __name__ == "__main__":
    main()
