"""The load, in a process of its own: many players who move at a steady rate, whatever comes back.

usage: python -m bench.load; one command a line, each answered by one line of JSON:
  durable PORT       open the races on a server and wait until all are dealt
  echo PORT          connect as many sockets to the echo
  run SIDE SECONDS   let them move, and count what comes
"""

import asyncio
import json
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from http.client import HTTPConnection
from itertools import cycle
from statistics import quantiles

from bench.loop import new_loop
from bench.peer import Peer, masked
from bench.scripts import script
from pantagruel_protocol.client_messages import ClientMessage, Hello, Join, Play, Ready, Start
from pantagruel_protocol.codecs import CODECS
from pantagruel_protocol.server_messages import Deal, Ok, Room, ServerMessage, Welcome

RACES = 250
PLAYERS = 4
RATE = 2_000  # moves a second, of all together
RULES = "turn3"
DEALS = 10
MOVES = 400  # of one script: at two moves a second nobody comes to its end
TOGETHER = 25  # races that are set up at a time
WAKE_S = 0.002
CODEC = CODECS["pantagruel.v1.msgpack"]
ACK, PROGRESS = b"\xa1t\xa3ack", b"\xa1t\xa8progress"  # how frames begin, after the map's size


@dataclass(slots=True)
class Counts:
    """What one run sent and what came back."""

    sent: int = 0
    acks: int = 0
    ack_bytes: int = 0
    progress: int = 0
    progress_bytes: int = 0
    others: int = 0

    def hear(self, frame: bytes) -> None:
        if frame.startswith(ACK, 1):
            self.acks += 1
            self.ack_bytes += len(frame)
        elif frame.startswith(PROGRESS, 1):
            self.progress += 1
            self.progress_bytes += len(frame)
        else:
            self.others += 1


class Player:
    """One socket and a script."""

    def __init__(self, moves: Sequence[str]) -> None:
        self.counts = Counts()
        self.waits: list[float] = []
        self._moves = moves
        self._n = 0
        self._asked = 0.0
        self._peer: Peer
        self._early: asyncio.Queue[bytes] = asyncio.Queue()
        self._racing = False

    async def connect(self, port: int, protocol: str) -> None:
        self._peer = await Peer.connect(self._hear, port, protocol)

    def say(self, message: ClientMessage) -> None:
        self._peer.say(masked(CODEC.encode(message)))

    async def wait_for(self, *kinds: type[ServerMessage]) -> None:
        """Read on until a message of one of *kinds* has come."""
        while not isinstance(CODEC.decode_server(await self._early.get()), kinds):
            pass

    async def join(self, port: int, hello: Hello, code: str) -> None:
        """Take a seat and be ready."""
        await self.connect(port, CODEC.name)
        self.say(hello)
        await self.wait_for(Welcome)
        self.say(Join(1, code))
        await self.wait_for(Room)
        self.say(Ready(2, "0" * 32))
        await self.wait_for(Ok)

    async def race(self) -> None:
        """Wait for the cards; from then on frames are only counted."""
        await self.wait_for(Deal)
        self._racing = True

    async def group(self, port: int, name: str) -> None:
        """Join a group of the echo."""
        await self.connect(port, "echo")
        self._peer.say(masked(name.encode()))
        self._racing = True

    def move(self, now: float) -> None:
        self._n += 1
        self._asked = now
        self.counts.sent += 1
        self.say(Play(self._n, self._moves[self._n - 1]))

    def _hear(self, frame: bytes) -> None:
        if not self._racing:
            self._early.put_nowait(frame)
            return
        self.counts.hear(frame)
        if frame.startswith(ACK, 1):
            self.waits.append(time.perf_counter() - self._asked)


class Side:
    """All players on one server."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._gate = asyncio.Semaphore(TOGETHER)
        self._races = [
            [
                Player(script(RULES, f"bench {race % DEALS}", seat, MOVES))
                for seat in range(PLAYERS)
            ]
            for race in range(RACES)
        ]
        self._players = [player for race in self._races for player in race]
        self._turns = cycle(random.Random(1).sample(self._players, len(self._players)))

    async def durable(self) -> None:
        """Open every race and wait for its cards."""
        await asyncio.gather(*map(self._open, range(RACES)))
        await asyncio.gather(*(player.race() for player in self._players))

    async def echo(self) -> None:
        for number, race in enumerate(self._races):
            await asyncio.gather(*(player.group(self._port, f"{number}") for player in race))

    async def run(self, seconds: float) -> dict[str, float]:
        """Move at the rate, for a while, and sum up."""
        for player in self._players:
            player.counts = Counts()
            player.waits.clear()
        start = time.perf_counter()
        sent = 0
        while (passed := time.perf_counter() - start) < seconds:
            for _ in range(int(passed * RATE) - sent):
                next(self._turns).move(time.perf_counter())
                sent += 1
            await asyncio.sleep(WAKE_S)
        await asyncio.sleep(0.3)  # what is on its way still counts
        return self._sum()

    def _sum(self) -> dict[str, float]:
        total: dict[str, float] = {}
        for player in self._players:
            for name, count in asdict(player.counts).items():
                total[name] = total.get(name, 0) + count
        waits = sorted(wait for player in self._players for wait in player.waits)
        cuts = quantiles(waits, n=100)
        return total | {"p50_ms": cuts[49] * 1000, "p99_ms": cuts[98] * 1000}

    async def _open(self, number: int) -> None:
        async with self._gate:
            host, *others = self._races[number]
            created = await asyncio.to_thread(create, self._port, number)
            code, token = created["code"], created["token"]
            await host.join(self._port, Hello(token=token, bot=True), code)
            for seat, player in enumerate(others):
                await player.join(self._port, Hello(name=f"Bot {seat}", bot=True), code)
            host.say(Start(3))


def create(port: int, number: int) -> dict[str, str]:
    """Ask for a race over a numbered deal."""
    connection = HTTPConnection("127.0.0.1", port)
    wish = {"variant": RULES, "seats": PLAYERS, "seed": f"bench {number % DEALS}", "name": "Host"}
    connection.request("POST", "/api/races", json.dumps(wish))
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    if answer.status != 201:
        raise ConnectionError(body.decode())
    created: dict[str, str] = json.loads(body)
    return created


async def obey() -> None:
    """Carry out the commands of standard input."""
    sides: dict[str, Side] = {}
    while line := await asyncio.to_thread(sys.stdin.readline):
        answer: dict[str, float] = {}
        match line.split():
            case ["run", name, seconds]:
                answer = await sides[name].run(float(seconds))
            case [name, port]:
                side = sides[name] = Side(int(port))
                await (side.durable() if name == "durable" else side.echo())
            case _:
                raise ValueError(line)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(obey())
