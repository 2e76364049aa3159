"""The socket of a load against one of aiohttp."""

import asyncio

from aiohttp import WSMsgType, web

from pantagruel_client.address import Address
from pantagruel_client.load.peer import Peer, masked

SIZES = (0, 125, 126, 70_000)


async def talk(request: web.Request) -> web.WebSocketResponse:
    """Ping, say frames of all sizes, and then repeat the payloads of what comes."""
    socket = web.WebSocketResponse(protocols=("test",), autoping=False)
    await socket.prepare(request)
    await socket.ping(b"there?")
    for size in SIZES:
        await socket.send_bytes(b"x" * size)
    async for frame in socket:
        if frame.type is WSMsgType.PONG:
            await socket.send_bytes(b"pong " + frame.data)
        else:
            await socket.send_bytes(frame.data)
    return socket


async def test_frames_of_all_sizes_are_heard_and_pings_answered() -> None:
    """A ping is no frame for who listens, but the other side hears its payload again."""
    app = web.Application()
    app.router.add_get("/behind/ws", talk)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    heard: asyncio.Queue[bytes] = asyncio.Queue()
    address = Address("127.0.0.1", port, path="/behind")
    peer = await Peer.connect(heard.put_nowait, address, "test")
    peer.say(masked(b"y" * 200))
    async with asyncio.timeout(5):
        frames = [await heard.get() for _ in range(len(SIZES) + 2)]
    peer.close()
    await runner.cleanup()

    assert [len(frame) for frame in frames[: len(SIZES)]] == list(SIZES)
    assert sorted(frames[len(SIZES) :]) == [b"pong there?", b"y" * 200]
