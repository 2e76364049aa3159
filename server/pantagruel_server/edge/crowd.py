"""How much each address has done lately, and how much more it may do."""

from collections.abc import Iterator
from contextlib import contextmanager

from aiohttp import web

from pantagruel_protocol.codes import Code
from pantagruel_server.clock import Clock
from pantagruel_server.edge.address import client_address, neighbourhood
from pantagruel_server.edge.assets import PATH
from pantagruel_server.edge.limits import ADDRESSES
from pantagruel_server.edge.trouble import Trouble
from pantagruel_server.entropy import is_id
from pantagruel_server.rates import Rate, Table
from pantagruel_server.settings import Settings

SOCKETS_AFTER_MS = 10_000  # when to try again: nobody knows when one of the others is closed

NEIGHBOURHOOD = web.RequestKey("neighbourhood", str)


class Meter:
    """Counts one kind of thing by address."""

    def __init__(self, rate: Rate, clock: Clock) -> None:
        self._clock = clock
        self._table = Table(rate, ADDRESSES)

    def __len__(self) -> int:
        return len(self._table)

    def take(self, address: str) -> int:
        """Count one and answer 0, or count none and answer how many ms to wait."""
        return self._table.take(address, self._clock.mono_ms())

    def wait_ms(self, address: str) -> int:
        """Answer how long *address* has to wait for its next one."""
        return self._table.wait_ms(address, self._clock.mono_ms())

    def sweep(self) -> None:
        """Forget the addresses that have rested long enough."""
        self._table.sweep(self._clock.mono_ms())


class Crowd:
    """What comes from each `neighbourhood`; *guesses* are codes that were wrong."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        bounds, second, minute = settings.bounds, Rate.per_second, Rate.per_minute
        self.requests = Meter(second(bounds.request_rate, bounds.request_burst), clock)
        self.races = Meter(minute(bounds.race_rate, bounds.race_burst), clock)
        self.guests = Meter(minute(bounds.guest_rate, bounds.guest_burst), clock)
        self.guesses = Meter(minute(bounds.guess_rate, bounds.guess_burst), clock)
        self._max_sockets = bounds.sockets
        self._sockets: dict[str, int] = {}

    def __len__(self) -> int:
        """Count what is remembered, of anybody."""
        return sum(map(len, self._meters)) + len(self._sockets)

    @property
    def _meters(self) -> tuple[Meter, ...]:
        return self.requests, self.races, self.guests, self.guesses

    @contextmanager
    def socket(self, address: str) -> Iterator[None]:
        """Count a socket while it is open; raises Trouble instead of one too many."""
        if self._sockets.get(address, 0) >= self._max_sockets:
            raise Trouble(429, Code.TOO_MANY_SOCKETS, after_ms=SOCKETS_AFTER_MS)
        self._sockets[address] = self._sockets.get(address, 0) + 1
        try:
            yield
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    def sweep(self) -> None:
        """Forget the addresses that have rested long enough."""
        for meter in self._meters:
            meter.sweep()


def hold_back(wait_ms: int, code: Code = Code.TOO_FAST) -> None:
    """Raise Trouble if somebody has to wait."""
    if wait_ms:
        raise Trouble(429, code, after_ms=wait_ms)


def no_guessing(crowd: Crowd, request: web.Request, race: str) -> None:
    """Count a request for *race* as a wrong code if it is no id, for no code opens anything here.

    Raises Trouble if there were too many, whatever this one is.
    """
    address = request[NEIGHBOURHOOD]
    hold_back(crowd.guesses.wait_ms(address), Code.GUESSING)
    if not is_id(race):
        crowd.guesses.take(address)


def register(request: web.Request, crowd: Crowd, settings: Settings) -> None:
    """Count a request, and note from where it comes; raises Trouble instead of one too many.

    The files of pages do not count: a page has dozens, asks for them once, and each costs us less
    than a refusal.
    """
    peer = client_address(request, settings.trusted_proxies)
    address = request[NEIGHBOURHOOD] = neighbourhood(peer)
    if not request.path.startswith(PATH):
        hold_back(crowd.requests.take(address))
