"""What may be set, and what is refused in words."""

import re
from ipaddress import ip_network
from pathlib import Path

import pytest

from pantagruel_server.edge.limits import (
    ADDRESSES,
    BODY_BYTES,
    FRAGMENTS,
    FRAME_BYTES,
    OUTBOX_BYTES,
)
from pantagruel_server.errors import ServerError
from pantagruel_server.identity import NEWCOMERS
from pantagruel_server.settings import (
    BOUNDLESS,
    Bounds,
    Settings,
    from_environment,
    to_environment,
)

ROOT = Path(__file__).parent.parent.parent


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
            "PANTAGRUEL_TRUSTED_PROXIES": "127.0.0.1,10.1.2.3/8, fd00::/16",
            "PANTAGRUEL_MAX_RACES": "5",
            "PANTAGRUEL_MESSAGE_RATE": "7",
            "HOST": "elsewhere",
        }
    )

    assert found == Settings(
        host="0.0.0.0",  # noqa: S104 -- as above
        port=9000,
        data=Path("/srv/pan"),
        origins=("https://a.example", "https://b.example"),
        trusted_proxies=tuple(map(ip_network, ("127.0.0.1/32", "10.0.0.0/8", "fd00::/16"))),
        max_races=5,
        bounds=Bounds(message_rate=7),
    )


@pytest.mark.parametrize("port", ["-1", "65536", "eighty"])
def test_no_such_port(port: str) -> None:
    """A port that cannot be is refused with a sentence that shows it."""
    with pytest.raises(ServerError, match=port):
        from_environment({"PANTAGRUEL_PORT": port})


def test_bounds_of_another_process() -> None:
    """What bounds a server can be handed on in the environment, every bound of it."""
    assert from_environment(to_environment(BOUNDLESS)).bounds == BOUNDLESS


@pytest.mark.parametrize(
    ("name", "value"), [("GUESS_RATE", "0"), ("SOCKETS", "-1"), ("RACE_BURST", "many")]
)
def test_no_such_bound(name: str, value: str) -> None:
    """A bound that would let nobody in is refused with a sentence that names it."""
    with pytest.raises(ServerError, match=f"PANTAGRUEL_{name}.*{value}"):
        from_environment({f"PANTAGRUEL_{name}": value})


def test_no_such_network() -> None:
    """A proxy is an address or a network."""
    with pytest.raises(ServerError, match=r"10\.0\.0\.0/33"):
        from_environment({"PANTAGRUEL_TRUSTED_PROXIES": "10.0.0.0/33"})


def test_the_table_of_limits() -> None:
    """The document names every bound with its variable and its default, and none that is not."""
    page = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")
    written = re.findall(r"^\| `(PANTAGRUEL_\w+)` \| (\d+) \|", page, re.MULTILINE)

    assert dict(written) == to_environment(Bounds()) | {
        "PANTAGRUEL_MAX_RACES": str(Settings().max_races)
    }
    assert len(written) == len(dict(written))
    for bytes_ in (FRAME_BYTES, BODY_BYTES, OUTBOX_BYTES):
        assert f"{bytes_:,} bytes" in page or f"{bytes_ // 1024} KiB" in page
    for count in (FRAGMENTS, ADDRESSES, NEWCOMERS):
        assert f"{count:,}" in page
