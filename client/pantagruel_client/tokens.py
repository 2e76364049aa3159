"""Who I was at each server: tokens in the user's state folder, readable by nobody else."""

import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import msgspec

from pantagruel_client.address import Address
from pantagruel_protocol.values import Hex64, Name

Kept = dict[str, dict[Name, Hex64]]


def state_folder(environment: Mapping[str, str]) -> Path:
    """Answer where this user's programs keep their state (XDG_STATE_HOME where it is set)."""
    chosen = environment.get("XDG_STATE_HOME", "")
    if Path(chosen).is_absolute():  # the specification says to ignore a relative one
        return Path(chosen) / "pantagruel"
    if sys.platform == "win32":
        local = environment.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "pantagruel"
    return Path.home() / ".local" / "state" / "pantagruel"


class Tokens:
    """One file of tokens, by server and name; each change replaces the file whole."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "tokens.json"

    def get(self, address: Address, name: str) -> str | None:
        """Answer the token of *name* at the server, or None for a stranger."""
        return self._read().get(str(address), {}).get(name)

    def put(self, address: Address, name: str, token: str) -> None:
        """Keep *token* for the next time."""
        kept = self._read()
        kept.setdefault(str(address), {})[name] = token
        self._write(kept)

    def drop(self, address: Address, name: str) -> None:
        """Forget a token that the server does not know any more."""
        kept = self._read()
        kept.get(str(address), {}).pop(name, None)
        self._write(kept)

    def _read(self) -> Kept:
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=Kept)
        except (FileNotFoundError, msgspec.DecodeError):
            return {}  # a damaged file costs its seats, not the evening

    def _write(self, kept: Kept) -> None:
        folder = self._file.parent
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # mkstemp makes the file 0600 from the first byte; the rename keeps readers whole.
        handle, name = tempfile.mkstemp(dir=folder, prefix="tokens.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(msgspec.json.format(msgspec.json.encode(kept), indent=1))
            Path(name).replace(self._file)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
