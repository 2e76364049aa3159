"""What is asked and answered over HTTP, as JSON: races made, listed and shown; variants."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pantagruel_engine.variant import Build, EmptyColumn, RunMoves, Scoring
from pantagruel_protocol.codes import Code
from pantagruel_protocol.values import (
    Count,
    Faces,
    Hex64,
    Id,
    Kind,
    Ms,
    Name,
    Phase,
    Placing,
    RaceName,
    RankBy,
    RoomSettings,
    Rules,
    SeatInfo,
    Talk,
    Text,
    Visibility,
)

MOST_SEATS = 64
MOST_PASSES = 1_000  # more than anybody can go through in a race
LONGEST_SEED = 200
MIN_LIMIT_MS = 10_000
MAX_LIMIT_MS = 6 * 3600 * 1000
MIN_BELL_MS, MAX_BELL_MS = 5_000, 3600 * 1000
LONGEST_LIST = 100

Act = Literal["opened", "settings", "kick", "start", "cancel", "rematch", "host"]


class NewRace(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What may be asked for when a race is made; what is left out is the server's choice.

    *seed* makes a numbered deal of practice, *passes* caps the passes through the stock, *bell_ms*
    is how long after the first win the race ends. *title*, *visibility*, *faces* and *chat* can
    be changed until the countdown. *name* makes a guest of whoever sends no token.
    """

    variant: Annotated[str, Meta(max_length=64)]
    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS)] = 2
    limit_ms: Annotated[int, Meta(ge=MIN_LIMIT_MS, le=MAX_LIMIT_MS)] | None = None
    bell_ms: Annotated[int, Meta(ge=MIN_BELL_MS, le=MAX_BELL_MS)] | None = None
    rank_by: RankBy = "time"
    passes: Annotated[int, Meta(ge=1, le=MOST_PASSES)] | None = None
    seed: Annotated[str, Meta(min_length=1, max_length=LONGEST_SEED)] | None = None
    title: RaceName = ""
    visibility: Visibility = "code"
    faces: Faces = 0
    chat: Talk = "all"
    name: Name | None = None


class Created(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A race that was made; *token* is there for a guest made with it.

    *link* invites, where the server knows how it is reached.
    """

    race: Id
    code: Id
    link: Text | None = None
    deal_id: Id
    commit: Hex64 | None = None
    rules: Rules
    player: Id
    token: Hex64 | None = None


class HostAct(Struct, frozen=True, omit_defaults=True):
    """One line of the audit trail: what a host did at UTC *at*, to whom if to anybody.

    *what* says it in words: the settings that changed, the new host, the code of the rematch.
    """

    at: Ms
    act: Act
    host: Id
    player: Id | None = None
    what: Text = ""


class RaceInfo(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A race as anybody may see it; *code* and *link* are left out of one that is not listed.

    *opened*, *t0* and *closed* are UTC in milliseconds. *results* and *replay* are there once the
    race is over.
    """

    race: Id
    deal_id: Id
    code: Id | None = None
    link: Text | None = None
    variant: Id
    rules: Rules
    kind: Kind
    phase: Phase
    host: Id
    places: Count
    seats: tuple[SeatInfo, ...]
    watchers: Count = 0
    limit_ms: Ms
    bell_ms: Ms | None = None
    rank_by: RankBy
    passes: Count | None = None
    commit: Hex64 | None = None
    settings: RoomSettings
    opened: Ms
    t0: Ms | None = None
    closed: Ms | None = None
    results: tuple[Placing, ...] = ()
    replay: Text | None = None
    rematch: Id | None = None
    acts: tuple[HostAct, ...] = ()


class RaceList(Struct, frozen=True, omit_defaults=True):
    """Listed races, those that can be joined first, then the newest; *next* asks for more."""

    races: tuple[RaceInfo, ...]
    next: Id | None = None


class VariantInfo(Struct, frozen=True, kw_only=True):
    """The rules of one variant, field by field as the engine has them."""

    id: Id
    title: str
    packs: Count
    ranks: Count
    columns: tuple[Count, ...]
    draw: Count
    max_passes: Count | None
    foundation_return: bool
    run_moves: RunMoves
    scoring: Scoring
    pass_penalty: Count
    streak: bool
    build: Build
    empty_column: EmptyColumn
    limit_ms: Ms


class VariantList(Struct, frozen=True):
    """Every variant that a race can be made of."""

    variants: tuple[VariantInfo, ...]


class Health(Struct, frozen=True):
    """The server lives, and so many races are in its memory."""

    races: Count


class Trouble(Struct, frozen=True):
    """Why a request was not carried out."""

    code: Code
    why: Text
