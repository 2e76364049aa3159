"""The chain of a replay, held by a vector and by a second implementation."""

import hashlib
import json
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from msgspec.structs import replace

from pantagruel_protocol.chain import canonical, chain_of, moves_in_order, sealed
from pantagruel_protocol.replay_file import UNSEALED, ReplayFile, write
from tests.protocol.conftest import values
from tests.protocol.replays import race

STAGES = ("header", "moves", "stoppages", "results")


def by_the_book(file: Any) -> dict[str, str]:
    """Compute the chain of a parsed file as `protocol/README.md` tells it, with plain means."""
    players = file["players"]
    header = {
        key: file[key]
        for key in (
            "format", "race", "variant", "deal", "t0", "limit_ms", "bell_ms", "rank_by"
        )
    }  # fmt: skip
    header["players"] = [{"player": one["player"], "seat": one["seat"]} for one in players]
    moves = sorted(
        [ms, one["seat"], index, text]
        for one in players
        for index, (ms, text) in enumerate(one["moves"])
    )
    fields = ("player", "seat", "ended", "result")
    results = [{field: one[field] for field in fields} for one in players]
    values = (header, moves, file["stoppages"], results)
    before, chain = bytes(32), {}
    for stage, value in zip(STAGES, values, strict=True):
        text = json.dumps(value, sort_keys=True, separators=(",", ":")).encode()
        label = b"pantagruel/chain/1/" + stage.encode()
        parts = [len(part).to_bytes(4, "big") + part for part in (label, text)]
        before = hashlib.sha256(before + parts[0] + parts[1]).digest()
        chain[stage] = before.hex()
    return chain


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(replay=values(msgspec.inspect.type_info(ReplayFile)))
def test_the_book_says_the_same(replay: ReplayFile) -> None:
    """The definition in words, written down a second time, gives the same hashes."""
    assert by_the_book(json.loads(write(replay))) == msgspec.to_builtins(chain_of(replay))


def test_sealed() -> None:
    """Sealing sets the chain and nothing else, and the old chain does not count."""
    open_ = replace(race(), chain=UNSEALED)

    assert race() == sealed(open_)
    assert race() == sealed(sealed(open_))


def test_moves_stand_in_the_order_of_their_time() -> None:
    """Race time first, then the seat, then the index, which breaks a finish's ties."""
    moves = moves_in_order(race())

    assert sorted(moves, key=lambda move: move[:3]) == moves
    assert sum(len(player.moves) for player in race().players) == len(moves)


def test_canonical() -> None:
    """Keys are sorted, nothing is spaced, the struct's own order does not show."""
    assert canonical({"class": "x", "b": (1, None)}) == b'{"b":[1,null],"class":"x"}'


@pytest.mark.parametrize(
    ("change", "broken"),
    [
        ({"race": "other"}, STAGES),
        ({"t0": 1}, STAGES),
        ({"stoppages": ()}, STAGES[2:]),
    ],
    ids=str,
)
def test_a_change_breaks_its_stage_and_those_after(
    change: dict[str, Any], broken: tuple[str, ...]
) -> None:
    """The first hash that differs names the stage."""
    before, after = chain_of(race()), chain_of(replace(race(), **change))
    differing = tuple(stage for stage in STAGES if getattr(before, stage) != getattr(after, stage))

    assert broken == differing


def test_names_stay_outside() -> None:
    """A player may be renamed; the id may not."""
    first, *others = race().players
    renamed = replace(race(), players=(replace(first, name="Nobody"), *others))
    other = replace(race(), players=(replace(first, player="nobody"), *others))

    assert chain_of(race()) == chain_of(renamed)
    assert chain_of(race()) != chain_of(other)
