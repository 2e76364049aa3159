"""The load of `pantagruel load`, under the orders of a benchmark.

usage: python -m bench.load; one command a line, each answered by one line of JSON:
  real NAME PORT RACES MOVES   open races of four, wait until all are dealt, and answer their codes
  echo NAME PORT RACES MOVES   connect as many sockets to the echo, and answer their groups
  watch NAME COUNT CODE ...    let so many more watchers come to each of these races
  run NAME RATE SECONDS        make moves, and answer the tally
  watched NAME                 answer what watchers were sent since this was last asked
"""

import asyncio
import json
import sys
from dataclasses import asdict

from pantagruel_client.address import Address
from pantagruel_client.load.crowd import Crowd, Plan
from pantagruel_client.load.loop import new_loop
from pantagruel_client.load.people import Person, Watcher
from pantagruel_client.load.tally import Latency

PLAYERS = 4
RULES = "turn3"


class EchoCrowd(Crowd):
    """The same sockets on the echo, where they only name their group."""

    async def begin(self) -> None:
        self.codes = [str(number) for number in range(self.plan.races)]
        for code, race in zip(self.codes, self.races, strict=True):
            for player in race:
                await self._enter(player, f"play {code}")

    async def watch(self, count: int) -> None:
        for _ in range(count):
            for code in self.codes:
                watcher = Watcher(self.tally)
                self.watchers.append(watcher)
                await self._enter(watcher, f"watch {code}")

    async def _enter(self, person: Person, word: str) -> None:
        await person.connect(self.address, "echo")
        person.say_raw(word.encode())
        person.take_part()


def crowd(kind: str, port: str, races: str, moves: str) -> Crowd:
    """Make the crowd that a command describes."""
    plan = Plan(races=int(races), players=PLAYERS, variant=RULES, moves=int(moves))
    made = EchoCrowd if kind == "echo" else Crowd
    return made(Address("127.0.0.1", int(port)), plan)


async def run(side: Crowd, rate: float, seconds: float) -> dict[str, float]:
    """Make moves, and answer what was counted."""
    await side.pour(rate, seconds)
    told = asdict(side.tally)
    times = Latency.of(told.pop("waits"))
    lost = {"lost": side.lost, "spent": sum(not player.goes_on for player in side.players)}
    waits = {"p50_ms": times.p50, "p99_ms": times.p99} if times else {"p50_ms": 0, "p99_ms": 0}
    return told | lost | waits


def watched(side: Crowd) -> dict[str, float]:
    """Answer what the watchers were sent, and begin anew."""
    tally = side.tally
    counts: dict[str, float] = {
        "watched": tally.watched,
        "watched_bytes": tally.watched_bytes,
        "lost": side.lost,
    }
    tally.clear()
    return counts


async def obey() -> None:
    """Carry out the commands of standard input."""
    sides: dict[str, Crowd] = {}
    while line := await asyncio.to_thread(sys.stdin.readline):
        answer: object = None
        match line.split():
            case [("real" | "echo") as kind, name, port, races, moves]:
                side = sides[name] = crowd(kind, port, races, moves)
                await side.begin()
                answer = side.codes
            case ["watch", name, count, *codes]:
                sides[name].codes = codes
                await sides[name].watch(int(count))
            case ["watched", name]:
                answer = watched(sides[name])
            case ["run", name, rate, seconds]:
                answer = await run(sides[name], float(rate), float(seconds))
            case _:
                raise ValueError(line)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(obey())
