"""What whoever runs the server may set, and the names of the same in the environment."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path

from pantagruel_server.errors import ServerError

PREFIX = "PANTAGRUEL_"
HIGHEST_PORT = 65535

Network = IPv4Network | IPv6Network


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """How much one socket and one address may do; a burst is what may come at once after a rest.

    An address of IPv6 counts as its network of 64 bits. In the environment each has its own name
    in capitals, as PANTAGRUEL_MESSAGE_RATE.
    """

    message_rate: int = 30  # of one socket, a second
    message_burst: int = 120
    # Of one address: open sockets; requests, and openings of sockets, a second; races, new players
    # and wrong codes a minute.
    sockets: int = 100
    request_rate: int = 20
    request_burst: int = 200
    race_rate: int = 30
    race_burst: int = 10
    guest_rate: int = 60
    guest_burst: int = 120
    guess_rate: int = 10
    guess_burst: int = 10

    def __post_init__(self) -> None:
        for bound in dataclasses.fields(self):
            value = getattr(self, bound.name)
            if value < 1:
                msg = f"{PREFIX}{bound.name.upper()} is {value}: choose 1 or more."
                raise ServerError(msg)


# For a server that only its own household comes to: so many that nothing reaches them.
BOUNDLESS = Bounds(**{bound.name: 1_000_000 for bound in dataclasses.fields(Bounds)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """One server; times in milliseconds."""

    host: str = "127.0.0.1"
    port: int = 8104
    data: Path = Path("data")
    public_url: str | None = None
    tls_cert: Path | None = None
    tls_key: Path | None = None
    origins: tuple[str, ...] = ()
    trusted_proxies: tuple[Network, ...] = ()
    max_races: int = 10_000
    hello_ms: int = 5_000
    heartbeat_ms: int = 10_000
    close_ms: int = 2_000
    tick_ms: int = 50
    node: str = "local"
    lease_ms: int = 30_000
    bounds: Bounds = Bounds()

    def __post_init__(self) -> None:
        if not 0 <= self.port <= HIGHEST_PORT:
            msg = f"Port {self.port} does not exist: choose one from 0 (any free one) to 65535."
            raise ServerError(msg)

    @property
    def secure(self) -> bool:
        """Say whether browsers come by TLS, ours or a proxy's."""
        return self.tls_cert is not None or (self.public_url or "").startswith("https://")


def from_environment(environment: Mapping[str, str]) -> Settings:
    """Read PANTAGRUEL_HOST, _PORT, _DATA, lists with commas, _MAX_RACES, and each of `Bounds`."""
    default = Settings()
    read = {name: value for name in ("HOST", "DATA") if (value := environment.get(PREFIX + name))}
    return Settings(
        host=read.get("HOST", default.host),
        port=_number(environment, "PORT", default.port),
        data=Path(read.get("DATA", default.data)),
        public_url=environment.get(PREFIX + "PUBLIC_URL", "").rstrip("/") or None,
        origins=_parts(environment, "ORIGINS"),
        trusted_proxies=tuple(map(network, _parts(environment, "TRUSTED_PROXIES"))),
        max_races=_number(environment, "MAX_RACES", default.max_races),
        bounds=_bounds(environment, default.bounds),
    )


def to_environment(bounds: Bounds) -> dict[str, str]:
    """Answer the variables that make a server of another process keep *bounds*."""
    names = [bound.name for bound in dataclasses.fields(bounds)]
    return {PREFIX + name.upper(): str(getattr(bounds, name)) for name in names}


def network(text: str) -> Network:
    """Read an address or a network such as 10.0.0.0/8, or raise ServerError."""
    try:
        return ip_network(text, strict=False)
    except ValueError:
        msg = f"{text!r} is no network: write it as 10.0.0.0/8, or one address of it."
        raise ServerError(msg) from None


def _bounds(environment: Mapping[str, str], default: Bounds) -> Bounds:
    names = [bound.name for bound in dataclasses.fields(Bounds)]
    return Bounds(
        **{name: _number(environment, name.upper(), getattr(default, name)) for name in names}
    )


def _parts(environment: Mapping[str, str], name: str) -> tuple[str, ...]:
    parts = environment.get(PREFIX + name, "").split(",")
    return tuple(part.strip() for part in parts if part.strip())


def _number(environment: Mapping[str, str], name: str, default: int) -> int:
    text = environment.get(PREFIX + name, "")
    if not text:
        return default
    try:
        return int(text)
    except ValueError:
        msg = f"{PREFIX}{name} must be a whole number, not {text!r}."
        raise ServerError(msg) from None
