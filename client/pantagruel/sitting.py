"""Being in a room from the command line: coming in, going from race to race, going away."""

import asyncio
import os
import shlex
import sys
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from pantagruel.commands.bot import split_code
from pantagruel.telling import fail

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from pantagruel_client.address import Address
    from pantagruel_client.client import Client
    from pantagruel_client.race import Race, Watch
    from pantagruel_client.textroom import Terminal

GOODBYE_S = 1.0  # to leave a seat; the server may be gone
RUNNING = ("countdown", "running", "closing")  # whoever is out may come back for the results


def own_name() -> str:
    """Answer the login name, cut to what names may be."""
    import getpass

    from pantagruel_protocol.values import LONGEST_NAME

    try:
        return getpass.getuser()[:LONGEST_NAME]
    except (ImportError, KeyError, OSError):  # a container without a user list
        return "Player"


def place_in(where: str | None) -> tuple[str | None, str | None]:
    """Take what was given apart into a server and a code."""
    if where is None:
        return None, None
    url, code = split_code(where)
    if url is None and "://" in where:
        return where, None
    return url, code


def there(address: "Address") -> str:
    """Write the option that others need to find the server, where they need one."""
    from pantagruel_client.address import LOOPBACK, Address

    return "" if address == Address.parse(LOOPBACK) else f" --server {address}"


def piped() -> bool:
    """Answer whether lines come from anything but a terminal."""
    return sys.stdin is None or not sys.stdin.isatty()


def _descriptor() -> int:
    """Answer where lines come from; a standard input that was closed is an empty one."""
    return os.open(os.devnull, os.O_RDONLY) if sys.stdin is None else sys.stdin.fileno()


@asynccontextmanager
async def known(address: "Address", name: str, *, quiet: bool = False) -> "AsyncIterator[Client]":
    """Come in as who this user was at the server under *name* before, or as a new guest."""
    from pantagruel_client.client import Client
    from pantagruel_client.errors import TokenUnknown
    from pantagruel_client.tokens import Tokens, state_folder

    tokens = Tokens(state_folder(os.environ))
    token = tokens.get(address, name)
    client = Client(str(address), name=name, token=token)
    try:
        await client.open()
    except TokenUnknown:
        tokens.drop(address, name)
        client = Client(str(address), name=name)
        await client.open()
    try:
        tokens.put(address, name, client.token)
        if not quiet:
            typer.echo(f"You are {client.name}.")
        yield client
    finally:
        await client.close()


class Sitting(NamedTuple):
    """A person at a server for a while.

    *save* is where the replay goes, *every_s* and *rematches* are for watchers.
    """

    address: "Address"
    name: str
    brief: bool = False
    save: Path | None = None
    every_s: float = 5.0
    rematches: bool = False

    def terminal(self, client: "Client") -> "Terminal":
        """Make the two ends of a person's lines."""
        from pantagruel_client.keyboard import Keyboard
        from pantagruel_client.textroom import Terminal

        async def over(here: "Race | Watch") -> None:
            await self._keep_replay(client, here)

        return Terminal(Keyboard(_descriptor()), typer.echo, over, piped(), self.rematches)

    async def join(
        self, client: "Client", terminal: "Terminal", code: str
    ) -> "Race | Watch | None":
        """Take a seat; where it is too late for one, watch: at once from a pipe, else if asked."""
        from pantagruel_client.errors import RequestRefused
        from pantagruel_protocol.codes import Code

        try:
            return await client.races.join(code)
        except RequestRefused as refused:
            if refused.code is not Code.STARTED:
                raise
        typer.echo("The race has started without you.")
        if terminal.piped or await terminal.sure("Watch it?"):
            return await client.races.watch(code)
        return None

    async def follow(self, here: "Race | Watch | None", terminal: "Terminal") -> None:
        """Be in one room after the other for as long as there is a next one."""
        from pantagruel_client.race import Race
        from pantagruel_client.textplay import TextPlay
        from pantagruel_client.textwatch import TextWatch

        while here is not None:
            if not isinstance(here, Race):
                here = await TextWatch(here, terminal, every_s=self.every_s).run()
                continue
            race = here
            here = None
            try:
                here = await TextPlay(race, terminal, brief=self.brief).run()
            finally:  # however it ended, Ctrl-C included
                if here is None:
                    await self._rise(race)

    async def _rise(self, race: "Race") -> None:
        """Free a seat that is not needed, or say how to come back to it."""
        from pantagruel_client.errors import ClientError

        if race.view.phase == "open":
            with suppress(ClientError, TimeoutError):
                async with asyncio.timeout(GOODBYE_S):
                    await race.leave()
        elif race.view.phase in RUNNING:
            me = "" if self.name == own_name() else f" --name {shlex.quote(self.name)}"
            way = f"pantagruel play {race.code}{me}{there(self.address)}"
            typer.echo(f"Your seat stays yours: {way}")

    async def _keep_replay(self, client: "Client", here: "Race | Watch") -> None:
        """Save the replay, or say where it is."""
        if here.view.reveal is None:
            return
        if self.save is None:
            typer.echo(f"Replay: {self.address.page(here.view.reveal.replay)}")
            return
        replay = await client.replays.download(here.id)
        try:
            self.save.write_bytes(replay)
        except OSError as error:
            fail(f"the replay cannot be written to {self.save}: {error.strerror}")
        typer.echo(f"Replay: {self.save}")
        typer.echo(f"Check it: pantagruel verify {self.save}")
