"""Getting in: a socket, the greeting, and what the close of one means for the next."""

import asyncio
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from pantagruel_client.address import Address
from pantagruel_client.backoff import Backoff
from pantagruel_client.errors import (
    ConnectionLost,
    Kicked,
    SeatTaken,
    ServerUnreachable,
    TokenUnknown,
)
from pantagruel_client.wire import OPEN_S, Wire, WireClosed
from pantagruel_protocol.client_messages import Hello
from pantagruel_protocol.codecs import Codec
from pantagruel_protocol.codes import MEANINGS, Code
from pantagruel_protocol.server_messages import Welcome
from pantagruel_protocol.values import Resume

# After these the same client would only be thrown out again.
FINAL = {meaning.close for meaning in MEANINGS.values() if meaning.close and not meaning.retry}
APPLICATION = range(4000, 5000)  # close codes of ours; one that we do not know is final too


@dataclass(frozen=True, slots=True)
class Manner:
    """How a client connects: where, in which encoding, as whom, and how patiently."""

    address: Address
    codec: Codec
    name: str | None
    token: str | None
    bot: bool
    backoff: Backoff
    chance: Random


class Admitted(NamedTuple):
    """A socket whose other end has said who came in."""

    wire: Wire
    welcome: Welcome


async def enter(
    manner: Manner, *, name: str | None, token: str | None, resume: Resume | None
) -> Admitted:
    """Open a socket and get past the door; raises ServerUnreachable or WireClosed."""
    wire = await Wire.open(manner.address, manner.codec)
    try:
        async with asyncio.timeout(OPEN_S):
            await wire.send(Hello(None if token else name, token, manner.bot, resume))
            return Admitted(wire, await _welcome(wire))
    except TimeoutError:
        await wire.close()
        msg = f"the server at {manner.address} does not say welcome"
        raise ServerUnreachable(msg) from None
    except BaseException:
        await wire.close()
        raise


async def _welcome(wire: Wire) -> Welcome:
    while True:
        match await wire.receive():
            case Welcome() as welcome:
                return welcome
            case _:
                pass  # an error is remembered by the wire, for the close that follows


def final(closed: WireClosed) -> ConnectionLost | None:
    """Answer the error that a close means, or None where trying again may help."""
    code, why = closed.code, closed.why
    if code == MEANINGS[Code.REPLACED].close:
        return SeatTaken("a newer connection of the same player took the seat", code)
    if code == MEANINGS[Code.KICKED].close:
        return Kicked(why, code)
    if code == MEANINGS[Code.BAD_TOKEN].close:
        return TokenUnknown(why, code)
    if code in FINAL or code in APPLICATION:
        msg = f"the server closed the connection: {why}"
        return ConnectionLost(msg, code)
    return None
