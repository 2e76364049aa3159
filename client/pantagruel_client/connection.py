"""A wire that is mended whenever it breaks, and the requests that go over it."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from pantagruel_client.address import Address
from pantagruel_client.backoff import Backoff
from pantagruel_client.errors import (
    ConnectionLost,
    RequestRefused,
    SeatTaken,
    ServerUnreachable,
    TokenUnknown,
)
from pantagruel_client.pending import Pending, Request
from pantagruel_client.seat import Seat
from pantagruel_client.wire import OPEN_S, Wire, WireClosed
from pantagruel_protocol.client_messages import (
    Bank,
    ClientMessage,
    Command,
    Finish,
    Forfeit,
    Hello,
    Play,
)
from pantagruel_protocol.codecs import Codec
from pantagruel_protocol.codes import MEANINGS, Code
from pantagruel_protocol.dialogue import LocalFault
from pantagruel_protocol.server_messages import (
    Ack,
    Error,
    Ok,
    Refused,
    Resync,
    Room,
    ServerMessage,
    Welcome,
)

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


class Connection:
    """One player's line to the server: at any time at most one socket, which is replaced.

    What is asked while the socket is away waits in `Pending` and goes out, commands first and in
    the order of n, as soon as the seat is taken up again.
    """

    def __init__(self, manner: Manner) -> None:
        self.manner = manner
        self.pending = Pending()
        self.seat: Seat | None = None
        self.token = manner.token
        self._welcome: Welcome | None = None
        self._wire: Wire | None = None
        self._open = False
        self._complaint: str | None = None
        self._task: asyncio.Task[None] | None = None
        self._end: Exception | None = None
        self._waits: Iterator[float] | None = None

    @property
    def known_token(self) -> str:
        """The token that the server knows this player by."""
        if self.token is None:
            raise _unconnected()
        return self.token

    @property
    def welcomed(self) -> Welcome:
        """What the server said at the door."""
        if self._welcome is None:
            raise _unconnected()
        return self._welcome

    def sit(self) -> Seat:
        """Make the place where the messages of the next race go."""
        self.seat = Seat(self.welcomed.player)
        self.pending.accepted = 0
        return self.seat

    async def open(self) -> None:
        """Connect for the first time; no second try: whoever starts wants to know."""
        try:
            self._wire = await self._greet()
        except WireClosed as closed:
            raise self._final(closed) or ServerUnreachable(closed.why) from None
        self._open = True
        self._task = asyncio.create_task(self._keep(self._wire), name="pantagruel connection")
        self._task.add_done_callback(self._finished)

    async def close(self) -> None:
        """Say goodbye and stop trying."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError, Exception):  # it was told to those who wait
                await self._task

    async def ask(self, request: Request) -> Ok:
        """Send *request* and wait for its answer; raises RequestRefused or ConnectionLost."""
        self._check()
        answered = self.pending.ask(request)
        await self._flush()
        return await answered

    async def give(self, command: Command) -> Ack:
        """Send *command* and wait for its ack; raises MoveRefused or ConnectionLost."""
        self._check()
        acked = self.pending.give(command)
        await self._flush()
        return await acked

    def _check(self) -> None:
        if self._end is not None:
            raise self._end
        if self._task is None:
            raise _unconnected()

    async def _flush(self) -> None:
        """Send whatever is unsent, in order, while there is a socket that may carry it."""
        while self._open and self._wire and (message := self.pending.take_unsent()):
            try:
                await self._wire.send(message)
            except LocalFault as fault:
                self.pending.answer(_refused(message, fault.code))
            except WireClosed:
                self._open = False  # whoever listens finds out too, and mends

    async def _greet(self) -> Wire:
        """Open a socket and get past the door; raises ServerUnreachable or WireClosed."""
        manner = self.manner
        wire = await Wire.open(manner.address, manner.codec)
        resume = self.seat.resume() if self.seat else None
        name = None if self.token else manner.name
        try:
            async with asyncio.timeout(OPEN_S):
                await wire.send(Hello(name, self.token, manner.bot, resume))
                welcome = await self._wait_for_welcome(wire)
        except TimeoutError:
            await wire.close()
            msg = f"the server at {manner.address} does not say welcome"
            raise ServerUnreachable(msg) from None
        except BaseException:
            await wire.close()
            raise
        self._welcome = welcome
        self.token = welcome.token or self.token
        return wire

    async def _wait_for_welcome(self, wire: Wire) -> Welcome:
        while True:
            match await wire.receive():
                case Welcome() as welcome:
                    return welcome
                case Error(why=why):
                    self._complaint = why
                case _:
                    pass

    async def _keep(self, wire: Wire) -> None:
        """Listen, and mend what breaks; ends by an exception that says why."""
        try:
            while True:
                try:
                    await self._listen(wire)
                except WireClosed as closed:
                    wire = await self._mend(closed)
        finally:
            await wire.close()

    async def _mend(self, closed: WireClosed) -> Wire:
        self._open = False
        self.pending.socket_gone()
        if self._waits is None:  # a server that lets us in and drops us at once is one trouble
            self._waits = self.manner.backoff.waits(self.manner.chance)
        for wait_s in self._waits:
            if (error := self._final(closed)) is not None:
                raise error
            if self.seat:
                self.seat.dropped(closed.why, wait_s)
            await asyncio.sleep(wait_s)
            try:
                self._wire = wire = await self._greet()
            except ServerUnreachable as trouble:
                closed = WireClosed(closed.code, str(trouble))
            except WireClosed as again:
                closed = again
            else:
                await self._inside()
                return wire
        msg = f"the connection is lost: {closed.why}"
        raise ConnectionLost(msg, closed.code)

    async def _inside(self) -> None:
        """Wait for the room where a seat is resumed; go on at once where there is none."""
        if self.seat is None or self.seat.resume() is None:
            await self._taken_up()

    async def _taken_up(self) -> None:
        """Go on where the old socket broke off."""
        unanswered = self.pending.unsent
        self._open, self._waits, self._complaint = True, None, None
        if self.seat:
            self.seat.resumed(unanswered)
        await self._flush()

    async def _listen(self, wire: Wire) -> None:
        while True:
            message = await wire.receive()
            if isinstance(message, Error):
                self._complain(message)
                continue
            self._hear(message)
            # A resume ends with the room; after a stop of the race a `resync` says go on.
            if isinstance(message, Room) and not self._open:
                await self._taken_up()
            elif isinstance(message, Resync) and self._open:
                self.pending.socket_gone()
                await self._flush()

    def _hear(self, message: ServerMessage) -> None:
        """Let the picture change first, then those who wait go on: they look at it."""
        command = self.pending.find(message.n) if isinstance(message, Ack) else None
        if isinstance(message, Resync):
            self.pending.accepted = message.n
        if self.seat:
            self.seat.hear(message, command)
        if isinstance(message, Ok | Ack | Refused):
            self.pending.answer(message)

    def _complain(self, error: Error) -> None:
        """Note an error; where it ends a resume, the race is gone and the line goes on."""
        self._complaint = error.why
        if MEANINGS[error.code].close is None and not self._open and self.seat:
            lost = RequestRefused(error.code, error.why)
            self.seat.lost(lost)
            self.seat = None
            self.pending.fail(lost)
            self._open = True

    def _final(self, closed: WireClosed) -> ConnectionLost | None:
        """Answer the error that a close code means, or None where trying again may help."""
        code, why = closed.code, self._complaint or closed.why
        if code == MEANINGS[Code.REPLACED].close:
            return SeatTaken("a newer connection of the same player took the seat", code)
        if code == MEANINGS[Code.BAD_TOKEN].close:
            return TokenUnknown(why, code)
        if code in FINAL or code in APPLICATION:
            msg = f"the server closed the connection: {why}"
            return ConnectionLost(msg, code)
        return None

    def _finished(self, task: asyncio.Task[None]) -> None:
        """Whatever ended the keeping, nobody is left waiting."""
        error = None if task.cancelled() else task.exception()
        end = error if isinstance(error, Exception) else ConnectionLost("the client was closed")
        self._end = end
        self._open = False
        self.pending.fail(end)
        if self.seat:
            self.seat.lost(end)


def _unconnected() -> ConnectionLost:
    return ConnectionLost("the client is not connected: use `async with Client(...)`")


def _refused(message: ClientMessage, code: Code) -> Refused:
    """Answer to what the dialogue kept from being said."""
    why = MEANINGS[code].text
    match message:
        case Play(n=n) | Finish(n=n) | Bank(n=n) | Forfeit(n=n):
            return Refused(code, why, n=n)
        case Hello():
            raise LocalFault(code)
        case _:
            return Refused(code, why, q=message.q)
