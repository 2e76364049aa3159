"""Who may say what when: one table that judges both ends of a socket, without touching it.

Each end tells its `Dialogue` of every message, before it goes out and after it came in. Frames
cross in flight, so the phase is moved by the server's messages alone (and by the first `hello`):
both ends read the same ones in the same order, and a client that asks too late is refused, not
thrown out. The race itself stays the authority; this keeps nonsense away from it.
"""

from enum import IntEnum, StrEnum

from pantagruel_protocol.client_messages import (
    Agree,
    Bank,
    Cancel,
    Command,
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
from pantagruel_protocol.codes import MEANINGS, Code
from pantagruel_protocol.frames import Message
from pantagruel_protocol.server_messages import (
    Ack,
    Board,
    Countdown,
    Deal,
    Error,
    Ok,
    Outlined,
    Over,
    Pong,
    Progress,
    Refused,
    Rematched,
    Results,
    Resync,
    Reveal,
    Room,
    Said,
    SeatFrame,
    Steps,
    Suspended,
    Verdict,
    Welcome,
)


class Side(StrEnum):
    """The two ends of a socket."""

    CLIENT = "client"
    SERVER = "server"


class Phase(IntEnum):
    """Where the talk stands; the numbers are the columns of the tables below."""

    GREETING = 0  # nothing was said
    KNOCKED = 1  # `hello` was said, `welcome` not yet
    LOBBY = 2  # in no race
    ROOM = 3  # in a race that has not started for this player
    RACING = 4  # a board lies in front
    DONE = 5  # the own game is over
    WATCHING = 6  # in a race without a seat


class LocalFault(Exception):
    """The own end was about to say what it must not: the mistake of the caller."""

    def __init__(self, code: Code) -> None:
        super().__init__(f"{code}: {MEANINGS[code].text}")
        self.code = code


class RemoteFault(Exception):
    """The other end said what it must not: send `error` (a server) and close with *code*."""

    def __init__(self, code: Code) -> None:
        super().__init__(f"{code}: {MEANINGS[code].text}")
        self.code = code


_FIRST, _TWICE = Code.HELLO_FIRST, Code.HELLO_TWICE
_NO_RACE, _IN_RACE = Code.NOT_IN_RACE, Code.IN_RACE
_STARTED, _EARLY, _LATE = Code.STARTED, Code.NOT_STARTED, Code.GAME_OVER
_WATCHING, _OWN, _GOES_ON = Code.WATCHING, Code.OWN_RACE, Code.NOT_OVER

# What a client may ask: None, or the code that stands against it in this phase.
ASKED: dict[type[Message], tuple[Code | None, ...]] = {
    # ...... greeting, knocked, lobby, room, racing, done, watching
    Hello: (None, _TWICE, _TWICE, _TWICE, _TWICE, _TWICE, _TWICE),
    Join: (_FIRST, _FIRST, None, _IN_RACE, _IN_RACE, _IN_RACE, None),
    Leave: (_FIRST, _FIRST, _NO_RACE, None, None, None, _WATCHING),
    Watch: (_FIRST, _FIRST, None, None, _OWN, None, _IN_RACE),
    Unwatch: (_FIRST, _FIRST, _NO_RACE, _NO_RACE, _NO_RACE, None, None),
    Ready: (_FIRST, _FIRST, _NO_RACE, None, _STARTED, _STARTED, _WATCHING),
    Unready: (_FIRST, _FIRST, _NO_RACE, None, _STARTED, _STARTED, _WATCHING),
    Start: (_FIRST, _FIRST, _NO_RACE, None, _STARTED, _STARTED, None),
    Settings: (_FIRST, _FIRST, _NO_RACE, None, _STARTED, _STARTED, None),
    Kick: (_FIRST, _FIRST, _NO_RACE, None, _STARTED, _STARTED, None),
    Cancel: (_FIRST, _FIRST, _NO_RACE, None, _STARTED, _STARTED, None),
    Agree: (_FIRST, _FIRST, _NO_RACE, _EARLY, None, _LATE, _WATCHING),
    Rematch: (_FIRST, _FIRST, _NO_RACE, _GOES_ON, _GOES_ON, None, None),
    Say: (_FIRST, _FIRST, _NO_RACE, None, None, None, None),
    Play: (_FIRST, _FIRST, _NO_RACE, _EARLY, None, _LATE, _WATCHING),
    Finish: (_FIRST, _FIRST, _NO_RACE, _EARLY, None, _LATE, _WATCHING),
    Bank: (_FIRST, _FIRST, _NO_RACE, _EARLY, None, _LATE, _WATCHING),
    Forfeit: (_FIRST, _FIRST, _NO_RACE, _EARLY, None, _LATE, _WATCHING),
    Ping: (_FIRST, _FIRST, None, None, None, None, None),
}

_G, _K, _L, _O, _R, _D, _W = Phase

# What a server may say, and the phase after it; None where it may not.
# State frames in the lobby are those of a resume.
SAID: dict[type[Message], tuple[Phase | None, ...]] = {
    # ......... greeting, knocked, lobby, room, racing, done, watching
    Welcome: (None, _L, None, None, None, None, None),
    Ok: (None, None, _L, _O, _R, _D, _W),
    Refused: (None, None, _L, _O, _R, _D, _W),
    Pong: (None, None, _L, _O, _R, _D, _W),
    Room: (None, None, _O, _O, _R, _D, _W),
    Countdown: (None, None, None, _O, None, None, _W),
    Deal: (None, None, _R, _R, None, None, None),
    Ack: (None, None, _R, None, _R, _D, None),
    Progress: (None, None, None, _O, _R, _D, _W),
    Board: (None, None, None, None, None, _D, _W),
    Outlined: (None, None, None, None, None, _D, _W),
    Steps: (None, None, None, None, None, _D, _W),
    Said: (None, None, None, _O, _R, _D, _W),
    Rematched: (None, None, None, None, None, _L, _W),
    Verdict: (None, None, None, None, _R, None, None),
    Over: (None, None, _D, None, _D, None, None),
    Results: (None, None, _D, None, _D, _D, _W),
    Reveal: (None, None, _D, None, _D, _D, _W),
    Resync: (None, None, _R, _R, _R, _R, None),
    Suspended: (None, None, None, _O, _R, _D, _W),
    Error: (_G, _K, _L, _O, _R, _D, _W),
}

# A resume may have no frame to send again: then the room tells how far the race has come.
_BY_RACE = {"running": _R, "closing": _R, "finished": _D, "recorded": _D}


class Dialogue:
    """One end's account of a talk; *phase* and *s* (the last state frame) may be read."""

    __slots__ = ("_closed", "_moving", "phase", "s", "side")

    def __init__(self, side: Side) -> None:
        self.side = side
        self.phase = Phase.GREETING
        self.s = 0
        self._closed: Code | None = None
        self._moving: dict[int, type[Message]] = {}  # requests that move the phase, by q

    def send(self, message: Message) -> None:
        """Note a message that this end is about to send; raises LocalFault instead."""
        code = self._note(message, of_client=self.side is Side.CLIENT)
        if code is not None:
            raise LocalFault(code)

    def receive(self, message: Message) -> Code | None:
        """Note a message that came in: None, or the code to refuse it with.

        Raises RemoteFault where no refusal will do. A command after the end passes: only the
        race can tell the repeat of an accepted one, which gets its stored answer.
        """
        code = self._note(message, of_client=self.side is Side.SERVER)
        if code is None or (code is _LATE and isinstance(message, Command)):
            return None
        if MEANINGS[code].close is not None:
            raise RemoteFault(code)
        return code

    def _note(self, message: Message, *, of_client: bool) -> Code | None:
        if self._closed is not None:
            return self._closed
        return self._asked(message) if of_client else self._said(message)

    def _asked(self, message: Message) -> Code | None:
        row = ASKED.get(type(message))
        code = Code.UNEXPECTED if row is None else row[self.phase]
        if code is not None:
            return code
        if isinstance(message, Hello):
            self.phase = Phase.KNOCKED
            self.s = message.resume.s if message.resume else 0
        elif isinstance(message, Leave | Join | Watch | Unwatch):
            self._moving[message.q] = type(message)
        return None

    def _said(self, message: Message) -> Code | None:
        row = SAID.get(type(message))
        after = None if row is None else row[self.phase]
        if after is None:
            return Code.UNEXPECTED
        if isinstance(message, SeatFrame | Resync):
            code = self._count(message)
            if code is not None:
                return code
        elif isinstance(message, Rematched):
            self.s = 0
        elif isinstance(message, Ok | Refused | Room | Error):
            after = self._turn(message, after)
        self.phase = after
        return None

    def _count(self, frame: SeatFrame | Resync) -> Code | None:
        """Hold state frames to 1, 2, 3, ...; `deal` is the first, a `resync` sets the number."""
        if isinstance(frame, Resync):
            self.s = frame.s
            return None
        if frame.s is None or self.phase is Phase.WATCHING:
            watched = frame.s is None and self.phase is Phase.WATCHING
            return None if watched else Code.UNEXPECTED
        ack = isinstance(frame, Ack)
        if ack and 1 < frame.s <= self.s:
            return None  # the stored answer to a repeated command
        if frame.s > self.s + 1:
            return Code.GAP
        misplaced = (frame.s == 1) != isinstance(frame, Deal) or (ack and self.phase is Phase.DONE)
        if misplaced or frame.s <= self.s:
            return Code.UNEXPECTED
        self.s = frame.s
        return None

    def _moved(self, asked: type[Message], after: Phase) -> Phase:
        """Answer the phase after a request to come or go that was granted."""
        if self.phase is Phase.DONE and asked is not Leave:
            return after  # whose game is over may look at the others and keeps the seat
        self.s = 0
        return Phase.WATCHING if asked is Watch else Phase.LOBBY

    def _turn(self, message: Ok | Refused | Room | Error, after: Phase) -> Phase:
        """Answer the phase after a message whose content decides."""
        match message:
            case Ok(q=q) if q in self._moving:
                return self._moved(self._moving.pop(q), after)
            case Refused(q=int(q)):
                self._moving.pop(q, None)
            case Room(phase=race) if self.phase is Phase.LOBBY:
                if race not in _BY_RACE:
                    self.s = 0  # nothing is dealt, whatever a resume claimed
                return _BY_RACE.get(race, after)
            case Error(code=code):
                if self.phase is Phase.LOBBY:
                    self.s = 0  # the resume failed: the next race begins at 1
                if MEANINGS[code].close is not None:
                    self._closed = code
            case _:
                pass
        return after
