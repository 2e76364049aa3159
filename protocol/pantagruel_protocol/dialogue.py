"""Who may say what when: one table that judges both ends of a socket, without touching it.

Each end tells its `Dialogue` of every message, before it goes out and after it came in. Frames
cross in flight, so the phase is moved by the server's messages alone (and by the first `hello`):
both ends read the same ones in the same order, and a client that asks too late is refused, not
thrown out. The race itself stays the authority; this keeps nonsense away from it.
"""

from enum import IntEnum, StrEnum

from pantagruel_protocol.client_messages import (
    Bank,
    Finish,
    Forfeit,
    Hello,
    Join,
    Leave,
    Ping,
    Play,
    Ready,
    Start,
    Unready,
)
from pantagruel_protocol.codes import MEANINGS, Code
from pantagruel_protocol.frames import Message
from pantagruel_protocol.server_messages import (
    Ack,
    Countdown,
    Deal,
    Error,
    Ok,
    Over,
    Pong,
    Progress,
    Refused,
    Results,
    Resync,
    Reveal,
    Room,
    SeatFrame,
    Suspended,
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

# What a client may ask: None, or the code that stands against it in this phase.
ASKED: dict[type[Message], tuple[Code | None, ...]] = {
    # ...... greeting, knocked, lobby, room, racing, done
    Hello: (None, _TWICE, _TWICE, _TWICE, _TWICE, _TWICE),
    Join: (_FIRST, _FIRST, None, _IN_RACE, _IN_RACE, _IN_RACE),
    Leave: (_FIRST, _FIRST, _NO_RACE, None, None, None),
    Ready: (_FIRST, _FIRST, _NO_RACE, None, _STARTED, _STARTED),
    Unready: (_FIRST, _FIRST, _NO_RACE, None, _STARTED, _STARTED),
    Start: (_FIRST, _FIRST, _NO_RACE, None, _STARTED, _STARTED),
    Play: (_FIRST, _FIRST, _NO_RACE, _EARLY, None, _LATE),
    Finish: (_FIRST, _FIRST, _NO_RACE, _EARLY, None, _LATE),
    Bank: (_FIRST, _FIRST, _NO_RACE, _EARLY, None, _LATE),
    Forfeit: (_FIRST, _FIRST, _NO_RACE, _EARLY, None, _LATE),
    Ping: (_FIRST, _FIRST, None, None, None, None),
}

_G, _K, _L, _O, _R, _D = Phase

# What a server may say, and the phase after it; None where it may not.
# State frames in the lobby are those of a resume.
SAID: dict[type[Message], tuple[Phase | None, ...]] = {
    # ......... greeting, knocked, lobby, room, racing, done
    Welcome: (None, _L, None, None, None, None),
    Ok: (None, None, _L, _O, _R, _D),
    Refused: (None, None, _L, _O, _R, _D),
    Pong: (None, None, _L, _O, _R, _D),
    Room: (None, None, _O, _O, _R, _D),
    Countdown: (None, None, None, _O, None, None),
    Deal: (None, None, _R, _R, None, None),
    Ack: (None, None, _R, None, _R, _D),
    Progress: (None, None, None, _O, _R, _D),
    Over: (None, None, _D, None, _D, None),
    Results: (None, None, _D, None, _D, _D),
    Reveal: (None, None, _D, None, _D, _D),
    Resync: (None, None, _R, _R, _R, _R),
    Suspended: (None, None, None, _O, _R, _D),
    Error: (_G, _K, _L, _O, _R, _D),
}

# A resume may have no frame to send again: then the room tells how far the race has come.
_BY_RACE = {"running": _R, "closing": _R, "finished": _D, "recorded": _D}


class Dialogue:
    """One end's account of a talk; *phase* and *s* (the last state frame) may be read."""

    __slots__ = ("_closed", "_leaving", "phase", "s", "side")

    def __init__(self, side: Side) -> None:
        self.side = side
        self.phase = Phase.GREETING
        self.s = 0
        self._closed: Code | None = None
        self._leaving: set[int] = set()

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
        if code is None or code is _LATE:
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
        elif isinstance(message, Leave):
            self._leaving.add(message.q)
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
        elif isinstance(message, Ok | Refused | Room | Error):
            after = self._turn(message, after)
        self.phase = after
        return None

    def _count(self, frame: SeatFrame | Resync) -> Code | None:
        """Hold state frames to 1, 2, 3, ...; `deal` is the first, a `resync` sets the number."""
        if isinstance(frame, Resync):
            self.s = frame.s
            return None
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

    def _turn(self, message: Ok | Refused | Room | Error, after: Phase) -> Phase:
        """Answer the phase after a message whose content decides."""
        match message:
            case Ok(q=q) if q in self._leaving:
                self._leaving.clear()
                self.s = 0
                return Phase.LOBBY
            case Refused(q=int(q)):
                self._leaving.discard(q)
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
