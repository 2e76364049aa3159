"""What goes over HTTP: races created, listed and shown, variants, replays."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import ProxyHandler, Request, build_opener

import msgspec
from msgspec import Struct

from pantagruel_client.address import Address
from pantagruel_client.errors import RequestRefused, ServerUnreachable
from pantagruel_protocol.http_api import Created, NewRace, RaceInfo, RaceList, Trouble, VariantList
from pantagruel_protocol.values import Phase

TIMEOUT_S = 10.0
PIECE = 256 * 1024
COPY_TIMEOUT_S = 300.0  # until a big store is copied on the server's side, nothing comes
BIGGEST_ANSWER = 32 * 1024 * 1024  # a replay of 64 seats at 4,000 commands is 16 MB


Answer = TypeVar("Answer", bound=Struct)


def _fetch(address: Address, request: Request) -> bytes:
    """Send *request* and answer the body; blocks, so it runs in a thread of its own."""
    with _opened(address, request, TIMEOUT_S) as answer:
        return _read_from(address, answer, BIGGEST_ANSWER)


def _opened(address: Address, request: Request, timeout_s: float) -> HTTPResponse:
    """Send *request*, and answer what is to be read and closed."""
    proxies = ProxyHandler({} if address.loopback else None)
    try:
        answer: HTTPResponse = build_opener(proxies).open(request, timeout=timeout_s)
    except HTTPError as error:
        with error:
            raise _refusal(address, error.code, error.read(4096)) from None
    except URLError as error:
        msg = f"no server answers at {address}: {error.reason}"
        raise ServerUnreachable(msg) from None
    except (OSError, HTTPException) as error:
        msg = f"no server answers at {address}: {error}"
        raise ServerUnreachable(msg) from None
    return answer


def _read_from(address: Address, answer: HTTPResponse, most: int) -> bytes:
    try:
        return answer.read(most)
    except (OSError, HTTPException) as error:
        msg = f"the answer of {address} broke off: {error!r}"
        raise ServerUnreachable(msg) from None


def _refusal(address: Address, status: int, body: bytes) -> RequestRefused | ServerUnreachable:
    try:
        trouble = msgspec.json.decode(body, type=Trouble)
    except msgspec.DecodeError:
        return ServerUnreachable(f"what answers at {address} is no race server (HTTP {status})")
    return RequestRefused(trouble.code, trouble.why)


async def _ask(address: Address, request: Request) -> bytes:
    # A pool of its own: its thread ends with the request, not with the program.
    pool = ThreadPoolExecutor(1, "pantagruel-http")
    waits = True
    try:
        return await asyncio.get_running_loop().run_in_executor(pool, _fetch, address, request)
    except asyncio.CancelledError:
        waits = False  # nor for the time-out
        raise
    finally:
        pool.shutdown(wait=waits)


async def create(address: Address, token: str, race: NewRace) -> Created:
    """Open a race as the player whom *token* names."""
    request = Request(  # noqa: S310 - the scheme is http or https by construction
        address.page("/api/races"),
        data=msgspec.json.encode(race),
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
        method="POST",
    )
    return _read(address, await _ask(address, request), Created)


async def races(
    address: Address,
    *,
    phase: Phase | None = None,
    variant: str | None = None,
    after: str | None = None,
    limit: int | None = None,
) -> RaceList:
    """Fetch the listed races: of one *phase* or *variant*, those *after* a race, so many."""
    wanted = {"phase": phase, "variant": variant, "after": after, "limit": limit}
    query = urlencode({name: value for name, value in wanted.items() if value is not None})
    return await _get(address, f"/api/races?{query}" if query else "/api/races", RaceList)


async def race(address: Address, race: str) -> RaceInfo:
    """Fetch what may be known of one race."""
    return await _get(address, f"/api/races/{quote(race, safe='')}", RaceInfo)


async def variants(address: Address) -> VariantList:
    """Fetch the rules of every variant that the server deals."""
    return await _get(address, "/api/variants", VariantList)


async def replay(address: Address, race: str) -> bytes:
    """Fetch the replay of *race*, as the bytes of the JSON file."""
    return await _ask(address, _page(address, f"/api/races/{quote(race, safe='')}/replay"))


def copy_store(address: Address, token: str, target: Path) -> int:
    """Write a copy of the server's store to *target* and answer its size; for operators.

    Blocks. Raises RequestRefused, ServerUnreachable or OSError, and then *target* is no copy.
    """
    request = Request(  # noqa: S310 - the scheme is http or https by construction
        address.page("/api/operator/backup"),
        data=b"",
        headers={"Authorization": f"Bearer {token}"},
        method="POST",
    )
    size = 0
    with _opened(address, request, COPY_TIMEOUT_S) as answer, target.open("wb") as file:
        announced = int(answer.headers.get("Content-Length", "-1"))
        while piece := _read_from(address, answer, PIECE):
            size += file.write(piece)
    if size != announced:
        msg = f"the copy broke off after {size:,} of {announced:,} bytes"
        raise ServerUnreachable(msg)
    return size


async def _get(address: Address, path: str, kind: type[Answer]) -> Answer:
    return _read(address, await _ask(address, _page(address, path)), kind)


def _page(address: Address, path: str) -> Request:
    return Request(address.page(path))  # noqa: S310 - the scheme is http or https by construction


def _read(address: Address, body: bytes, kind: type[Answer]) -> Answer:
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.DecodeError as error:
        msg = f"{address} answers in a way we cannot read: {error}"
        raise ServerUnreachable(msg) from None
