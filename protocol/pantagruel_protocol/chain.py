"""The hash chain of a replay: four stages, each bound to those before it.

The bytes are defined in `protocol/README.md`. Names stay outside, player ids do not.
"""

import hashlib
import json

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from pantagruel_protocol.replay_file import Chain, DealRecord, ReplayFile, VariantRow
from pantagruel_protocol.values import Ending, Result

LABEL = b"pantagruel/chain/1/"
START = bytes(32)


class _Seat(Struct, frozen=True):
    player: str
    seat: int


class _Header(Struct, frozen=True):
    format: str
    race: str
    variant: VariantRow
    deal: DealRecord
    t0: int
    limit_ms: int
    bell_ms: int | None
    rank_by: str
    players: tuple[_Seat, ...]


class _Outcome(Struct, frozen=True):
    player: str
    seat: int
    ended: tuple[int, Ending]
    result: Result


def sealed(replay: ReplayFile) -> ReplayFile:
    """Answer the replay with the chain that belongs to its other fields."""
    return replace(replay, chain=chain_of(replay))


def chain_of(replay: ReplayFile) -> Chain:
    """Compute the chain from everything else in the replay."""
    before = START
    hashes: dict[str, str] = {}
    for stage, value in stages_of(replay).items():
        before = _link(before, stage, value)
        hashes[stage] = before.hex()
    return Chain(**hashes)


def stages_of(replay: ReplayFile) -> dict[str, object]:
    """Answer what each stage binds, in the order of the chain."""
    return {
        "header": _header(replay),
        "moves": moves_in_order(replay),
        "stoppages": replay.stoppages,
        "results": _results(replay),
    }


def moves_in_order(replay: ReplayFile) -> list[tuple[int, int, int, str]]:
    """Answer race time, seat, index and text of every move, in the order of the first three."""
    return sorted(
        (ms, player.seat, index, text)
        for player in replay.players
        for index, (ms, text) in enumerate(player.moves)
    )


def canonical(value: object) -> bytes:
    """Write messages' values as canonical JSON: keys sorted, no spaces.

    For what stands in a replay (whole numbers up to 2^53 and plain ASCII texts) these are the
    bytes of RFC 8785.
    """
    return json.dumps(to_builtins(value), sort_keys=True, separators=(",", ":")).encode()


def _link(before: bytes, stage: str, value: object) -> bytes:
    """Hash a stage onto the hash before it; lengths keep the parts apart."""
    parts = (LABEL + stage.encode(), canonical(value))
    joined = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return hashlib.sha256(before + joined).digest()


def _header(replay: ReplayFile) -> _Header:
    return _Header(
        format=replay.format,
        race=replay.race,
        variant=replay.variant,
        deal=replay.deal,
        t0=replay.t0,
        limit_ms=replay.limit_ms,
        bell_ms=replay.bell_ms,
        rank_by=replay.rank_by,
        players=tuple(_Seat(player.player, player.seat) for player in replay.players),
    )


def _results(replay: ReplayFile) -> tuple[_Outcome, ...]:
    return tuple(
        _Outcome(player.player, player.seat, player.ended, player.result)
        for player in replay.players
    )
