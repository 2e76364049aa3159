"""What whoever runs the server may set, and the names of the same in the environment."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pantagruel_server.errors import ServerError

PREFIX = "PANTAGRUEL_"
HIGHEST_PORT = 65535


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """One server; times in milliseconds."""

    host: str = "127.0.0.1"
    port: int = 8104
    data: Path = Path("data")
    origins: tuple[str, ...] = ()
    max_races: int = 10_000
    hello_ms: int = 5_000
    heartbeat_ms: int = 10_000
    close_ms: int = 2_000
    tick_ms: int = 50
    node: str = "local"
    lease_ms: int = 30_000

    def __post_init__(self) -> None:
        if not 0 <= self.port <= HIGHEST_PORT:
            msg = f"Port {self.port} does not exist: choose one from 0 (any free one) to 65535."
            raise ServerError(msg)


def from_environment(environment: Mapping[str, str]) -> Settings:
    """Read PANTAGRUEL_HOST, _PORT, _DATA, _ORIGINS (with commas) and _MAX_RACES."""
    default = Settings()
    read = {
        name: value
        for name in ("HOST", "DATA", "ORIGINS")
        if (value := environment.get(PREFIX + name))
    }
    origins = tuple(part.strip() for part in read.get("ORIGINS", "").split(",") if part.strip())
    return Settings(
        host=read.get("HOST", default.host),
        port=_number(environment, "PORT", default.port),
        data=Path(read.get("DATA", default.data)),
        origins=origins,
        max_races=_number(environment, "MAX_RACES", default.max_races),
    )


def _number(environment: Mapping[str, str], name: str, default: int) -> int:
    text = environment.get(PREFIX + name, "")
    if not text:
        return default
    try:
        return int(text)
    except ValueError:
        msg = f"{PREFIX}{name} must be a whole number, not {text!r}."
        raise ServerError(msg) from None
