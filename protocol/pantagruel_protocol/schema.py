"""JSON Schema of both sides' messages and of the replay file, written out of their types.

`python -m pantagruel_protocol.schema` brings `protocol/schema/` and the tables in
`protocol/README.md` up to date; a test fails until that is done.
"""

import json
from pathlib import Path
from types import UnionType

import msgspec

from pantagruel_protocol import reference
from pantagruel_protocol.client_messages import ClientMessage
from pantagruel_protocol.replay_file import FORMAT, ReplayFile
from pantagruel_protocol.server_messages import ServerMessage

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_SCHEMAS: dict[str, tuple[str, type | UnionType]] = {
    "client.json": ("What a Pantagruel client may say, one object a frame", ClientMessage),
    "server.json": ("What a Pantagruel server may say, one object a frame", ServerMessage),
    "replay.json": (f"A replay file, {FORMAT}", ReplayFile),
}


def schemas() -> dict[str, str]:
    """Answer the text of every schema by the name of its file."""
    return {name: _text(title, kind) for name, (title, kind) in _SCHEMAS.items()}


def _text(title: str, kind: type | UnionType) -> str:
    head = {"$schema": _DIALECT, "title": title}
    return json.dumps(head | msgspec.json.schema(kind), indent=2) + "\n"


def write(folder: Path) -> None:
    """Bring the files of *folder*, the source tree's `protocol`, up to date."""
    for name, text in schemas().items():
        (folder / "schema" / name).write_text(text, encoding="utf-8")
    readme = folder / "README.md"
    readme.write_text(reference.filled(readme.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    write(Path(__file__).parent.parent)
