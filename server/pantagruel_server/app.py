"""Puts the server together: journal, races, door; starts it, and stops it without loss."""

import asyncio
import errno
import gc
import ipaddress
import logging
import os
import signal
import socket
import ssl
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress

from aiohttp import web

from pantagruel_engine.deal import layout
from pantagruel_protocol.codes import Code
from pantagruel_server.clock import Clock, SystemClock
from pantagruel_server.edge import door
from pantagruel_server.edge.crowd import Crowd
from pantagruel_server.edge.desk import Desk
from pantagruel_server.edge.web import make
from pantagruel_server.entropy import Entropy
from pantagruel_server.errors import ServerError
from pantagruel_server.identity import Identity
from pantagruel_server.journal.port import Journal, JournalError
from pantagruel_server.journal.sqlite import SqliteJournal
from pantagruel_server.lobby import Lobby
from pantagruel_server.operators import operator_token
from pantagruel_server.race.state import Dealer
from pantagruel_server.rooms.registry import Registry
from pantagruel_server.settings import Settings

FILE = "pantagruel.db"
# Whoever listens everywhere does so in one family; with each a far address kept for examples.
EVERYWHERE = {
    "0.0.0.0": (socket.AF_INET, "192.0.2.1"),  # noqa: S104 -- the operator chose it
    "::": (socket.AF_INET6, "2001:db8::1"),
}
GC_THRESHOLDS = (50_000, 10, 20)

OpenJournal = Callable[[Settings, Clock], Awaitable[Journal]]

logger = logging.getLogger(__name__)


async def open_sqlite(settings: Settings, clock: Clock) -> Journal:
    """Open the journal that lies in the data folder."""
    return await SqliteJournal.open(settings.data / FILE, clock)


@asynccontextmanager
async def serving(
    settings: Settings,
    *,
    clock: Clock | None = None,
    entropy: Entropy | None = None,
    dealer: Dealer = layout,
    open_journal: OpenJournal = open_sqlite,
) -> AsyncIterator[str]:
    """Run a server, and answer the URL at which it listens; port 0 takes any free one.

    At the end it accepts nobody any more, sends its sockets home, flushes and lets go of its
    races. Raises ServerError when it cannot start.
    """
    clock = clock or SystemClock()
    entropy = entropy or Entropy()
    async with AsyncExitStack() as stack:
        journal = await open_journal(settings, clock)
        stack.push_async_callback(journal.close)
        registry = Registry(journal, clock, settings, dealer)
        stack.push_async_callback(registry.close)
        await _bring_back(registry, settings)
        registry.start()
        identity = Identity(journal, entropy)
        lobby = Lobby(registry, clock, entropy, identity)
        desk = Desk(
            settings=settings,
            clock=clock,
            identity=identity,
            lobby=lobby,
            registry=registry,
            crowd=Crowd(settings, clock),
            operator_token=operator_token(settings.data),
        )
        runner = door.runner(make(desk), settings)
        await runner.setup()
        stack.push_async_callback(runner.cleanup)
        stack.callback(desk.send_home, Code.GOING_AWAY)
        heart = asyncio.create_task(desk.beat_forever())
        stack.push_async_callback(_cancelled, heart)
        port = await _listen(runner, settings)
        stack.push_async_callback(registry.settle)  # acks of what is in flight go out first
        stack.push_async_callback(_close_door, runner)
        stack.callback(desk.draining.set)
        yield f"{_scheme(settings)}://{_in_url(settings.host)}:{port}"


def serve(settings: Settings) -> int:
    """Run the server until SIGTERM or Ctrl-C; answer the exit status, 1 if it could not start."""
    try:
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(_serve(settings))
    except ServerError as fault:
        sys.stderr.write(f"pantagruel: {fault}\n")
        return 1
    except KeyboardInterrupt:  # where a loop takes no signal handlers; all is put away by now
        pass
    return 0


async def _serve(settings: Settings) -> None:
    stop = asyncio.Event()
    with _told_by_signals(stop):
        async with serving(settings) as url:
            # What is loaded by now stays, and moves leave no cycles: the collector need not look
            # so often (4 % of a durable move).
            gc.freeze()
            gc.set_threshold(*GC_THRESHOLDS)
            sys.stdout.write(announcement(url, settings))
            sys.stdout.flush()
            await stop.wait()
    sys.stdout.write("Stopped; every race goes on at the next start.\n")


