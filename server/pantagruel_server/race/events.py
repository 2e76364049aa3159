"""What happened in a race, in the past tense, and its bytes in the journal."""

from msgspec import Struct


class RaceOpened(Struct, frozen=True, array_like=True, tag=True):
    race: str
    deal_id: str
    code: str
    host: str
    variant: str
    passes: int | None
    kind: str
    seats: int
    limit_ms: int
    rank_by: str
    commit: str | None
    server_seed: str | None
    salt: str | None
    key: str | None
    wall_ms: int


class PlayerJoined(Struct, frozen=True, array_like=True, tag=True):
    seat: int
    player: str
    name: str
    bot: bool


class PlayerLeft(Struct, frozen=True, array_like=True, tag=True):
    player: str


class PlayerReadied(Struct, frozen=True, array_like=True, tag=True):
    player: str
    nonce: str


class PlayerUnreadied(Struct, frozen=True, array_like=True, tag=True):
    player: str


class CountdownStarted(Struct, frozen=True, array_like=True, tag=True):
    players: tuple[str, ...]
    t0_wall: int


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


class RaceCancelled(Struct, frozen=True, array_like=True, tag=True):
    wall_ms: int


Event = (
    RaceOpened
    | PlayerJoined
    | PlayerLeft
    | PlayerReadied
    | PlayerUnreadied
    | CountdownStarted
    | RaceStarted
    | MovePlayed
    | GameFinished
    | GameBanked
    | GameForfeited
    | LimitReached
    | ClockMarked
    | RaceStoppedFor
    | RaceClosed
    | RaceRecorded
    | RaceCancelled
)
