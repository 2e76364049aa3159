"""What happened in a race, in the past tense, and its bytes in the journal."""

from typing import Literal

from msgspec import DecodeError, Struct, msgpack

from pantagruel_protocol.values import Kind, RankBy, Talk, Visibility

VERSION = 1  # the first byte of every stored event


class UnreadableEvent(Exception):
    """The bytes are no event that this server knows; the text says why."""


class RaceOpened(Struct, frozen=True, array_like=True, tag=True):
    race: str
    deal_id: str
    code: str
    host: str
    variant: str
    passes: int | None
    kind: Kind
    seats: int
    limit_ms: int
    rank_by: RankBy
    commit: str | None
    server_seed: str | None
    salt: str | None
    key: str | None
    wall_ms: int
    # What follows was added later: an older journal's events end above.
    bell_ms: int | None = None
    title: str = ""
    visibility: Visibility = "code"
    faces: int | Literal["end"] = 0
    chat: Talk = "all"
    previous: str | None = None


class PlayerJoined(Struct, frozen=True, array_like=True, tag=True):
    seat: int
    player: str
    name: str
    bot: bool
    wall_ms: int


class PlayerLeft(Struct, frozen=True, array_like=True, tag=True):
    player: str
    wall_ms: int
    watches: bool = False  # from the seat to the gallery: a host stays one


class PlayerReadied(Struct, frozen=True, array_like=True, tag=True):
    player: str
    nonce: str


class PlayerUnreadied(Struct, frozen=True, array_like=True, tag=True):
    player: str


class SettingsChanged(Struct, frozen=True, array_like=True, tag=True):
    host: str
    wall_ms: int
    title: str | None
    visibility: Visibility | None
    faces: int | Literal["end"] | None
    chat: Talk | None


class PlayerKicked(Struct, frozen=True, array_like=True, tag=True):
    host: str
    player: str
    wall_ms: int


class Chatted(Struct, frozen=True, array_like=True, tag=True):
    player: str
    name: str
    text: str
    wall_ms: int
    watching: bool


class CountdownStarted(Struct, frozen=True, array_like=True, tag=True):
    players: tuple[str, ...]
    t0_wall: int
    host: str | None = None  # none: it begins again after an outage


class RaceStarted(Struct, frozen=True, array_like=True, tag=True):
    t0_wall: int


class MovePlayed(Struct, frozen=True, array_like=True, tag=True, gc=False):
    seat: int
    n: int
    ms: int
    text: str


class GameFinished(Struct, frozen=True, array_like=True, tag=True):
    seat: int
    n: int
    ms: int


class GameBanked(Struct, frozen=True, array_like=True, tag=True):
    seat: int
    n: int
    ms: int


class GameForfeited(Struct, frozen=True, array_like=True, tag=True):
    seat: int
    n: int
    ms: int


class GameDied(Struct, frozen=True, array_like=True, tag=True):
    """Nothing could be won or paid any more, so the game ended by itself."""

    seat: int
    ms: int


class ClosingAgreed(Struct, frozen=True, array_like=True, tag=True):
    seat: int
    agreed: bool
    ms: int


class BellRung(Struct, frozen=True, array_like=True, tag=True):
    ms: int


class LimitReached(Struct, frozen=True, array_like=True, tag=True):
    ms: int


class ClockMarked(Struct, frozen=True, array_like=True, tag=True):
    ms: int


class RaceStoppedFor(Struct, frozen=True, array_like=True, tag=True):
    at_ms: int
    wall_ms: int


class RaceClosed(Struct, frozen=True, array_like=True, tag=True):
    ms: int
    wall_ms: int


class RaceRecorded(Struct, frozen=True, array_like=True, tag=True):
    wall_ms: int


class RaceRematched(Struct, frozen=True, array_like=True, tag=True):
    """Another race follows; like all that happens after the close it is not journalled."""

    host: str
    race: str
    code: str
    wall_ms: int


class RaceCancelled(Struct, frozen=True, array_like=True, tag=True):
    wall_ms: int
    host: str | None = None  # none: nobody came, or nobody started it


Event = (
    RaceOpened
    | PlayerJoined
    | PlayerLeft
    | PlayerReadied
    | PlayerUnreadied
    | SettingsChanged
    | PlayerKicked
    | Chatted
    | CountdownStarted
    | RaceStarted
    | MovePlayed
    | GameFinished
    | GameBanked
    | GameForfeited
    | GameDied
    | ClosingAgreed
    | BellRung
    | LimitReached
    | ClockMarked
    | RaceStoppedFor
    | RaceClosed
    | RaceRecorded
    | RaceRematched
    | RaceCancelled
)

_PREFIX = bytes([VERSION])
_ENCODER = msgpack.Encoder()
_DECODER = msgpack.Decoder(Event)


def encode(event: Event) -> bytes:
    """Write *event* as the journal keeps it: the version, then a msgpack array, its name first."""
    return _PREFIX + _ENCODER.encode(event)


def decode(data: bytes) -> Event:
    """Read an event back, or raise UnreadableEvent."""
    if data[:1] != _PREFIX:
        why = f"an event of version {data[:1].hex() or 'none'}, not {VERSION:02x}"
        raise UnreadableEvent(why)
    try:
        return _DECODER.decode(memoryview(data)[1:])
    except DecodeError as error:
        why = f"an event that cannot be read: {error}"
        raise UnreadableEvent(why) from error
