"""The few requests that go over HTTP: create a race, fetch a replay."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from typing import Annotated
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, Request, build_opener

import msgspec
from msgspec import Meta, Struct

from pantagruel_client.address import Address
from pantagruel_client.errors import RequestRefused, ServerUnreachable
from pantagruel_protocol.codes import Code
from pantagruel_protocol.values import Hex64, Id, RankBy

TIMEOUT_S = 10.0
BIGGEST_ANSWER = 32 * 1024 * 1024  # a replay of 64 seats at 4,000 commands is 16 MB


class NewRace(Struct, frozen=True, omit_defaults=True):
    """What a race is made with; what is left out is the server's choice."""

    variant: str
    seats: int | None = None
    limit_ms: int | None = None
    rank_by: RankBy | None = None
    passes: int | None = None
    seed: str | None = None


class Created(Struct, frozen=True):
    """A race is there: its *code* is what others join by."""

    race: Id
    code: Id
    deal_id: Id
    rules: str
    player: Id
    commit: Hex64 | None = None
    token: Hex64 | None = None


class _Trouble(Struct, frozen=True):
    code: Code
    why: Annotated[str, Meta(max_length=400)]


def _fetch(address: Address, request: Request) -> bytes:
    """Send *request* and answer the body; blocks, so it runs in a thread of its own."""
    proxies = ProxyHandler({} if address.loopback else None)
    try:
        with build_opener(proxies).open(request, timeout=TIMEOUT_S) as answer:
            body: bytes = answer.read(BIGGEST_ANSWER)
            return body
    except HTTPError as error:
        with error:
            raise _refusal(address, error.code, error.read(4096)) from None
    except URLError as error:
        msg = f"no server answers at {address}: {error.reason}"
        raise ServerUnreachable(msg) from None
    except (OSError, HTTPException) as error:
        msg = f"no server answers at {address}: {error}"
        raise ServerUnreachable(msg) from None


def _refusal(address: Address, status: int, body: bytes) -> RequestRefused | ServerUnreachable:
    try:
        trouble = msgspec.json.decode(body, type=_Trouble)
    except msgspec.DecodeError:
        return ServerUnreachable(f"what answers at {address} is no race server (HTTP {status})")
    return RequestRefused(trouble.code, trouble.why)


async def _ask(address: Address, request: Request) -> bytes:
    # A pool of its own: its thread ends with the request, not with the program.
    pool = ThreadPoolExecutor(1, "pantagruel-http")
    done = False
    try:
        body = await asyncio.get_running_loop().run_in_executor(pool, _fetch, address, request)
        done = True
    finally:
        pool.shutdown(wait=done)  # a cancelled caller does not wait for the time-out
    return body


async def create(address: Address, token: str, race: NewRace) -> Created:
    """Open a race as the player whom *token* names."""
    request = Request(  # noqa: S310 - the scheme is http or https by construction
        address.page("/api/races"),
        data=msgspec.json.encode(race),
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
        method="POST",
    )
    body = await _ask(address, request)
    try:
        return msgspec.json.decode(body, type=Created)
    except msgspec.DecodeError as error:
        msg = f"{address} answers in a way we cannot read: {error}"
        raise ServerUnreachable(msg) from None


async def replay(address: Address, race: str) -> bytes:
    """Fetch the replay of *race*, as the bytes of the JSON file."""
    request = Request(address.page(f"/api/races/{race}/replay"))  # noqa: S310 - as above
    return await _ask(address, request)
