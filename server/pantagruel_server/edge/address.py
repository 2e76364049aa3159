"""From where a request comes, behind proxies too."""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address

from aiohttp import web

from pantagruel_server.settings import Network

PREFIX_BITS = 64  # of an IPv6 address: whoever has one has all that begin so


def client_address(request: web.Request, trusted: Sequence[Network]) -> str:
    """Answer the peer's address or, if that is a proxy of ours, whom it says it speaks for."""
    forwarded = ",".join(request.headers.getall("X-Forwarded-For", ())).split(",")
    return from_chain([*forwarded, request.remote or ""], trusted)


def from_chain(chain: Sequence[str], trusted: Sequence[Network]) -> str:
    """Answer the last address of *chain* that is no proxy of ours; *chain* ends with the peer.

    What stands before it is hearsay: anybody may have written it.
    """
    found = chain[-1]
    for entry in reversed(chain):
        ip = _ip(entry)
        if ip is None:  # the proxy that passed this on is as far as we know
            break
        found = str(ip)
        if not any(ip in network for network in trusted):
            break
    return found


def neighbourhood(address: str) -> str:
    """Answer what is counted as one address."""
    ip = _ip(address)
    if not isinstance(ip, IPv6Address):  # a socket of the file system has none at all
        return address
    return f"{IPv6Address(int(ip) >> PREFIX_BITS << PREFIX_BITS)}/{PREFIX_BITS}"


def _ip(entry: str) -> IPv4Address | IPv6Address | None:
    """Read an address, which some proxies write with a port."""
    entry = entry.strip()
    if entry.startswith("["):
        entry = entry[1:].partition("]")[0]
    elif entry.count(":") == 1:
        entry = entry.partition(":")[0]
    try:
        ip = ip_address(entry)
    except ValueError:
        return None
    return (isinstance(ip, IPv6Address) and ip.ipv4_mapped) or ip
