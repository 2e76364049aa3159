"""What may be set, and what is refused in words."""

from pathlib import Path

import pytest

from pantagruel_server.errors import ServerError
from pantagruel_server.settings import Settings, from_environment


def test_nothing_set() -> None:
    """Without variables the server is this machine's alone, and its data in ./data."""
    assert from_environment({"PANTAGRUEL_PORT": ""}) == Settings()
    assert (Settings().host, Settings().port, Settings().data) == ("127.0.0.1", 8104, Path("data"))


def test_everything_set() -> None:
    """Each variable has its place; others are none of ours."""
    found = from_environment(
        {
            "PANTAGRUEL_HOST": "0.0.0.0",  # noqa: S104 -- what an operator may choose
            "PANTAGRUEL_PORT": "9000",
            "PANTAGRUEL_DATA": "/srv/pan",
            "PANTAGRUEL_ORIGINS": "https://a.example, https://b.example,",
            "PANTAGRUEL_MAX_RACES": "5",
            "HOST": "elsewhere",
        }
    )

    assert found == Settings(
        host="0.0.0.0",  # noqa: S104 -- as above
        port=9000,
        data=Path("/srv/pan"),
        origins=("https://a.example", "https://b.example"),
        max_races=5,
    )


@pytest.mark.parametrize("port", ["-1", "65536", "eighty"])
def test_no_such_port(port: str) -> None:
    """A port that cannot be is refused with a sentence that shows it."""
    with pytest.raises(ServerError, match=port):
        from_environment({"PANTAGRUEL_PORT": port})
