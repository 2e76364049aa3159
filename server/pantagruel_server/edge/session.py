"""One socket, from its `hello` to its close."""

import asyncio
import logging
from asyncio import Transport

from aiohttp import WSCloseCode, WSMsgType, web

from pantagruel_protocol.client_messages import (
    Agree,
    Bank,
    Cancel,
    ClientMessage,
    Finish,
    Forfeit,
    Hello,
    Join,
    Kick,
    Leave,
    Ping,
    Play,
    Ready,
    Rematch,
    Say,
    Settings,
    Start,
    Unready,
    Unwatch,
    Watch,
)
from pantagruel_protocol.codecs import BadFrame, Codec
from pantagruel_protocol.codes import MEANINGS, Code
from pantagruel_protocol.dialogue import Dialogue, Phase, RemoteFault, Side
from pantagruel_protocol.frames import CLIENT_FRAME
from pantagruel_protocol.server_messages import Error, Pong, Welcome
from pantagruel_protocol.values import Limits, Resume
from pantagruel_server.edge.answers import ToCommand, ToRequest, ToResume
from pantagruel_server.edge.desk import Desk
from pantagruel_server.edge.outbox import PING, PONG, Outbox
from pantagruel_server.edge.socket import GameSocket
from pantagruel_server.edge.trouble import Trouble
from pantagruel_server.identity import Player
from pantagruel_server.journal.port import JournalError
from pantagruel_server.lobby import RaceRequest, Seat
from pantagruel_server.names import BadName
from pantagruel_server.race.commands import Refusal
from pantagruel_server.race.limits import COMMANDS
from pantagruel_server.rates import Bucket, Rate
from pantagruel_server.rooms.frames import BINARY, TEXT
from pantagruel_server.rooms.pipeline import Answer

IN_A_ROW = 4  # frames of one socket: with 64 floods at once others wait 0.1 s, not many
SILENT_BEATS = 2  # one may have come just after the last frame
logger = logging.getLogger(__name__)

_REASONS: dict[int, str] = {WSCloseCode.OK: "goodbye"}  # aiohttp's echo of a client's close


def refusal(code: Code) -> Refusal:
    """Refuse in the words of the table."""
    return Refusal(code, MEANINGS[code].text)


