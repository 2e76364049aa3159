"""The measure of the durable server: bare aiohttp that answers with the same number and sizes.

usage: python -m bench.echo TRAFFIC   (JSON of `Traffic`; prints its port)

A socket names its role and group by its first frame. For every later frame its sender is sent as
many frames of the sizes of an acknowledgement as the durable server sent, each player of the group
as many progress frames, and each watcher as many of its own: fractions add up until they make a
frame.
"""

import asyncio
import json
import sys
from dataclasses import asdict, dataclass, field

from aiohttp import WSMsgType, web

from pantagruel_client.load.loop import new_loop
from pantagruel_client.load.tally import ACK, PROGRESS

Socket = web.WebSocketResponse


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of frames: their size, and how many each of its receivers gets for a move."""

    size: int
    share: float


@dataclass(frozen=True, slots=True)
class Traffic:
    """What one command makes a server send to its sender, to each player, to each watcher."""

    ack: Kind
    rows: Kind
    watched: Kind

    def text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> "Traffic":
        told = json.loads(text)
        return cls(*(Kind(**told[name]) for name in ("ack", "rows", "watched")))


@dataclass(slots=True)
class Ration:
    """The frames of one kind for some sockets, and the part of one that is still owed."""

    frame: bytes
    share: float
    sockets: list[Socket] = field(default_factory=list)
    owed: float = 0.0

    async def serve(self) -> None:
        """Send what one more command makes due."""
        self.owed += self.share
        while self.owed >= 1:
            self.owed -= 1
            for socket in self.sockets:
                await socket.send_bytes(self.frame)


class Group:
    """The sockets of one race."""

    def __init__(self, traffic: Traffic) -> None:
        rows, watched = traffic.rows, traffic.watched
        self.rations = {
            "play": Ration((b"\x80" + PROGRESS).ljust(rows.size), rows.share),
            "watch": Ration((b"\x80" + PROGRESS).ljust(watched.size), watched.share),
        }


class Echo:
    """All groups of the echo server."""

    def __init__(self, traffic: Traffic) -> None:
        self._traffic = traffic
        self._ack = (b"\x80" + ACK).ljust(traffic.ack.size)
        self._groups: dict[str, Group] = {}

    async def socket(self, request: web.Request) -> Socket:
        socket = Socket(compress=False, protocols=("echo",))
        await socket.prepare(request)
        role, _, name = (await socket.receive_bytes()).decode().partition(" ")
        group = self._groups.setdefault(name, Group(self._traffic))
        group.rations[role].sockets.append(socket)
        async for message in socket:
            if message.type is WSMsgType.BINARY:
                await socket.send_bytes(self._ack)
                for ration in group.rations.values():
                    await ration.serve()
        group.rations[role].sockets.remove(socket)
        return socket


async def serve(traffic: Traffic) -> None:
    """Serve until the process is killed."""
    app = web.Application()
    app.router.add_get("/ws", Echo(traffic).socket)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    print(runner.addresses[0][1], flush=True)
    await asyncio.Event().wait()


def main() -> None:
    """Run the server that the command line describes."""
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(serve(Traffic.read(sys.argv[1])))


if __name__ == "__main__":
    main()
