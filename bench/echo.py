"""The measure of the durable server: bare aiohttp that answers with the same number and sizes.

usage: python -m bench.echo TRAFFIC   (JSON of `Traffic`; prints its port)

A socket names its group by its first frame. For every later frame its sender is sent as many
frames of the sizes of an acknowledgement as the durable server sent, and each socket of the group
as many progress frames: fractions add up until they make a frame.
"""

import asyncio
import json
import sys
from dataclasses import asdict, dataclass

from aiohttp import WSMsgType, web

from bench.load import ACK, PROGRESS
from bench.loop import new_loop


@dataclass(frozen=True, slots=True)
class Traffic:
    """What one command makes a server send: bytes of each kind, frames of progress per socket."""

    ack_bytes: int
    progress_bytes: int
    progress_frames: float

    def text(self) -> str:
        return json.dumps(asdict(self))


class Group:
    """The sockets of one race, and the progress that has added up for each of them."""

    def __init__(self) -> None:
        self.sockets: list[web.WebSocketResponse] = []
        self.owed = 0.0


class Echo:
    """All groups of the echo server."""

    def __init__(self, traffic: Traffic) -> None:
        self._ack = (b"\x80" + ACK).ljust(traffic.ack_bytes)
        self._progress = (b"\x80" + PROGRESS).ljust(traffic.progress_bytes)
        self._share = traffic.progress_frames
        self._groups: dict[str, Group] = {}

    async def socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(compress=False, protocols=("echo",))
        await socket.prepare(request)
        group = self._groups.setdefault((await socket.receive_bytes()).decode(), Group())
        group.sockets.append(socket)
        async for message in socket:
            if message.type is WSMsgType.BINARY:
                await self._answer(socket, group)
        group.sockets.remove(socket)
        return socket

    async def _answer(self, socket: web.WebSocketResponse, group: Group) -> None:
        await socket.send_bytes(self._ack)
        group.owed += self._share
        while group.owed >= 1:
            group.owed -= 1
            for each in group.sockets:
                await each.send_bytes(self._progress)


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
        runner.run(serve(Traffic(**json.loads(sys.argv[1]))))


if __name__ == "__main__":
    main()
