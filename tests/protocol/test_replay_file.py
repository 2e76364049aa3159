"""What a replay file is, on disk and in memory."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pantagruel_engine.rows import VARIANTS
from pantagruel_protocol.replay_file import (
    FORMAT,
    MOST_BYTES,
    BadReplay,
    ReplayFile,
    VariantRow,
    pieces,
    read,
    write,
)
from tests.protocol.conftest import values
from tests.protocol.replays import race


def plain() -> Any:
    """Answer the race as the JSON values that its file holds."""
    return json.loads(write(race()))


def at(file: Any, path: list[Any]) -> Any:
    """Follow *path* into a file."""
    for step in path:
        file = file[step]
    return file


def said(data: bytes) -> str:
    """Answer what a reader says to a bad file."""
    with pytest.raises(BadReplay) as caught:
        read(data)
    return str(caught.value)


def test_round_trip() -> None:
    """A file that is read and written again is the same bytes."""
    data = write(race())

    assert race() == read(data)
    assert data == write(read(data))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(replay=values(msgspec.inspect.type_info(ReplayFile)))
def test_any_replay_round_trips(replay: ReplayFile) -> None:
    """Whatever the types allow comes back from a file."""
    assert replay == read(write(replay))


def plainly(value: Any, indent: str = "") -> str:
    """Write a plain value as a replay file has it, all at once: short ones in one line."""
    line = json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
    if len(line) <= 96 or not isinstance(value, dict | list):
        return line
    inner = indent + " "
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {plainly(one, inner)}" for key, one in value.items()]
        return "{\n" + inner + f",\n{inner}".join(parts) + f"\n{indent}}}"
    parts = [plainly(one, inner) for one in value]
    return "[\n" + inner + f",\n{inner}".join(parts) + f"\n{indent}]"


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(replay=values(msgspec.inspect.type_info(ReplayFile)))
def test_pieces_make_the_same_file(replay: ReplayFile) -> None:
    """Piece by piece or all at once: the bytes are the same."""
    for one in (replay, race()):
        whole = json.loads(msgspec.json.encode(one))
        assert plainly(whole) + "\n" == "".join(pieces(one))


def test_a_file_is_pleasant_to_read() -> None:
    """Moves stand one to a line, short values on one, and names as they are spelled."""
    lines = write(race()).decode().splitlines()

    assert f' "format": "{FORMAT}",' == lines[1]
    assert '    [1500, "T9>T5"],' in lines or '   "moves": [' in lines
    assert any("Bücherwurm" in line for line in lines)
    assert max(map(len, lines)) < 250


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS.keys())
def test_every_variant_has_its_row(variant: Any) -> None:
    """A row holds every field of the engine's but the title."""
    expected = variant.to_plain()
    del expected["title"]

    assert expected == json.loads(msgspec.json.encode(VariantRow.of(variant)))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "cannot be read as JSON"),
        (b"PK\x03\x04", "cannot be read as JSON"),
        (b'{"format": "pantagruel-replay/1"', "cannot be read as JSON"),
        (b"\xff\xfe{}", "cannot be read as JSON"),
        (b"[]", "Expected `object`"),
        (b"{}", "missing required field"),
        (b"[" * 100_000, "Expected `object`"),
        (b'{"race":' + b"[" * 100_000, "Expected `str`"),
        (b" " * (MOST_BYTES + 1), "more than a replay can have"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_bad_files(data: bytes, words: str) -> None:
    """A file that is no replay is refused in words."""
    assert words in said(data)


def test_other_formats() -> None:
    """A later format is not read as this one."""
    file = plain()
    file["format"] = "pantagruel-replay/2"

    assert "$.format" in said(json.dumps(file).encode())


def test_unknown_fields() -> None:
    """A field that the format does not have is named."""
    for path in ([], ["variant"], ["deal"], ["players", 0], ["players", 0, "result"], ["chain"]):
        file = plain()
        at(file, path)["extra"] = 1

        assert "unknown field `extra`" in said(json.dumps(file).encode())


def test_missing_fields() -> None:
    """Every field is needed, even those that may be null."""
    for path in ([], ["variant"], ["deal"], ["players", 0], ["players", 0, "result"], ["chain"]):
        for field in at(plain(), path):
            file = plain()
            del at(file, path)[field]

            assert f"missing required field `{field}`" in said(json.dumps(file).encode())


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["players"], []),
        (["t0"], 1.5),
        (["t0"], True),
        (["t0"], -1),
        (["limit_ms"], 2**53),
        (["rank_by"], "speed"),
        (["deal", "key"], "AB" * 32),
        (["deal", "key"], "ab" * 31),
        (["deal", "scheme"], "PGDEAL-2"),
        (["deal", "rules"], "turn1;passes=none;secret"),
        (["variant", "scoring"], "golf"),
        (["players", 0, "moves", 0], [1, "D", 2]),
        (["players", 0, "moves", 0], [1]),
        (["players", 0, "moves", 0, 1], "d"),
        (["players", 0, "moves", 0, 1], "T1>T2\n"),
        (["players", 0, "moves", 0, 1], "\uff24"),
        (["players", 0, "ended", 1], "bored"),
        (["players", 0, "result", "place"], 1.0),
        (["players", 0, "seat"], 64),
        (["stoppages"], [[1]]),
        (["chain", "moves"], None),
    ],
    ids=str,
)
def test_bad_values(path: list[Any], value: object) -> None:
    """A value of the wrong kind is refused with the path to it."""
    file = plain()
    at(file, path[:-1])[path[-1]] = value

    assert f"$.{path[0]}" in said(json.dumps(file).encode())


@given(st.binary(max_size=100))
def test_noise(data: bytes) -> None:
    """Random bytes are refused as a BadReplay and nothing else."""
    assert said(data)
