"""The keyboard: lines from pipes and files, to the end."""

import os
from pathlib import Path

from pantagruel_client.keyboard import Keyboard


async def lines(keyboard: Keyboard) -> list[str]:
    """Read to the end."""
    found = []
    while (line := await keyboard.line()) is not None:
        found.append(line)
    return found


async def test_lines_of_a_pipe() -> None:
    """Lines come as they are written, the last without its end of line too."""
    out, into = os.pipe()
    keyboard = Keyboard(out)
    os.write(into, b"37\nw")
    assert await keyboard.line() == "37"
    os.write(into, "5\n\nÉpistémon".encode())
    os.close(into)

    assert await lines(keyboard) == ["w5", "", "Épistémon"]
    assert await keyboard.line() is None
    os.close(out)


async def test_lines_of_a_file(tmp_path: Path) -> None:
    """A plain file works like a pipe."""
    path = tmp_path / "moves"
    path.write_text("d\nd\n")
    with path.open("rb") as file:
        assert await lines(Keyboard(file.fileno())) == ["d", "d"]


async def test_a_closed_descriptor_is_the_end() -> None:
    """A terminal that went away ends the lines."""
    out, into = os.pipe()
    os.close(into)
    os.close(out)

    assert await lines(Keyboard(out)) == []
