"""The tables of the reference."""

from typing import get_args

import pytest
from msgspec import inspect

from pantagruel_protocol import reference
from pantagruel_protocol.client_messages import ClientMessage
from pantagruel_protocol.codes import MEANINGS, Code
from pantagruel_protocol.dialogue import ASKED, SAID
from pantagruel_protocol.frames import CLIENT_TYPES, SERVER_TYPES
from pantagruel_protocol.server_messages import ServerMessage
from pantagruel_protocol.values import Hex64, View

TABLES = reference.tables()


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("client", CLIENT_TYPES),
        ("server", SERVER_TYPES),
        ("asked", CLIENT_TYPES),
        ("said", SERVER_TYPES),
        ("codes", MEANINGS),
    ],
)
def test_nothing_is_left_out(part: str, words: dict[str, object]) -> None:
    """Every message stands in its table and in that of the phases, every code in its own."""
    assert [word for word in words if f"`{word}`" not in TABLES[part]] == []


def test_the_dialogue_knows_every_message() -> None:
    """No message is without a row in the tables that the machine runs on."""
    assert set(get_args(ClientMessage)) == ASKED.keys()
    assert set(get_args(ServerMessage)) == SAID.keys()


def test_every_struct_of_a_field_has_a_section() -> None:
    """A link from a field leads to a section below."""
    text = "\n".join(TABLES.values())
    kinds = [*reference.VALUES, *reference.REPLAY]
    named = {word.split("]")[0] for word in text.split("[")[1:] if "](#" in word[:40]}

    assert named - {kind.__name__ for kind in kinds} <= {"The chain", "Moves"}


def test_a_message_reads_well() -> None:
    """A section has the word, what it means, and a line a field with form, default and meaning."""
    section = TABLES["client"].split("### ")[6]

    assert section == (
        "`start`\n\nThe host starts the countdown; `without_unready` leaves out whoever is not "
        "ready.\n\n| field | form | if left out | |\n|---|---|---|---|\n"
        "| `q` | integer 0.. |  | the request's number, chosen by the client |\n"
        "| `without_unready` | bool | false | start without those who are not ready |\n\n"
    )


@pytest.mark.parametrize(
    ("kind", "form"),
    [
        (Hex64, "hex64"),
        (Hex64 | None, "hex64 or null"),
        (Code, "code"),
        (View, "[View](#view)"),
        (tuple[Hex64, ...], "[hex64, ...]"),
        (tuple[Hex64, bool], "[hex64, bool]"),
    ],
    ids=str,
)
def test_forms(kind: type, form: str) -> None:
    """A form is written as short as it is exact."""
    assert form == reference.form(inspect.type_info(kind))


def test_filled() -> None:
    """Only what stands between the markers is written anew."""
    old = "".join(f"<!-- generated: {name} -->x<!-- end -->y" for name in TABLES)
    new = reference.filled(old)

    assert new == reference.filled(new)
    assert new.count("y<!--") + new.endswith("y") == len(TABLES)
    assert "-->x<!--" not in new


def test_a_lost_marker_is_noticed() -> None:
    """A reference without the place for a table cannot be filled."""
    with pytest.raises(ValueError, match="substring"):
        reference.filled("")


def test_unknown_forms_are_not_guessed() -> None:
    """A field of a new kind must be taught to the reference first."""
    with pytest.raises(NotImplementedError):
        reference.form(inspect.type_info(dict[str, int]))
