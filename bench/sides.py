"""What the benchmarks of the whole server have in common: a server, a load, slices in turns."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

from bench.echo import Kind, Traffic
from bench.load import PLAYERS
from bench.process import Process
from pantagruel_server.settings import BOUNDLESS, to_environment


@dataclass(frozen=True, slots=True)
class Counts:
    """What one slice sent and what came back: the tally of the load."""

    sent: int
    acks: int
    ack_bytes: int
    refused: int
    rows: int
    row_bytes: int
    watched: int
    watched_bytes: int
    others: int
    other_bytes: int
    lost: int
    spent: int
    p50_ms: float
    p99_ms: float


@dataclass(frozen=True, slots=True)
class Slice:
    """What one side did in one slice, and the CPU time of its server."""

    counts: Counts
    cpu_s: float

    @property
    def us(self) -> float:
        """CPU time of a move, in microseconds."""
        return self.cpu_s / self.counts.sent * 1e6

    def check(self) -> None:
        """Refuse to draw conclusions from a load that broke down."""
        counts = self.counts
        if counts.lost or counts.spent or counts.refused or counts.acks != counts.sent:
            msg = f"the load broke down: {counts}"
            raise RuntimeError(msg)


@contextmanager
def server(folder: Path, module: str = "pantagruel_server") -> Iterator[tuple[Process, int]]:
    """Run the real server on a folder, and answer its port."""
    place = {"PANTAGRUEL_PORT": "0", "PANTAGRUEL_DATA": str(folder)}
    with Process(module, environment=place | to_environment(BOUNDLESS)) as process:
        yield process, int(process.line().rpartition(":")[2])


class Load:
    """Players who move, and watchers whom another process reads: no ack waits for them."""

    def __init__(self) -> None:
        self._players = Process("bench.load")
        self._watchers = Process("bench.load")
        self._codes: dict[str, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._players.stop()
        self._watchers.stop()

    def open(
        self, kind: Literal["real", "echo"], name: str, port: int | str, races: int, moves: int
    ) -> None:
        """Open races on a server, as one side of a comparison."""
        codes = json.loads(self._players.ask(f"{kind} {name} {port} {races} {moves}"))
        self._codes[name] = " ".join(codes)
        self._watchers.ask(f"{kind} {name} {port} 0 0")

    def watch(self, name: str, count: int) -> None:
        """Let *count* more watchers come to each race of a side."""
        self._watchers.ask(f"watch {name} {count} {self._codes[name]}")

    def run(self, name: str, process: Process, rate: float, seconds: float) -> Slice:
        """Move on one side, and read what it cost the server."""
        self._watchers.ask(f"watched {name}")
        before = process.cpu_s()
        told = json.loads(self._players.ask(f"run {name} {rate} {seconds}"))
        seen = json.loads(self._watchers.ask(f"watched {name}"))
        lost = told["lost"] + seen["lost"]
        took = Slice(Counts(**told | seen | {"lost": lost}), process.cpu_s() - before)
        took.check()
        return took


def traffic_of(counts: Counts, watchers: int) -> Traffic:
    """Say what one move makes the server send, on the average; *watchers* of each race."""

    def kind(frames: int, size: int, receivers: int) -> Kind:
        return Kind(round(size / max(frames, 1)), frames / counts.sent / max(receivers, 1))

    return Traffic(
        kind(counts.acks, counts.ack_bytes, 1),
        kind(counts.rows, counts.row_bytes, PLAYERS),
        kind(counts.watched, counts.watched_bytes, watchers),
    )
