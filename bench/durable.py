"""One durable move against the echo of the same frames, in CPU time of the two servers."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.echo import Traffic
from bench.load import PLAYERS, RACES, RATE, Counts
from bench.measure import spread
from bench.process import Process
from pantagruel_server.settings import BOUNDLESS, to_environment

WARM_S = 3.0
SLICE_S = 4.0
SLICES = 6
AIM = 2.5


@dataclass(frozen=True, slots=True)
class Slice:
    """What one side did in one slice."""

    counts: Counts
    cpu_s: float
    p50_ms: float
    p99_ms: float

    @property
    def us(self) -> float:
        """CPU time of a move, in microseconds."""
        return self.cpu_s / self.counts.sent * 1e6


@contextmanager
def server(folder: Path, module: str = "pantagruel_server") -> Iterator[tuple[Process, int]]:
    """Run the real server on a folder, and answer its port."""
    place = {"PANTAGRUEL_PORT": "0", "PANTAGRUEL_DATA": str(folder)}
    with Process(module, environment=place | to_environment(BOUNDLESS)) as process:
        yield process, int(process.line().rpartition(":")[2])


def run(load: Process, name: str, process: Process, seconds: float) -> Slice:
    """Let *load* move on one side, and read what it cost the server."""
    before = process.cpu_s()
    told = json.loads(load.ask(f"run {name} {seconds}"))
    cpu_s = process.cpu_s() - before
    p50_ms, p99_ms = told.pop("p50_ms"), told.pop("p99_ms")
    return Slice(Counts(**told), cpu_s, p50_ms, p99_ms)


def traffic_of(counts: Counts) -> Traffic:
    """Say what one move makes the server send, on the average."""
    return Traffic(
        round(counts.ack_bytes / counts.acks),
        round(counts.progress_bytes / max(counts.progress, 1)),
        counts.progress / counts.sent / PLAYERS,
    )


def compare(folder: Path) -> tuple[Traffic, list[Slice], list[Slice]]:
    """Run both servers in turns, under the same load."""
    durable: list[Slice] = []
    echoed: list[Slice] = []
    with server(folder) as (real, port), Process("bench.load") as load:
        load.ask(f"durable {port}")
        traffic = traffic_of(run(load, "durable", real, WARM_S).counts)
        with Process("bench.echo", traffic.text()) as echo:
            load.ask(f"echo {echo.line()}")
            run(load, "echo", echo, WARM_S)
            for _ in range(SLICES):
                durable.append(run(load, "durable", real, SLICE_S))
                echoed.append(run(load, "echo", echo, SLICE_S))
    return traffic, durable, echoed


def shares(folder: Path) -> dict[str, float]:
    """Answer what share of the server's CPU time each stage takes, under the same load."""
    with server(folder, "bench.stages") as (watched, port), Process("bench.load") as load:
        load.ask(f"durable {port}")
        run(load, "durable", watched, WARM_S)
        watched.ask("")  # what was before does not count
        run(load, "durable", watched, SLICE_S)
        stages: dict[str, float] = json.loads(watched.ask(""))
    whole = sum(stages.values())
    return {name: took / whole for name, took in stages.items()}


def main() -> None:
    """Print the ratio, and what both sides were asked for."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:  # a disk, where /tmp may be memory
        traffic, durable, echoed = compare(Path(folder) / "turns")
        stages = shares(Path(folder) / "stages")
    ratios = [a.us / b.us for a, b in zip(durable, echoed, strict=True)]
    counts = durable[-1].counts
    print(f"durable: {RACES} races of {PLAYERS}, {RATE} moves/s, {SLICES} slices in turns")
    print(
        f"  a move sends 1 frame of {traffic.ack_bytes} bytes, and"
        f" {traffic.progress_frames * PLAYERS:.2f} of {traffic.progress_bytes}"
    )
    print(f"  durable, CPU us per move           {spread([s.us for s in durable], 0)}")
    print(f"  echo, CPU us per move              {spread([s.us for s in echoed], 0)}")
    print(f"  durable/echo                       {spread(ratios)}   aim: {AIM} or less")
    print(f"  ack, p50 ms                        {spread([s.p50_ms for s in durable], 1)}")
    print(f"  ack, p99 ms                        {spread([s.p99_ms for s in durable], 1)}")
    print(f"  acks, moves, other frames          {counts.acks}, {counts.sent}, {counts.others}")
    print("  where the time goes:")
    for name, share in sorted(stages.items(), key=lambda stage: -stage[1]):
        print(f"    {name:<32} {share:6.1%}")


if __name__ == "__main__":
    main()
