"""The hash chain of a replay: four stages, each bound to those before it.

The bytes are defined in `protocol/README.md`. Names stay outside, player ids do not.
"""

import hashlib
import json
from collections.abc import Generator, Iterator, Sequence
from heapq import merge
from itertools import islice
from typing import TypeVar

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from pantagruel_protocol.replay_file import Chain, DealRecord, PlayerRecord, ReplayFile, VariantRow
from pantagruel_protocol.values import Ending, Result

LABEL = b"pantagruel/chain/1/"
START = bytes(32)
PIECE = 500  # moves that are written at a time: a millisecond or two
HASHED = 16  # of these pieces at a time, which takes about as long

_Made = TypeVar("_Made")
_Move = tuple[int, int, int, str]


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
    return finished(chaining(replay))


def chaining(replay: ReplayFile) -> Generator[None, None, Chain]:
    """Compute the chain step by step: a race of 64 long games would hold up everything else."""
    before = START
    hashes: dict[str, str] = {}
    pieces = yield from _moves_in_pieces(replay)
    for stage, value in _small_stages(replay).items():
        written = pieces if value is None else [canonical(value)]
        before = yield from _linking(before, stage, written)
        hashes[stage] = before.hex()
    return Chain(**hashes)


def finished(work: Generator[None, None, _Made]) -> _Made:
    """Do all steps of *work* at once, and answer what it makes."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            made: _Made = end.value
            return made


def stages_of(replay: ReplayFile) -> dict[str, object]:
    """Answer what each stage binds, in the order of the chain."""
    return _small_stages(replay) | {"moves": moves_in_order(replay)}


def _small_stages(replay: ReplayFile) -> dict[str, object]:
    """Answer the same with None in the place of the moves."""
    return {
        "header": _header(replay),
        "moves": None,
        "stoppages": replay.stoppages,
        "results": _results(replay),
    }


def moves_in_order(replay: ReplayFile) -> list[_Move]:
    """Answer race time, seat, index and text of every move, in the order of the first three."""
    return list(merge(*map(_moves, replay.players)))


def _moves(player: PlayerRecord) -> Iterator[_Move]:
    """Answer a player's moves one by one: a list of them all would be long in the making."""
    moves = player.moves
    order = sorted(range(len(moves)), key=lambda index: moves[index][0])  # else it is forged
    return ((moves[index][0], player.seat, index, moves[index][1]) for index in order)


def canonical(value: object) -> bytes:
    """Write messages' values as canonical JSON: keys sorted, no spaces.

    For what stands in a replay (whole numbers up to 2^53 and plain ASCII texts) these are the
    bytes of RFC 8785.
    """
    return json.dumps(to_builtins(value), sort_keys=True, separators=(",", ":")).encode()


def _moves_in_pieces(replay: ReplayFile) -> Generator[None, None, list[bytes]]:
    """Write the stage of the moves as canonical JSON, in pieces that belong together."""
    played: list[Iterator[_Move]] = []
    for player in replay.players:
        played.append(_moves(player))
        yield
    moves = merge(*played)
    pieces = [b"["]
    while piece := list(islice(moves, PIECE)):
        pieces += [canonical(piece)[1:-1], b","]
        yield
    return [*pieces[: max(len(pieces) - 1, 1)], b"]"]


def _linking(before: bytes, stage: str, written: Sequence[bytes]) -> Generator[None, None, bytes]:
    """Hash a stage, in pieces, onto the hash before it; lengths keep the parts apart."""
    label = LABEL + stage.encode()
    link = hashlib.sha256(before + len(label).to_bytes(4, "big") + label)
    link.update(sum(map(len, written)).to_bytes(4, "big"))
    for number, piece in enumerate(written, 1):
        link.update(piece)
        if number % HASHED == 0:
            yield
    return link.digest()


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
