"""The server's own command line."""

from pathlib import Path

import pytest

from pantagruel_server import __main__ as command
from pantagruel_server.settings import Settings


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """Catch what would be served."""
    caught: list[Settings] = []

    def serve(settings: Settings) -> int:
        caught.append(settings)
        return 0

    monkeypatch.setattr(command, "serve", serve)
    return caught


def test_options_come_first(served: list[Settings], monkeypatch: pytest.MonkeyPatch) -> None:
    """An option is more than a variable, a variable more than the default."""
    monkeypatch.setenv("PANTAGRUEL_PORT", "1")
    monkeypatch.setenv("PANTAGRUEL_HOST", "::1")

    assert command.main(["--port", "2", "--data", "here"]) == 0
    assert served == [Settings(host="::1", port=2, data=Path("here"))]


@pytest.mark.parametrize("options", [["--port", "70000"], []], ids=["option", "variable"])
def test_nonsense(
    options: list[str],
    served: list[Settings],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What cannot be served is refused in one line."""
    monkeypatch.setenv("PANTAGRUEL_PORT", "" if options else "many")

    assert command.main(options) == 2
    assert served == []
    assert capsys.readouterr().err.count("\n") == 1