@contextmanager
def _told_by_signals(stop: asyncio.Event) -> Iterator[None]:
    """Let SIGTERM and Ctrl-C set *stop* meanwhile, and leave them as a program expects them.

    Whoever sends a second one does not want to wait: it ends the process on the spot, and what
    was acknowledged is on disk all the same.
    """
    loop = asyncio.get_running_loop()
    taken: list[signal.Signals] = []

    def told() -> None:
        stop.set()
        for number in taken:
            loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_DFL)

    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, told)
            taken.append(number)
    try:
        yield
    finally:
        for number in taken:
            loop.remove_signal_handler(number)
        if signal.SIGINT in taken:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def announcement(url: str, settings: Settings) -> str:
    """Say where the server is, for whom, and where its data lies."""
    port = url.rpartition(":")[2]
    lines = [f"Pantagruel listens on {url}"]
    lines += [
        f"  in your network: {_scheme(settings)}://{_in_url(address)}:{port}"
        for address in lan_addresses(settings.host)
    ]
    if settings.public_url is not None:
        lines.append(f"  for everybody: {settings.public_url}")
    lines.append(f"Its data is in {settings.data.absolute()}")
    return "\n".join(lines) + "\n"


def lan_addresses(host: str) -> list[str]:
    """Answer where others in the network find a server that listens everywhere as *host*."""
    found = []
    if host in EVERYWHERE:
        family, elsewhere = EVERYWHERE[host]
        # Nothing is sent: a datagram socket that is told of a far address only chooses the near
        # one; without a network there is none.
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))
            found.append(str(probe.getsockname()[0]))
    return [address for address in found if not ipaddress.ip_address(address).is_loopback]


async def _bring_back(registry: Registry, settings: Settings) -> None:
    try:
        await registry.recover()
    except JournalError as fault:
        msg = (
            f"The races in {settings.data} cannot be brought back ({fault}): make room on the disk"
            " or put a back-up in their place, or choose another folder with --data."
        )
        raise ServerError(msg) from fault


async def _listen(runner: web.AppRunner, settings: Settings) -> int:
    """Open the door, and answer its number."""
    try:
        await web.TCPSite(runner, settings.host, settings.port, ssl_context=tls(settings)).start()
    except OSError as fault:
        msg = (
            f"{settings.host}, port {settings.port}, cannot be had ({_plainly(fault)}): stop what"
            " uses it, or choose others with --host and --port."
        )
        raise ServerError(msg) from fault
    port: int = runner.addresses[0][1]
    return port


def tls(settings: Settings) -> ssl.SSLContext | None:
    """Answer what encrypts our sockets, None where a proxy does or nobody; raises ServerError."""
    if settings.tls_cert is None or settings.tls_key is None:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(settings.tls_cert, settings.tls_key, password="")
    except ssl.SSLError as fault:
        msg = (
            f"{settings.tls_cert} and {settings.tls_key} are no certificate with its key"
            f" ({fault.reason or fault}): they are PEM files, and the key has no password."
        )
        raise ServerError(msg) from fault
    except OSError as fault:
        msg = f"{settings.tls_cert} or {settings.tls_key} cannot be read: {fault.strerror}."
        raise ServerError(msg) from fault
    return context


def _scheme(settings: Settings) -> str:
    return "http" if settings.tls_cert is None else "https"


def _plainly(fault: OSError) -> str:
    """Answer the system's own words; asyncio's say the address again."""
    number = fault.errno or 0  # the resolver's own numbers are negative
    return os.strerror(number) if number in errno.errorcode else str(fault.strerror)


async def _close_door(runner: web.AppRunner) -> None:
    for site in tuple(runner.sites):
        await site.stop()


async def _cancelled(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait([task])


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Answer uvloop's where it is installed: 10 to 18 % less CPU."""
    try:
        import uvloop  # noqa: PLC0415 -- it does not exist everywhere
    except ImportError:
        return None
    return uvloop.new_event_loop
