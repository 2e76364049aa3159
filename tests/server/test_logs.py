"""One line an entry, whatever strangers put into it."""

import io
import logging
from collections.abc import Iterator

import pytest
from msgspec import json

from pantagruel_server import logs


@pytest.fixture
def quiet() -> Iterator[None]:
    """Put the handlers of the process back afterwards."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    yield
    root.handlers[:] = before
    root.setLevel(level)


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("as_json", [True, False])
def test_nobody_forges_a_line(*, as_json: bool) -> None:
    """Line ends, colours and what reverses text are quoted."""
    stream = io.StringIO()
    logs.configure(as_json=as_json, stream=stream)
    logging.getLogger("pantagruel").warning("race %s is over", "x\n2026 error \x1b[2J\u202e")

    lines = stream.getvalue().splitlines()
    assert len(lines) == 1
    assert "\x1b" not in lines[0]
    assert "\u202e" not in lines[0]
    assert "2026 error" in lines[0]


@pytest.mark.usefixtures("quiet")
def test_programs_read_fields() -> None:
    """As JSON an entry has its time, level, logger, text and what was added to it."""
    stream = io.StringIO()
    logs.configure(as_json=True, stream=stream)
    logging.getLogger("pantagruel.rooms").info("race %s goes on", "r1", extra={"race": "r1"})
    entry = json.decode(stream.getvalue())

    assert {name: entry[name] for name in ("event", "level", "logger", "race")} == {
        "event": "race r1 goes on",
        "level": "info",
        "logger": "pantagruel.rooms",
        "race": "r1",
    }
    assert entry["timestamp"].endswith("Z")


def fail(token: str) -> None:
    """Go wrong with something secret at hand, and with words of a stranger."""
    for size, letter in enumerate(token):
        if size == len(token) - 1:
            msg = f"no {letter.upper()}\n2026 error \x1b[2J"
            raise ValueError(msg)


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("as_json", [True, False])
def test_a_fault_shows_where_it_was(*, as_json: bool) -> None:
    """The operator gets the stack, without what the variables held; nobody forges a line by it."""
    stream = io.StringIO()
    logs.configure(as_json=as_json, stream=stream)
    held = "5ec2e7"
    try:
        fail(held)
    except ValueError:
        logging.getLogger("pantagruel").exception("a fault")
    said = stream.getvalue()

    assert "test_logs.py" in said
    assert "no 7" in said
    assert held not in said
    assert "\x1b" not in said
    assert not any(line.startswith("2026 error") for line in said.splitlines())
