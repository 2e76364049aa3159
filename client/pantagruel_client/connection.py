"""A wire that is mended whenever it breaks, and the requests that go over it."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress

from msgspec import ValidationError, convert, to_builtins

from pantagruel_client import door
from pantagruel_client.door import Manner
from pantagruel_client.errors import (
    ConnectionLost,
    RequestRefused,
    ServerUnreachable,
    TokenUnknown,
)
from pantagruel_client.lookout import Lookout
from pantagruel_client.pace import Pace
from pantagruel_client.pending import Move, Pending, Request
from pantagruel_client.roles import Roles
from pantagruel_client.seat import Seat
from pantagruel_client.wire import Wire, WireClosed
from pantagruel_protocol.client_messages import (
    Bank,
    ClientMessage,
    Command,
    Finish,
    Forfeit,
    Hello,
    Play,
)
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


class Connection:
    """One player's line to the server: at any time at most one socket, which is replaced.

    What is asked while the socket is away waits in `Pending` and goes out, commands first and in
    the order of n, as soon as the place in the race is taken up again.
    """

    def __init__(self, manner: Manner) -> None:
        self.manner = manner
        self.pending = Pending()
        self.roles = Roles()
        self.token = manner.token
        self._welcome: Welcome | None = None
        self._wire: Wire | None = None
        self._pace: Pace | None = None
        self._open = False
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

    async def open(self) -> None:
        """Connect for the first time; no second try: whoever starts wants to know."""
        try:
            self._wire = await self._greet()
        except WireClosed as closed:
            raise door.final(closed) or ServerUnreachable(closed.why) from None
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
        answered = self.pending.ask(_checked(request))
        await self._flush()
        return await answered

    async def move(self, request: Move, to: Seat | Lookout | None) -> None:
        """Send *request*; as soon as it is granted the client is at *to*, or nowhere."""
        self._check()
        self.roles.move(request.q, to)
        await self.ask(request)

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
        """Send whatever is unsent, in order and not too fast, while a socket carries it."""
        now = asyncio.get_running_loop().time
        while self._open and self._wire and self._pace and self.pending.unsent:
            if wait_s := self._pace.wait_s(now()):
                await asyncio.sleep(wait_s)
            elif message := self.pending.take_unsent():
                await self._send(self._wire, self._pace, message)

    async def _send(self, wire: Wire, pace: Pace, message: ClientMessage) -> None:
        pace.note(asyncio.get_running_loop().time())
        try:
            await wire.send(message)
        except LocalFault as fault:
            self._hear(_refused(message, fault.code), wire)
        except WireClosed:
            self._open = False  # whoever listens finds out too, and mends

    async def _greet(self) -> Wire:
        """Open a socket and get past the door; raises ServerUnreachable or WireClosed."""
        seat = self.roles.seat
        wire, welcome = await door.enter(
            self.manner,
            # A guest who was forgotten comes in again by the name that the server knew.
            name=self._welcome.name if self._welcome else self.manner.name,
            token=self.token,
            resume=seat.resume() if seat else None,
        )
        self._welcome = welcome
        self.token = welcome.token or self.token
        self.roles.me = welcome.player
        self._pace = Pace(welcome.limits, asyncio.get_running_loop().time())
        return wire

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
        self.roles.socket_gone()
        manner = self.manner
        if self._waits is None:  # a server that lets us in and drops us at once is one trouble
            self._waits = manner.backoff.waits(manner.chance)
        for drawn_s in self._waits:
            self._give_up_on(closed)
            wait_s = max(drawn_s, closed.retry_s, self._calm_s(closed))
            for place in self.roles.places:
                place.dropped(closed.why, wait_s)
            await asyncio.sleep(wait_s)
            try:
                self._wire = wire = await self._greet()
            except ServerUnreachable as trouble:
                closed = WireClosed(closed.code, str(trouble), trouble.retry_s)
            except WireClosed as again:
                closed = again
            else:
                await self._inside(wire)
                return wire
        msg = f"the connection is lost: {closed.why}"
        raise ConnectionLost(msg, closed.code)

    def _calm_s(self, closed: WireClosed) -> float:
        too_fast = closed.code == MEANINGS[Code.TOO_FAST].close
        return self.manner.backoff.calm_s if too_fast else 0.0

    def _give_up_on(self, closed: WireClosed) -> None:
        """Raise the reason why *closed* is final, if it is."""
        error = door.final(closed)
        if isinstance(error, TokenUnknown) and self.token and not self.roles.seat:
            self.token = None  # a guest without a seat is forgotten by a server that starts anew
        elif error is not None:
            raise error

    async def _inside(self, wire: Wire) -> None:
        """Go back to where the old socket was, and wait for its room if there is one."""
        places = self.roles.places
        if not places:
            await self._taken_up(wire)
        elif places[0].resume() is None:
            await self._return(wire, places[0])

    async def _return(self, wire: Wire, place: Seat | Lookout) -> None:
        with suppress(WireClosed):  # whoever listens finds out too
            await wire.send(self.roles.come_back(self.pending.next_q(), place))

    async def _taken_up(self, wire: Wire) -> None:
        """Go on where the old socket broke off."""
        unanswered = self.pending.unsent
        self._open, self._waits = True, None
        for place in self.roles.places:
            place.resumed(unanswered)
        if self.roles.seat and self.roles.lookout:
            await self._return(wire, self.roles.lookout)
        await self._flush()

    async def _listen(self, wire: Wire) -> None:
        while True:
            message = await wire.receive()
            if isinstance(message, Error):
                self._complain(message)
            else:
                self._hear(message, wire)
            # A resume ends with the room, or where there is none any more; after a stop of the
            # race a `resync` says go on.
            if not self._open and (isinstance(message, Room) or not self.roles.places):
                await self._taken_up(wire)
            elif isinstance(message, Resync) and self._open:
                self.pending.socket_gone()
                await self._flush()

    def _hear(self, message: ServerMessage, wire: Wire) -> None:
        """Let the picture change first, then those who wait go on: they look at it."""
        command = self.pending.find(message.n) if isinstance(message, Ack) else None
        seat = self.roles.seat
        self.roles.hear(message, command, wire.phase)
        if self.roles.seat is not seat:
            self.pending.accepted = 0
        if isinstance(message, Resync):
            self.pending.accepted = message.n
        if isinstance(message, Ok | Ack | Refused):
            self.pending.answer(message)

    def _complain(self, error: Error) -> None:
        """Note an error; where it ends a resume, the race is gone and the line goes on."""
        seat = self.roles.seat
        if MEANINGS[error.code].close is None and not self._open and seat:
            lost = RequestRefused(error.code, error.why)
            self.roles.give_up(seat, lost)
            self.pending.fail(lost, moves=False)

    def _finished(self, task: asyncio.Task[None]) -> None:
        """Whatever ended the keeping, nobody is left waiting."""
        error = None if task.cancelled() else task.exception()
        end = error if isinstance(error, Exception) else ConnectionLost("the client was closed")
        self._end = end
        self._open = False
        self.pending.fail(end)
        for place in self.roles.places:
            place.lost(end)


def _unconnected() -> ConnectionLost:
    return ConnectionLost("the client is not connected: use `async with Client(...)`")


def _checked(request: Request) -> Request:
    """Answer *request*; raises RequestRefused for what the server would hang up on."""
    try:
        return convert(to_builtins(request), type(request))
    except ValidationError as error:
        raise RequestRefused(Code.BAD_FIELD, str(error)) from None


def _refused(message: ClientMessage, code: Code) -> Refused:
    """Answer to what the dialogue kept from being said."""
    why = MEANINGS[code].text
    match message:
        case Hello():
            raise LocalFault(code)
        case Play(n=n) | Finish(n=n) | Bank(n=n) | Forfeit(n=n):
            return Refused(code, why, n=n)
        case _:
            return Refused(code, why, q=message.q)
