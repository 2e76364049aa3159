"""Addresses: every form that people share leads to the same server."""

import pytest

from pantagruel_client.address import Address, BadAddress


@pytest.mark.parametrize(
    ("text", "socket"),
    [
        ("127.0.0.1:8104", "ws://127.0.0.1:8104/ws"),
        ("race.lan", "ws://race.lan:8104/ws"),
        ("ws://race.lan:9000", "ws://race.lan:9000/ws"),
        ("ws://race.lan:9000/ws", "ws://race.lan:9000/ws"),
        ("http://race.lan/join#K7QWERTY", "ws://race.lan:80/ws"),
        ("https://example.org/cards/join", "wss://example.org:443/cards/ws"),
        ("[::1]:8104", "ws://[::1]:8104/ws"),
    ],
)
def test_every_form_names_the_socket(text: str, socket: str) -> None:
    """A bare host means port 8104, a URL what its scheme says, a page's path falls away."""
    assert socket == Address.parse(text).socket


def test_the_page_stands_beside_the_socket() -> None:
    """HTTP goes to the same host, port and path, with TLS when the socket has it."""
    address = Address.parse("wss://example.org/cards")

    assert address.page("/api/races") == "https://example.org:443/cards/api/races"


@pytest.mark.parametrize("text", ["", "ftp://race.lan", "race.lan:port", "ws://", "ws://[::1"])
def test_what_is_no_address_is_shown(text: str) -> None:
    """The error repeats what was typed."""
    with pytest.raises(BadAddress) as caught:
        Address.parse(text)

    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(
    ("host", "loopback"),
    [("localhost", True), ("127.9.9.9", True), ("[::1]", True), ("race.lan", False)],
)
def test_loopback_is_told_apart(host: str, *, loopback: bool) -> None:
    """Only this machine is loopback, whatever it is called."""
    assert loopback == Address.parse(host).loopback
