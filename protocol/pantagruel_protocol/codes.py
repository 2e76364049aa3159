"""Every code for what can go wrong, in one table: what it means and whether it closes."""

from enum import StrEnum
from typing import NamedTuple


class Code(StrEnum):
    """A stable word for what went wrong; bots may branch on it."""

    # Frames that are no messages.
    WRONG_ENCODING = "wrong-encoding"
    UNREADABLE = "unreadable"
    TOO_LARGE = "too-large"
    TOO_DEEP = "too-deep"
    UNKNOWN_TYPE = "unknown-type"
    BAD_FIELD = "bad-field"
    UNKNOWN_FIELD = "unknown-field"
    # The door.
    HELLO_FIRST = "hello-first"
    HELLO_TWICE = "hello-twice"
    HELLO_LATE = "hello-late"
    BAD_NAME = "bad-name"
    BAD_TOKEN = "bad-token"  # noqa: S105 - a code, not a secret
    REPLACED = "replaced"
    KICKED = "kicked"
    SLOW = "slow"
    TOO_FAST = "too-fast"
    GOING_AWAY = "going-away"
    UNAVAILABLE = "unavailable"
    FAULT = "fault"
    # Over HTTP, before there is a socket or beside it.
    UNKNOWN_SUBPROTOCOL = "unknown-subprotocol"
    WRONG_ORIGIN = "wrong-origin"
    NOT_FOUND = "not-found"
    WRONG_METHOD = "wrong-method"
    NOT_OVER = "not-over"
    TOO_MANY_SOCKETS = "too-many-sockets"
    NOT_OPERATOR = "not-operator"
    NOT_READY_YET = "not-ready-yet"
    # Rooms.
    RACE_UNKNOWN = "race-unknown"
    UNKNOWN_CODE = "unknown-code"
    GUESSING = "guessing"
    NOT_YOUR_RACE = "not-your-race"
    IN_RACE = "in-race"
    NOT_IN_RACE = "not-in-race"
    FULL = "full"
    NAME_TAKEN = "name-taken"
    OWN_RACE = "own-race"
    WATCHING = "watching"
    NO_SUCH_PLAYER = "no-such-player"
    CHAT_OFF = "chat-off"
    STARTED = "started"
    NOT_HOST = "not-host"
    NOT_READY = "not-ready"
    TOO_FEW = "too-few"
    # The race.
    NOT_STARTED = "not-started"
    GAME_OVER = "game-over"
    INVALID = "invalid"
    ILLEGAL = "illegal"
    NOT_FINISHABLE = "not-finishable"
    STALE = "stale"
    TOO_MANY = "too-many"
    TOO_EARLY = "too-early"
    BUSY = "busy"
    SUSPENDED = "suspended"
    # What a client finds wrong with its server; never sent.
    UNEXPECTED = "unexpected"
    GAP = "gap"
    UNHEARD = "unheard"

    @classmethod
    def _missing_(cls, value: object) -> "Code | None":
        """Read a word that a newer server says as one that is not known here."""
        return cls.UNHEARD if isinstance(value, str) else None


class Meaning(NamedTuple):
    """What a code says, the close code that follows it if any, and whether trying again helps."""

    text: str
    close: int | None = None
    retry: bool = False


