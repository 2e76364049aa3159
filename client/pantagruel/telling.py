"""How commands speak: errors in one plain line, exit codes 0, 1 and 2, and which server it is."""

import math
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import typer

from pantagruel_client.address import LOOPBACK, Address, BadAddress
from pantagruel_client.errors import BadName, ClientError, RequestRefused, SeatTaken
from pantagruel_engine.errors import RulesError, UnknownVariant
from pantagruel_engine.rows import VARIANTS
from pantagruel_engine.variant import Variant
from pantagruel_protocol.codes import Code

FAILED, USAGE = 1, 2
LONGEST_SEED = 200
SERVER = "PANTAGRUEL_SERVER"


def fail(why: str, status: int = FAILED) -> NoReturn:
    """Say *why* on stderr in one line and end."""
    line = " ".join(why.split())
    typer.echo(f"pantagruel: {line}", err=True)
    raise typer.Exit(status)


@contextmanager
def plainly() -> Iterator[None]:
    """Turn the errors that users cause or meet into one line; a fault of ours keeps its trace."""
    try:
        yield
    except (BadAddress, BadName) as error:
        fail(str(error), USAGE)
    except SeatTaken as error:
        fail(f"{error}; two players on one machine need different names: --name")
    except RequestRefused as refused:
        fail(f"{refused}{_way_out(refused.code)}")
    except (ClientError, RulesError) as error:
        fail(str(error))
    except KeyboardInterrupt:
        fail("stopped")
    except BrokenPipeError:
        # Whoever read our output went away; nothing is left to say, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(FAILED) from None


def _way_out(code: Code) -> str:
    """Name the option that helps, where one does."""
    return "; choose another name: --name" if code is Code.NAME_TAKEN else ""


def variant_named(name: str) -> Variant:
    """Answer the variant, or end with the list of those that there are."""
    found = VARIANTS.get(name)
    if found is None:
        fail(f"{UnknownVariant(name)}; there are: {variant_ids()}", USAGE)
    return found


def variant_ids() -> str:
    """List the variants, the fifty layouts of ultra in short."""
    plain = [name for name in VARIANTS if not name.startswith("ultra-")]
    return ", ".join((*plain, "ultra-1 to ultra-25, ultra-15-tent to ultra-25-tent"))


def seed_text(seed: str | None) -> str | None:
    """Pass a seed on that a server takes; anything else is wrong usage."""
    if seed is not None and not 1 <= len(seed) <= LONGEST_SEED:
        msg = f"a seed has 1 to {LONGEST_SEED} characters"
        raise typer.BadParameter(msg)
    return seed


def finite(number: float | None) -> float | None:
    """Pass a number on; infinity and what is no number are wrong usage."""
    if number is not None and not math.isfinite(number):
        msg = f"{number} is no number of seconds or minutes"
        raise typer.BadParameter(msg)
    return number


def read_file(path: Path) -> bytes:
    """Read a file that a user named, or end with what is wrong with the name."""
    try:
        return path.read_bytes()
    except OSError as error:
        fail(f"{path} cannot be read: {error.strerror}", USAGE)


def server_for(option: str | None, url: str | None = None) -> Address:
    """Choose the server and say which: the URL given, else the option, the environment, here."""
    chosen = (
        (url, "from the address you gave"),
        (option, "from --server"),
        (os.environ.get(SERVER), f"from {SERVER}"),
        (LOOPBACK, f"here; --server or {SERVER} name another"),
    )
    text, source = next((text, source) for text, source in chosen if text)
    address = Address.parse(text)
    typer.echo(f"Server: {address} ({source})", err=True)
    return address


def needs_server(command: str) -> None:
    """End with what to install unless the server's own packages are there."""
    try:
        import aiohttp  # noqa: F401 - only whether it is there
        import precis_i18n  # noqa: F401 - likewise
    except ModuleNotFoundError:
        fail(f"{command} needs the server: pip install 'pantagruel[server]'", USAGE)
