"""Whom a request is from, and what is counted as one address."""

from ipaddress import ip_network

import pytest

from pantagruel_server.edge.address import from_chain, neighbourhood

TRUSTED = (ip_network("127.0.0.0/8"), ip_network("10.0.0.0/24"), ip_network("fd00::/16"))


@pytest.mark.parametrize(
    ("chain", "client"),
    [
        (["", "192.0.2.7"], "192.0.2.7"),
        (["203.0.113.9", "192.0.2.7"], "192.0.2.7"),
        (["203.0.113.9", "127.0.0.1"], "203.0.113.9"),
        (["198.51.100.1", " 203.0.113.9", "10.0.0.3", "127.0.0.1"], "203.0.113.9"),
        (["10.0.0.4", "10.0.0.3", "127.0.0.1"], "10.0.0.4"),
        (["", "127.0.0.1"], "127.0.0.1"),
        (["203.0.113.9", "unknown", "10.0.0.3"], "10.0.0.3"),
        (["203.0.113.9:4711", "127.0.0.1"], "203.0.113.9"),
        (["[2001:db8::9]:4711", "fd00::1"], "2001:db8::9"),
        (["2001:db8::9", "::ffff:127.0.0.1"], "2001:db8::9"),
        (["", "::ffff:192.0.2.7"], "192.0.2.7"),
        (["", ""], ""),
    ],
)
def test_chains(chain: list[str], client: str) -> None:
    """Only what a proxy of ours says is believed: the last that is none of ours is the client."""
    assert from_chain(chain, TRUSTED) == client


def test_nobody_is_trusted() -> None:
    """Without trusted proxies everybody is who the connection says."""
    assert from_chain(["203.0.113.9", "127.0.0.1"], ()) == "127.0.0.1"


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_neighbourhoods(address: str, counted: str) -> None:
    """An address of IPv6 counts for its network, since whoever has one has all of it."""
    assert neighbourhood(address) == counted