MEANINGS: dict[Code, Meaning] = {
    Code.WRONG_ENCODING: Meaning("a text frame on msgpack, or a binary frame on JSON", 4000),
    Code.UNREADABLE: Meaning("the frame is not one map in the agreed encoding", 4000),
    Code.TOO_LARGE: Meaning("the frame is longer than the limit in `welcome`", 1009),
    Code.TOO_DEEP: Meaning("the frame nests deeper than any message does", 4000),
    Code.UNKNOWN_TYPE: Meaning("`t` is missing or names no message of this side", 4000),
    Code.BAD_FIELD: Meaning("a field is missing, of the wrong type or out of range", 4000),
    Code.UNKNOWN_FIELD: Meaning("the message has a field that its type does not know", 4000),
    Code.HELLO_FIRST: Meaning(
        "the first message must be `hello`, the next waits for `welcome`", 4000
    ),
    Code.HELLO_TWICE: Meaning("`hello` is said once", 4000),
    Code.HELLO_LATE: Meaning("no `hello` came in time", 4001),
    Code.BAD_NAME: Meaning("the name is empty, too long or holds what names may not", 4000),
    Code.BAD_TOKEN: Meaning("nobody has this token", 4002),
    Code.REPLACED: Meaning("a newer socket took this seat", 4003),
    Code.KICKED: Meaning("the host sent this player away", 4004),
    Code.SLOW: Meaning("the socket did not read fast enough; resume", 1013, retry=True),
    Code.TOO_FAST: Meaning("more requests than the rate in `welcome`", 1008, retry=True),
    Code.GOING_AWAY: Meaning("the server stops; resume soon", 1001, retry=True),
    Code.UNAVAILABLE: Meaning("the journal does not answer; come again later", 1013, retry=True),
    Code.FAULT: Meaning("the server made a mistake; resume to see what counts", 1011, retry=True),
    Code.UNKNOWN_SUBPROTOCOL: Meaning("the socket asks for no encoding that is spoken here"),
    Code.WRONG_ORIGIN: Meaning("pages of that origin may not use this server"),
    Code.NOT_FOUND: Meaning("nothing is at this address"),
    Code.WRONG_METHOD: Meaning("the address knows no such method"),
    Code.NOT_OVER: Meaning("the race goes on; its replay comes with `reveal`", retry=True),
    Code.TOO_MANY_SOCKETS: Meaning("too many sockets are open from this address", retry=True),
    Code.NOT_OPERATOR: Meaning("this is for the operator, whose token is in the data folder"),
    Code.NOT_READY_YET: Meaning("the server cannot take races at the moment", retry=True),
    Code.RACE_UNKNOWN: Meaning("no such race is live here; its replay may be there"),
    Code.UNKNOWN_CODE: Meaning("no open race has this code"),
    Code.GUESSING: Meaning("too many wrong codes from this address; wait", retry=True),
    Code.NOT_YOUR_RACE: Meaning("this player has no seat in that race"),
    Code.IN_RACE: Meaning("this socket is in a race already"),
    Code.NOT_IN_RACE: Meaning("this socket is in no race"),
    Code.FULL: Meaning("every seat is taken"),
    Code.NAME_TAKEN: Meaning("a player of this name, or one that looks like it, is in the room"),
    Code.OWN_RACE: Meaning("who still plays a deal may not watch it"),
    Code.WATCHING: Meaning("this socket watches; that is for players"),
    Code.NO_SUCH_PLAYER: Meaning("nobody with this id is in the room"),
    Code.CHAT_OFF: Meaning("the host has switched the chat off for this sender"),
    Code.STARTED: Meaning("the race has started; it is too late for this"),
    Code.NOT_HOST: Meaning("only the host may do this"),
    Code.NOT_READY: Meaning("somebody is not ready, or the sender is not"),
    Code.TOO_FEW: Meaning("nobody is ready"),
    Code.NOT_STARTED: Meaning("the race has not started yet"),
    Code.GAME_OVER: Meaning("this game has ended"),
    Code.INVALID: Meaning("the text is no move"),
    Code.ILLEGAL: Meaning("the rules do not allow the move here; see `reason` and `cards`"),
    Code.NOT_FINISHABLE: Meaning("cards are hidden or the talon may still lock"),
    Code.STALE: Meaning("the number is ahead, or was used with other content; see `expected`"),
    Code.TOO_MANY: Meaning("4,000 commands are played: only bank or forfeit"),
    Code.TOO_EARLY: Meaning("forfeit is refused in the first five seconds"),
    Code.BUSY: Meaning("too many requests are waiting; try again", retry=True),
    Code.SUSPENDED: Meaning("the journal does not answer; try again after `resync`", retry=True),
    Code.UNEXPECTED: Meaning("the server sent what this phase does not allow", 4000),
    Code.GAP: Meaning("a state frame is missing; resume", 4000, retry=True),
    Code.UNHEARD: Meaning("a code that came after this program; `why` has the words"),
}
