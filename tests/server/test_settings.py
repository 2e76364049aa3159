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
    OPTIONS,
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
            "PANTAGRUEL_ORIGIN": "https://a.example, https://b.example,",
            "PANTAGRUEL_TRUSTED_PROXY": "127.0.0.1,10.1.2.3/8, fd00::/16",
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


@pytest.mark.parametrize(
    ("flag", "value", "said"),
    [
        ("public-url", "race.example", "no public URL"),
        ("public-url", "https://race.example/deep", "no public URL"),
        ("public-url", "https://[", "no public URL"),
        ("origin", "https://a.example/page", "no origin"),
        ("origin", "ftp://a.example", "no origin"),
        ("log-format", "xml", "choose text or json"),
        ("max-races", "0", "choose 1 or more"),
        ("max-races", "x", "--max-races must be a whole number"),
        ("tls-cert", "a.pem", "needs both"),
        ("tls-key", "a.key", "needs both"),
    ],
)
def test_no_such_setting(flag: str, value: str, said: str) -> None:
    """Each is refused with a sentence that says what to change, from whichever place it comes."""
    option = next(one for one in OPTIONS if one.flag == flag)
    with pytest.raises(ServerError, match=said):
        from_environment({}, {flag: value})
    with pytest.raises(ServerError, match=said):
        from_environment({option.variable: value})


def test_options_come_before_the_environment() -> None:
    """What is typed counts more than what is set."""
    found = from_environment({"PANTAGRUEL_PORT": "1", "PANTAGRUEL_HOST": "a"}, {"port": "2"})

    assert (found.port, found.host) == (2, "a")
    assert found.public_url is None
    assert not found.secure


def test_where_browsers_come_by_tls() -> None:
    """By a certificate of ours, or by a public address of https."""
    ours = from_environment({}, {"tls-cert": "a.pem", "tls-key": "a.key"})
    public = from_environment({}, {"public-url": "https://Race.example/"})

    assert ours.secure
    assert (public.secure, public.public_url) == (True, "https://Race.example")


def test_the_table_of_options() -> None:
    """The page for hosts names every option with its variable, and the help does too."""
    page = (ROOT / "docs" / "host.md").read_text(encoding="utf-8")
    written = re.findall(r"^\| `--([a-z-]+)` \| `(PANTAGRUEL_\w+)` \|", page, re.MULTILINE)

    assert written == [(one.flag, one.variable) for one in OPTIONS]


def test_no_such_network() -> None:
    """A proxy is an address or a network."""
    with pytest.raises(ServerError, match=r"10\.0\.0\.0/33"):
        from_environment({"PANTAGRUEL_TRUSTED_PROXY": "10.0.0.0/33"})


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
