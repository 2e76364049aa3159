"""What the server counts of itself, and how Prometheus reads it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


@dataclass(slots=True)
class Tally:
    """Plain numbers, cheap to count up; each server of a process has its own."""

    messages: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    closes: Counter[str] = field(default_factory=Counter)
    requests: Counter[tuple[str, str, int]] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Gauges:
    """What is so at the moment; *lag_ms* is how late the last tick came."""

    races: Counter[str]
    players: int
    watchers: int
    sockets: int
    newcomers: int
    lag_ms: int
    writes: int
    flushes: int


class _Snapshot(Collector):
    def __init__(self, tally: Tally, gauges: Gauges) -> None:
        self._tally = tally
        self._gauges = gauges

    def collect(self) -> Iterable[Metric]:
        yield from _counted(self._tally)
        yield from _measured(self._gauges)


def exposition(tally: Tally, gauges: Gauges) -> bytes:
    """Write everything in Prometheus' text format."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Snapshot(tally, gauges))
    return generate_latest(registry)


def _counted(tally: Tally) -> Iterator[Metric]:
    yield CounterMetricFamily(
        "pantagruel_messages", "Messages that sockets sent", value=tally.messages
    )
    for name, what, counts in (
        ("pantagruel_refusals", "Requests and commands refused", tally.refusals),
        ("pantagruel_closes", "Sockets closed by the server", tally.closes),
    ):
        family = CounterMetricFamily(name, what, labels=["code"])
        for code, count in sorted(counts.items()):
            family.add_metric([code], count)
        yield family
    requests = CounterMetricFamily(
        "pantagruel_http_requests", "HTTP requests", labels=["method", "route", "status"]
    )
    for (method, route, status), count in sorted(tally.requests.items()):
        requests.add_metric([method, route, str(status)], count)
    yield requests


def _measured(gauges: Gauges) -> Iterator[Metric]:
    races = GaugeMetricFamily("pantagruel_races", "Races in memory", labels=["phase"])
    for phase, count in sorted(gauges.races.items()):
        races.add_metric([phase], count)
    yield races
    sockets = GaugeMetricFamily("pantagruel_sockets", "Open sockets", labels=["role"])
    for role, count in (("player", gauges.players), ("watcher", gauges.watchers)):
        sockets.add_metric([role], count)
    sockets.add_metric(["all"], gauges.sockets)
    yield sockets
    yield GaugeMetricFamily(
        "pantagruel_newcomers", "Guests in memory alone", value=gauges.newcomers
    )
    yield GaugeMetricFamily(
        "pantagruel_tick_lag_seconds", "How late the last tick came", value=gauges.lag_ms / 1000
    )
    yield CounterMetricFamily(
        "pantagruel_journal_writes", "Events and records on disk", value=gauges.writes
    )
    yield CounterMetricFamily("pantagruel_journal_flushes", "Flushes", value=gauges.flushes)
