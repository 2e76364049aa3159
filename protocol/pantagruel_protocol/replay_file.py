"""The replay of a race as a file: everything from which anyone can play it again and check it."""

import json
from collections.abc import Iterator
from typing import Annotated, Final, Literal, Self

from msgspec import Meta, Struct, ValidationError, convert, to_builtins
from msgspec.json import Decoder

from pantagruel_engine.variant import Build, EmptyColumn, RunMoves, Scoring, Variant
from pantagruel_protocol.values import (
    BIGGEST,
    END,
    Count,
    Ending,
    Hex32,
    Hex64,
    Id,
    Kind,
    Ms,
    Name,
    RankBy,
    Result,
    Rules,
    SeatNumber,
)

FORMAT: Final = "pantagruel-replay/1"
SCHEME: Final = "PGDEAL-1"
MOST_BYTES = 2**25  # 64 seats of 4,000 commands fill a sixth of it

_LINE = 96  # a list or object that fits in so many characters is written on one line

Whole = Annotated[int, Meta(ge=1, le=BIGGEST)]
# Narrower than a move on the wire, so that every text in the chain is plain ASCII.
PlayedText = Annotated[str, Meta(pattern="^[DRTWF0-9>:]{1,16}" + END)]
PlayedMove = tuple[Ms, PlayedText]
Stoppage = tuple[Ms, Ms]


class BadReplay(ValueError):
    """The bytes are no replay file; the text says where and why."""


class VariantRow(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The rules that were raced, field by field as the engine has them, without the title."""

    id: Id
    packs: Annotated[int, Meta(ge=1, le=255)]
    ranks: Annotated[int, Meta(ge=1, le=13)]
    columns: tuple[Whole, ...]
    draw: Whole
    max_passes: Whole | None
    foundation_return: bool
    run_moves: RunMoves
    scoring: Scoring
    pass_penalty: Count
    streak: bool
    build: Build
    empty_column: EmptyColumn

    @classmethod
    def of(cls, variant: Variant) -> Self:
        """Write an engine's variant down."""
        plain = variant.to_plain()
        return convert({field: plain[field] for field in cls.__struct_fields__}, cls)


class DealRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where the order of the cards came from, secrets included.

    A `numbered` deal has a key alone; a `pool` deal has no nonces and its seed is the key.
    """

    scheme: Literal["PGDEAL-1"]
    deal_id: Id
    kind: Kind
    rules: Rules
    key: Hex64
    commit: Hex64 | None
    salt: Hex64 | None
    server_seed: Hex64 | None
    nonces: tuple[Hex32, ...]


class PlayerRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One seat: who sat there, each move with its race time, how the game ended and what it made.

    The name is the only field that the chain leaves out, so that a player can be renamed.
    """

    player: Id
    seat: SeatNumber
    name: Name
    moves: tuple[PlayedMove, ...]
    ended: tuple[Ms, Ending]
    result: Result


class Chain(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One hash per stage, each over the stage and the hash before it."""

    header: Hex64
    moves: Hex64
    stoppages: Hex64
    results: Hex64


# Stands in the place of the chain until `chain.sealed` computes it.
UNSEALED = Chain(header="0" * 64, moves="0" * 64, stoppages="0" * 64, results="0" * 64)


class ReplayFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole race.

    *t0* is the UTC time of the start in milliseconds; *bell_ms* is how long after the first win
    the bell rings (null: no bell); *players* stand in the order of their seats; *stoppages* are
    pairs of the race time at which the clock stood and of the time on the wall that passed.
    """

    format: Literal["pantagruel-replay/1"]
    race: Id
    variant: VariantRow
    deal: DealRecord
    t0: Ms
    limit_ms: Ms
    bell_ms: Ms | None
    rank_by: RankBy
    players: Annotated[tuple[PlayerRecord, ...], Meta(min_length=1, max_length=64)]
    stoppages: tuple[Stoppage, ...]
    chain: Chain
    signature: str | None


_DECODER = Decoder(ReplayFile)


def read(data: bytes) -> ReplayFile:
    """Read a replay file; raises BadReplay with a sentence for people."""
    if len(data) > MOST_BYTES:
        raise BadReplay(f"{len(data):,} bytes are more than a replay can have ({MOST_BYTES:,})")
    try:
        return _DECODER.decode(data)
    except ValidationError as error:
        raise BadReplay(f"this is no {FORMAT}: {error}") from None
    except ValueError as error:
        raise BadReplay(f"the file cannot be read as JSON: {error}") from None


def write(replay: ReplayFile) -> bytes:
    """Write a replay as JSON for people too: a move a line, always the same bytes."""
    return "".join(pieces(replay)).encode()


def pieces(replay: ReplayFile) -> Iterator[str]:
    """Yield what `write` joins, piece by piece: a long replay takes its time."""
    yield from _pretty(replay, "")
    yield "\n"


def _pretty(value: object, indent: str) -> Iterator[str]:
    """Break lists and objects into lines, unless they are short enough for one."""
    line = _line(value)
    if line is not None:
        yield line
        return
    left, right = "{}" if isinstance(value, Struct) else "[]"
    joint = f"{left}\n{indent} "
    for name, one in _parts(value):
        yield joint + name
        yield from _pretty(one, indent + " ")
        joint = f",\n{indent} "
    yield f"\n{indent}{right}"


def _parts(value: object) -> Iterator[tuple[str, object]]:
    """Yield what an object or a list is made of, with the names of an object's fields."""
    if isinstance(value, Struct):
        names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
        yield from ((f'"{name}": ', getattr(value, field)) for name, field in names)
    elif isinstance(value, tuple):
        yield from (("", one) for one in value)
    else:
        raise TypeError(value)


def _line(value: object) -> str | None:
    """Write a value in one line, if it is short; looks no further into a long one."""
    if isinstance(value, tuple) and len(value) > _LINE // 2:
        return None  # each of so many has a comma at least
    if isinstance(value, ReplayFile) or (
        isinstance(value, PlayerRecord) and len(value.moves) > _LINE
    ):
        return None
    line = json.dumps(to_builtins(value), ensure_ascii=False, separators=(", ", ": "))
    fits = len(line) <= _LINE or not isinstance(value, Struct | tuple)
    return line if fits else None
