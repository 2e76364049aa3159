"""The schemas that other languages read are those of the types, and hang together."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from pantagruel_protocol.client_messages import ClientMessage
from pantagruel_protocol.frames import CLIENT_TYPES, SERVER_TYPES
from pantagruel_protocol.reference import filled, tables
from pantagruel_protocol.schema import schemas, write
from pantagruel_protocol.server_messages import ServerMessage

FOLDER = Path(__file__).parent.parent.parent / "protocol" / "schema"
NAMES = ["client.json", "replay.json", "server.json"]


def references(value: Any) -> Iterator[str]:
    """Name every definition that a schema points to."""
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"].removeprefix("#/$defs/")
        for inner in value.values():
            yield from references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references(inner)


def test_the_files_are_fresh() -> None:
    """What lies there is what the types say: else run `python -m pantagruel_protocol.schema`."""
    assert schemas() == {path.name: path.read_text("utf-8") for path in FOLDER.iterdir()}


def test_the_writer(tmp_path: Path) -> None:
    """It writes the schemas and the tables, and finds nothing to do the second time."""
    readme = tmp_path / "README.md"
    marks = "".join(f"<!-- generated: {name} --><!-- end -->" for name in tables())
    readme.write_text(marks, encoding="utf-8")
    (tmp_path / "schema").mkdir()
    for _ in range(2):
        write(tmp_path)

        assert schemas() == {file.name: file.read_text("utf-8") for file in tmp_path.glob("*/*")}
        assert filled(marks) == readme.read_text("utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_every_reference_leads_somewhere(name: str) -> None:
    """A schema stands on its own, and defines nothing that it does not use."""
    schema = json.loads(schemas()[name])

    assert set(references(schema)) == schema["$defs"].keys()


@pytest.mark.parametrize(
    ("name", "union", "types"),
    [
        ("client.json", ClientMessage, CLIENT_TYPES),
        ("server.json", ServerMessage, SERVER_TYPES),
    ],
)
def test_a_side_is_all_its_messages(name: str, union: Any, types: dict[str, type]) -> None:
    """Every message has a definition with its word, needs `t`, and forbids what is unknown."""
    schema = json.loads(schemas()[name])
    words = {}
    for kind in get_args(union):
        definition = schema["$defs"][kind.__name__]
        (words[kind],) = definition["properties"]["t"]["enum"]
        assert "t" in definition["required"]
        assert ("additionalProperties" in definition) == (union is ClientMessage)

    assert types == {word: kind for kind, word in words.items()}
    assert len(types) == len(schema["anyOf"])


def test_bounds_are_in_the_schema() -> None:
    """Lengths, ranges and patterns are there for whoever validates by it."""
    play = json.loads(schemas()["client.json"])["$defs"]["Play"]["properties"]

    assert play["n"] == {"type": "integer", "minimum": 1, "maximum": 2**31}
    assert play["m"] == {"type": "string", "minLength": 1, "maxLength": 16}
