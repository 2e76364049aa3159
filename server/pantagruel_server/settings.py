"""What whoever runs the server may set, and the names of the same in the environment."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Literal, NamedTuple, get_args
from urllib.parse import urlsplit

from pantagruel_server.errors import ServerError

PREFIX = "PANTAGRUEL_"
HIGHEST_PORT = 65535

Network = IPv4Network | IPv6Network
LogFormat = Literal["text", "json"]


class Option(NamedTuple):
    """One thing that an operator may set: by `--flag` or by PANTAGRUEL_FLAG in capitals.

    One that may be given several times stands in the environment once, with commas between.
    """

    flag: str
    field: str
    what: str
    many: bool = False

    @property
    def variable(self) -> str:
        """The name in the environment."""
        return PREFIX + self.flag.replace("-", "_").upper()


OPTIONS = (
    Option("host", "host", "address to listen on; 0.0.0.0 is your whole network"),
    Option("port", "port", "port to listen on; 0 is any free one"),
    Option("data", "data", "folder of the journal and of the operator's token"),
    Option(
        "public-url", "public_url", "where others find the server, as https://race.example.org"
    ),
    Option(
        "trusted-proxy",
        "trusted_proxies",
        "address or network of a proxy whose X-Forwarded-For is believed",
        many=True,
    ),
    Option("origin", "origins", "site whose pages may use the server, beside its own", many=True),
    Option("tls-cert", "tls_cert", "certificate, with its chain, to serve TLS ourselves"),
    Option("tls-key", "tls_key", "key of the certificate"),
    Option("log-format", "log_format", "text for people, json for programs"),
    Option("max-races", "max_races", "how many races may be live"),
)


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
    log_format: LogFormat = "text"
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
        if self.max_races < 1:
            msg = f"--max-races is {self.max_races}: choose 1 or more."
            raise ServerError(msg)
        if (self.tls_cert is None) != (self.tls_key is None):
            raise ServerError("TLS needs both: --tls-cert and --tls-key.")

    @property
    def secure(self) -> bool:
        """Say whether browsers come by TLS, ours or a proxy's."""
        return self.tls_cert is not None or (self.public_url or "").startswith("https://")


def from_environment(
    environment: Mapping[str, str], given: Mapping[str, str] | None = None
) -> Settings:
    """Read the variables of OPTIONS and of `Bounds`; *given*, by flag, comes before them.

    Raises ServerError with a sentence that says what to change.
    """
    default = Settings()
    texts = {one.field: environment.get(one.variable, "") for one in OPTIONS}
    texts |= {one.field: said for one in OPTIONS if (said := (given or {}).get(one.flag, ""))}
    return Settings(
        host=texts["host"] or default.host,
        port=_number("--port", texts["port"], default.port),
        data=Path(texts["data"] or default.data),
        public_url=None if not texts["public_url"] else _url(texts["public_url"]),
        tls_cert=Path(texts["tls_cert"]) if texts["tls_cert"] else None,
        tls_key=Path(texts["tls_key"]) if texts["tls_key"] else None,
        origins=tuple(map(_origin, _parts(texts["origins"]))),
        trusted_proxies=tuple(map(network, _parts(texts["trusted_proxies"]))),
        log_format=_log_format(texts["log_format"] or default.log_format),
        max_races=_number("--max-races", texts["max_races"], default.max_races),
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
    read = {}
    for bound in dataclasses.fields(Bounds):
        variable = PREFIX + bound.name.upper()
        text = environment.get(variable, "")
        read[bound.name] = _number(variable, text, getattr(default, bound.name))
    return Bounds(**read)


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _number(name: str, text: str, default: int) -> int:
    if not text:
        return default
    try:
        return int(text)
    except ValueError:
        msg = f"{name} must be a whole number, not {text!r}."
        raise ServerError(msg) from None


def _url(text: str) -> str:
    """Read where the server is found: scheme and name, perhaps a port."""
    if _site(text) is None:
        msg = f"{text!r} is no public URL: write it as https://race.example.org."
        raise ServerError(msg)
    return text.rstrip("/")


def _origin(text: str) -> str:
    """Read the origin of a page, as browsers write it."""
    found = _site(text)
    if found is None:
        msg = f"{text!r} is no origin: write it as https://example.org, without a path."
        raise ServerError(msg)
    return found


def _site(text: str) -> str | None:
    try:
        parts = urlsplit(text)
        known = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    except ValueError:
        return None
    bare = parts.path in {"", "/"} and not (parts.query or parts.fragment or "@" in parts.netloc)
    return f"{parts.scheme}://{parts.netloc}".lower() if known and bare else None


def _log_format(text: str) -> LogFormat:
    for one in get_args(LogFormat):
        if text == one:
            found: LogFormat = one
            return found
    msg = f"{text!r} is no format of logs: choose text or json."
    raise ServerError(msg)
