"""How a race begins: options checked, deal chosen and committed to, one event made of it."""

from dataclasses import dataclass

from pantagruel_engine.deal import commitment, key_of_text
from pantagruel_engine.errors import UnknownVariant
from pantagruel_engine.rows import variant
from pantagruel_engine.variant import Variant
from pantagruel_protocol.values import Faces, Kind, RankBy, Talk, Visibility
from pantagruel_server.race.events import RaceOpened
from pantagruel_server.race.limits import (
    BELL_MS,
    LIMIT_MS,
    LIMITS_MS,
    PASSES,
    SEATS,
    SEED_TEXT,
    USUAL_LIMIT_MS,
)
from pantagruel_server.race.state import Race


class BadOptions(ValueError):
    """No race can be opened with these options; the text says which and why."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a host may choose, once: a race's rules, deal and limit never change after.

    *passes* caps the passes through the stock; *seed* makes a numbered deal of practice, and so
    does *key*, where that is known. From *title* on a host may change it until the countdown.
    """

    variant: str
    seats: int = 2
    limit_ms: int | None = None
    rank_by: RankBy = "time"
    passes: int | None = None
    seed: str | None = None
    key: str | None = None
    bell_ms: int | None = None
    title: str = ""
    visibility: Visibility = "code"
    faces: Faces = 0
    chat: Talk = "all"
    previous: str | None = None


@dataclass(frozen=True, slots=True)
class Ids:
    """The names of a race, made by the server; *host* is the player who asked for it."""

    race: str
    deal_id: str
    code: str
    host: str


@dataclass(frozen=True, slots=True)
class Secrets:
    """32 bytes each from the operating system: what a fresh deal is made of and hidden by."""

    server_seed: bytes
    salt: bytes


def opened(options: Options, ids: Ids, secrets: Secrets, wall_ms: int) -> RaceOpened:
    """Answer the event that opens a race, or raise BadOptions."""
    row = _chosen(options)
    key = options.key if options.seed is None else key_of_text(options.seed).hex()
    kind: Kind = "fresh" if key is None else "numbered"
    commit = server_seed = salt = None
    if kind == "fresh":
        bound = commitment(
            secrets.salt, ids.deal_id, row.rules(kind), row.packs, secrets.server_seed
        )
        commit, server_seed, salt = bound.hex(), secrets.server_seed.hex(), secrets.salt.hex()
    return RaceOpened(
        race=ids.race,
        deal_id=ids.deal_id,
        code=ids.code,
        host=ids.host,
        variant=row.id,
        passes=row.max_passes,
        kind=kind,
        seats=options.seats,
        limit_ms=options.limit_ms or LIMITS_MS.get(row.id, USUAL_LIMIT_MS),
        rank_by=options.rank_by,
        commit=commit,
        server_seed=server_seed,
        salt=salt,
        key=key,
        wall_ms=wall_ms,
        bell_ms=options.bell_ms,
        title=options.title,
        visibility=options.visibility,
        faces=options.faces,
        chat=options.chat,
        previous=options.previous,
    )


def again(race: Race) -> Options:
    """Answer the options of the race that follows *race*: the same rules, another fresh deal."""
    settings = race.settings
    return Options(
        variant=race.variant.id,
        seats=race.places,
        limit_ms=race.limit_ms,
        rank_by=race.rank_by.value,
        passes=race.variant.max_passes,
        key=race.key if race.kind == "numbered" else None,
        bell_ms=race.bell_ms,
        title=settings.name,
        visibility=settings.visibility,
        faces=settings.faces,
        chat=settings.chat,
        previous=race.id,
    )


def _chosen(options: Options) -> Variant:
    """Check the options and answer the row of rules that they choose."""
    try:
        row = variant(options.variant)
    except UnknownVariant as error:
        raise BadOptions(str(error)) from error
    _within("seats", options.seats, SEATS)
    if options.limit_ms is not None:
        _within("limit_ms", options.limit_ms, LIMIT_MS)
    if options.bell_ms is not None:
        _within("bell_ms", options.bell_ms, BELL_MS)
    if options.seed is not None:
        _within("the length of seed", len(options.seed), SEED_TEXT)
    if options.passes is None:
        return row
    _within("passes", options.passes, PASSES)
    return row.with_passes(options.passes)


def _within(name: str, value: int, most: int) -> None:
    if not 1 <= value <= most:
        why = f"{name} is {value}, not 1 to {most}"
        raise BadOptions(why)
