"""The README promises no command and no option that is not there."""

import re
import shlex
from pathlib import Path

import pytest
from typer.main import get_command

from pantagruel.__main__ import app
from pantagruel_server.__main__ import _parser

README = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
BLOCKS: list[str] = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
INLINE: list[str] = re.findall(r"`(pantagruel [^`]+)`", README)
LINES = [line.partition("#")[0] for block in BLOCKS for line in block.splitlines()] + INLINE


@pytest.mark.parametrize("line", [line for line in LINES if line.startswith("pantagruel ")])
def test_what_the_readme_types_is_understood(line: str) -> None:
    """Each line is read by the command itself, up to the point where it would run."""
    _, name, *arguments = shlex.split(line)
    command = get_command(app).commands[name]  # type: ignore[attr-defined]

    command.make_context(name, arguments)


@pytest.mark.parametrize("line", [line for line in LINES if line.startswith("pantagruel serve")])
def test_what_the_readme_serves_is_understood(line: str) -> None:
    """The server's own options are known to the server's own reader."""
    _, _, *arguments = shlex.split(line)

    read = vars(_parser("pantagruel serve").parse_args(arguments))
    assert any(read.values()) == bool(arguments)


def test_every_command_is_in_the_readme() -> None:
    """And no command is left out."""
    names = {shlex.split(line)[1] for line in LINES if line.startswith("pantagruel ")}

    assert set(get_command(app).commands) - {"race"} == names  # type: ignore[attr-defined]
    assert "./dev race" in README