class Session:
    """Reads what one client says, one frame after the other, and puts it where it belongs."""

    def __init__(self, desk: Desk, codec: Codec, address: str) -> None:
        self._desk = desk
        self._address = address
        rate, burst = desk.settings.bounds.message_rate, desk.settings.bounds.message_burst
        self._pace = Bucket(Rate.per_second(rate, burst))
        self._codec = codec
        self._kind = WSMsgType.BINARY if codec.binary else WSMsgType.TEXT
        self._dialogue = Dialogue(Side.SERVER)
        self._socket = GameSocket(
            codec.name,
            first=BINARY if codec.binary else TEXT,
            close_s=desk.settings.close_ms / 1000,
            leaving=self._leaving,
        )
        self._outbox: Outbox
        self._player: Player
        self._seat: Seat | None = None
        self._going = False  # a request to go away waits for its answer
        self._moving = False  # or one to change places
        self._silent = 0  # heartbeats since the last frame
        self._hanging_up: asyncio.Task[None] | None = None

    async def run(self, request: web.Request) -> web.StreamResponse:
        """Serve the socket until it is closed, by whichever side."""
        try:
            await self._socket.prepare(request)
        except ValueError as fault:  # aiohttp reads the key, and takes it for ASCII
            raise Trouble(400, Code.UNREADABLE, "the handshake is none") from fault
        self._socket.headers.clear()  # they were sent, and would stay as long as the socket
        transport = request.transport
        if transport is None:  # gone while we answered
            return self._socket
        self._outbox = Outbox(
            transport, self._codec, self._dialogue, self._close, self._moved, self._desk.tally
        )
        self._desk.visits.add(self)
        try:
            await self._talk()
        except Exception:  # whatever it was, it must not end without a word
            logger.exception("a session failed")
            self._outbox.end(Code.FAULT)
        finally:
            await self._part(transport)
        return self._socket

    def end(self, code: Code) -> None:
        """Say why, and close."""
        self._outbox.end(code)

    def beat(self) -> None:
        """Ask a silent peer for a sign of life, and give up on one that gives none."""
        self._silent += 1
        if self._silent > SILENT_BEATS:
            self._outbox.end(Code.SLOW, "no sign of life; resume")
        elif self._silent > 1:
            self._outbox.control(PING)

    async def _talk(self) -> None:
        hello = await self._first()
        if hello is not None:
            await self._greet(hello)
        clock, socket = self._desk.clock, self._socket
        last_ms = in_a_row = 0
        while not self._outbox.shut:
            frame = await socket.listen(self._heard)
            if frame.type is not self._kind:
                self._silent = 0
                if not self._goes_on(frame.type, frame.data):
                    return
                continue
            self._heard(frame.data)
            # What has come already is read without a wait: others are to have their turn.
            now_ms = clock.mono_ms()
            in_a_row = in_a_row + 1 if now_ms - last_ms <= 1 else 0
            last_ms = now_ms
            if in_a_row % IN_A_ROW == IN_A_ROW - 1:
                await asyncio.sleep(0)

    def _heard(self, frame: bytes) -> None:
        """Take a message, from whichever of the two ways of `GameSocket.listen`."""
        self._silent = 0
        if self._outbox.shut:
            return
        if not self._pace.take(self._desk.clock.mono_ms()):
            self._outbox.end(Code.TOO_FAST)
            return
        try:
            self._take(frame)
        except Exception:  # whatever it was, it must not end without a word
            logger.exception("a message could not be taken")
            self._outbox.end(Code.FAULT)

    def _goes_on(self, kind: WSMsgType, payload: bytes) -> bool:
        """Answer the WebSocket protocol's own frames; False once there will be no more."""
        if kind in {WSMsgType.PING, WSMsgType.PONG}:
            if not self._pace.take(self._desk.clock.mono_ms()):
                self._outbox.end(Code.TOO_FAST)
            elif kind is WSMsgType.PING:
                self._outbox.control(PONG, payload)
            return not self._outbox.shut
        if kind in {WSMsgType.TEXT, WSMsgType.BINARY}:
            self._outbox.end(Code.WRONG_ENCODING)
        return False

    async def _first(self) -> Hello | None:
        """Wait for the `hello`, but not for ever."""
        try:
            async with asyncio.timeout(self._desk.settings.hello_ms / 1000):
                while (frame := await self._socket.receive()).type is not self._kind:
                    if not self._goes_on(frame.type, frame.data):
                        return None
        except TimeoutError:
            self._outbox.end(Code.HELLO_LATE)
            return None
        message = self._read(frame.data)
        return message if isinstance(message, Hello) else None

    async def _greet(self, hello: Hello) -> None:
        token = None
        try:
            if hello.token is None:
                if self._desk.crowd.guests.take(self._address):
                    self._outbox.end(Code.TOO_FAST, "too many new players come from this address")
                    return
                player, token = self._desk.identity.guest(hello.name, bot=hello.bot)
            else:
                known = await self._desk.identity.known(hello.token)
                if known is None:
                    self._outbox.end(Code.BAD_TOKEN)
                    return
                player = known
        except BadName as fault:
            self._outbox.end(Code.BAD_NAME, str(fault))
            return
        except JournalError:
            self._outbox.end(Code.UNAVAILABLE)
            return
        self._player = player
        now, settings = self._desk.clock.wall_ms(), self._desk.settings
        limits = Limits(
            CLIENT_FRAME, COMMANDS, settings.bounds.message_rate, settings.bounds.message_burst
        )
        self._outbox.send(Welcome(player.id, player.name, now, limits, token=token))
        if hello.resume is not None:
            self._resume(hello.resume)

    def _read(self, frame: bytes) -> ClientMessage | None:
        """Answer the message in *frame*, or close the socket, or refuse what is out of phase."""
        try:
            message = self._codec.decode_client(frame)
            code = self._dialogue.receive(message)
        except (BadFrame, RemoteFault) as fault:
            self._outbox.end(fault.code, fault.why if isinstance(fault, BadFrame) else "")
            return None
        if code is not None:
            self._refuse(message, refusal(code))
            return None
        return message

    def _take(self, frame: bytes) -> None:
        self._desk.tally.messages += 1
        message = self._read(frame)
        match message:  # the most frequent first
            case Play(n) | Finish(n) | Bank(n) | Forfeit(n):
                self._ask(message, ToCommand(self._outbox, n))
            case (
                Ready(q)
                | Unready(q)
                | Start(q)
                | Settings(q)
                | Kick(q)
                | Cancel(q)
                | Agree(q)
                | Say(q)
            ):
                self._ask(message, ToRequest(self._outbox, q))
            case Leave() | Unwatch() | Rematch():
                self._go(message)
            case Join(q, code):
                self._join(q, code)
            case Watch(q, code):
                self._watch(q, code)
            case Ping(q, at):
                self._outbox.send(Pong(q, at, self._desk.clock.wall_ms()))
            case None | Hello():  # answered already; the dialogue takes one hello only
                pass

    def _ask(self, message: RaceRequest, answer: Answer) -> None:
        # Behind a request to go away nobody would hear of a command that is carried out.
        if self._seat is None or self._going:
            answer.refused(refusal(Code.NOT_IN_RACE))
        else:
            self._seat.ask(message, answer)

    def _go(self, message: Leave | Unwatch | Rematch) -> None:
        """Leave a race, or with all others for the next one."""
        if self._seat is None or self._going or self._moving:
            ToRequest(self._outbox, message.q).refused(refusal(Code.NOT_IN_RACE))
        elif isinstance(message, Rematch):
            self._seat.rematch(ToRequest(self._outbox, message.q))
        else:
            self._going = True
            answer = ToRequest(self._outbox, message.q, done=self._gone, failed=self._stayed)
            go = self._seat.leave if isinstance(message, Leave) else self._seat.unwatch
            go(answer)

    def _gone(self) -> None:
        self._going = False
        if self._dialogue.phase is Phase.LOBBY:  # who is done keeps the seat and looks no more
            self._left()

    def _stayed(self) -> None:
        self._going = self._moving = False

    def _moved(self, race: str) -> None:
        """Be in another race, where everybody was led."""
        self._seat = self._desk.lobby.seat_in(race, self._player, self._outbox)

    def _refuse(self, message: ClientMessage, why: Refusal) -> None:
        match message:
            case Play(n) | Finish(n) | Bank(n) | Forfeit(n):
                ToCommand(self._outbox, n).refused(why)
            case Hello():
                self._outbox.end(why.code)
            case _:
                ToRequest(self._outbox, message.q).refused(why)

    def _join(self, q: int, code: str) -> None:
        """Take a seat; who watches that race may, and watches on if it is refused."""
        watching = self._dialogue.phase is Phase.WATCHING
        seat = self._seat if watching else None
        answer = self._place(q, keeps=watching)
        if self._going or self._moving or (self._seat and not (seat and seat.leads(code))):
            ToRequest(self._outbox, q).refused(refusal(Code.IN_RACE))  # or a join is under way
        elif seat is not None or (seat := self._found(code, answer, ids=False)):
            self._moving, self._seat = True, seat
            seat.join(answer)

    def _watch(self, q: int, code: str) -> None:
        """Watch a race; who has a seat there may, before it begins or when done."""
        seat = self._seat
        answer = self._place(q, keeps=seat is not None)
        if self._going or self._moving or (seat and not seat.leads(code)):
            ToRequest(self._outbox, q).refused(refusal(Code.IN_RACE))
        elif seat is not None or (seat := self._found(code, answer, ids=True)):
            self._moving, self._seat = True, seat
            seat.watch(answer)

    def _place(self, q: int, *, keeps: bool) -> ToRequest:
        """Answer a request for a place; who *keeps* one stays there if it is refused.

        Until then the socket asks for no other: two that cross would leave it in a race that it
        knows nothing of, or out of one that sends to it.
        """
        return ToRequest(
            self._outbox, q, done=self._stayed, failed=self._stayed if keeps else self._left
        )

    def _found(self, code: str, answer: Answer, *, ids: bool) -> Seat | None:
        """Find a race by its code, or by its id too; guessing is refused after some time."""
        lobby, guesses = self._desk.lobby, self._desk.crowd.guesses
        if guesses.wait_ms(self._address):
            answer.refused(refusal(Code.GUESSING))
            return None
        find = lobby.seat_for_watching if ids else lobby.seat_by_code
        seat = find(code, self._player, self._outbox)
        if seat is None:
            guesses.take(self._address)
            answer.refused(refusal(Code.UNKNOWN_CODE))
        return seat

    def _resume(self, resume: Resume) -> None:
        answer = ToResume(self._outbox, failed=self._left)
        self._seat = self._desk.lobby.seat_in(resume.race, self._player, self._outbox)
        if self._seat is None:
            answer.refused(refusal(Code.RACE_UNKNOWN))
        else:
            self._seat.resume(resume.s, answer)

    def _left(self) -> None:
        """Be in the lobby again, or still."""
        self._moving = False
        if self._seat is not None:
            self._seat.drop()
            self._seat = None

    def _leaving(self, close_code: int) -> str:
        """Say a last word before aiohttp closes the socket by itself; answer the reason."""
        if close_code == WSCloseCode.MESSAGE_TOO_BIG:
            meaning = MEANINGS[Code.TOO_LARGE].text
            self._outbox.last(Error(Code.TOO_LARGE, meaning))
            return meaning
        self._outbox.shut = True
        return _REASONS.get(close_code, "the frame breaks the WebSocket protocol")

    def _close(self, code: Code, why: str) -> None:
        """Begin to hang up; the outbox has just said why."""
        close_code = MEANINGS[code].close or WSCloseCode.INTERNAL_ERROR
        reason = f"{code}: {why}"
        self._hanging_up = asyncio.create_task(self._socket.hang_up(close_code, reason))

    async def _part(self, transport: Transport) -> None:
        """Leave nothing of the socket behind."""
        self._outbox.shut = True
        self._desk.visits.discard(self)
        self._left()
        if self._hanging_up is not None:
            await self._hanging_up
        self._socket.let_go(transport)
