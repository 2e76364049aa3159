"""`pantagruel play`: take a seat in a race and play it yourself."""

import asyncio
import shlex
import sys
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer

from pantagruel.commands.bot import split_code
from pantagruel.telling import USAGE, fail, plainly, seed_text, server_for, variant_named

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from pantagruel_client.address import Address
    from pantagruel_client.client import Client
    from pantagruel_client.race import Race

GOODBYE_S = 1.0  # to leave a seat; the server may be gone
RUNNING = ("countdown", "running", "closing")  # whoever is out may come back for the results


class _Wish(NamedTuple):
    """What a player asked for on the command line; without a *code* a race is created."""

    name: str
    code: str | None
    variant: str
    seats: int
    minutes: float | None
    rank_by: Literal["time", "score"]
    passes: int | None
    seed: str | None
    brief: bool
    save: Path | None


def play(  # noqa: PLR0913 - each argument is an option of the command
    where: Annotated[
        str | None,
        typer.Argument(metavar="CODE", help="The code of a race, or the link to it."),
    ] = None,
    *,
    text: Annotated[
        bool, typer.Option("--text", show_default=False, help="Line by line; the only way so far.")
    ] = True,
    create: Annotated[
        bool, typer.Option("--create", help="Open a race of your own and print its code.")
    ] = False,
    variant: Annotated[str, typer.Option(help="With --create: which game.")] = "strict-royal",
    seats: Annotated[
        int, typer.Option(min=1, max=64, help="With --create: for how many players.")
    ] = 2,
    minutes: Annotated[
        float | None, typer.Option(min=0.2, max=360, help="With --create: the time limit.")
    ] = None,
    by_score: Annotated[
        bool, typer.Option("--by-score", help="With --create: rank by score, not by time.")
    ] = False,
    passes: Annotated[
        int | None, typer.Option(min=1, help="With --create: passes through the stock.")
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(callback=seed_text, help="With --create: fixes the deal; for practice only."),
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="Your name in the race; your login name unless set.")
    ] = None,
    brief: Annotated[
        bool, typer.Option("--brief", help="After a move say what changed, not the whole board.")
    ] = False,
    save: Annotated[Path | None, typer.Option(help="Write the replay there at the end.")] = None,
    server: Annotated[
        str | None, typer.Option(help="Where to play; else PANTAGRUEL_SERVER, else here.")
    ] = None,
) -> None:
    """Race as a person, in plain lines that a screen reader or a pipe can follow.

    Your seat is yours: after a crash the same command takes it up again. Type ? for help.

    [bold]Examples[/]

        pantagruel play --create --seats 2

        pantagruel play K7QWERTY --name Panurge

        pantagruel play http://race.lan:8104/join#K7QWERTY
    """
    del text  # there is no other mode yet
    variant_named(variant)
    with plainly():
        url, code = _read(where)
        if (code is None) != create:
            fail("say which race: either a CODE or a link, or --create for one of your own", USAGE)
        by: Literal["time", "score"] = "score" if by_score else "time"
        wish = _Wish(
            name or _own_name(), code, variant, seats, minutes, by, passes, seed, brief, save
        )
        asyncio.run(_play(server_for(server, url), wish))


def _own_name() -> str:
    import getpass

    from pantagruel_protocol.values import LONGEST_NAME

    try:
        return getpass.getuser()[:LONGEST_NAME]
    except (ImportError, KeyError, OSError):  # a container without a user list
        return "Player"


def _read(where: str | None) -> tuple[str | None, str | None]:
    """Take what was given apart into a server and a code."""
    if where is None:
        return None, None
    url, code = split_code(where)
    if url is None and "://" in where:
        return where, None
    return url, code


async def _play(address: "Address", wish: _Wish) -> None:
    from pantagruel_client.keyboard import Keyboard
    from pantagruel_client.textplay import TextPlay

    async with _known(address, wish.name) as client:
        race = await _seat(client, address, wish)
        player = TextPlay(
            race,
            Keyboard(_descriptor()),
            typer.echo,
            brief=wish.brief,
            piped=sys.stdin is None or not sys.stdin.isatty(),
        )
        try:
            await player.run()
        finally:  # however it ended, Ctrl-C included
            await _rise(race, address, wish.name)
        await _keep_replay(client, race, address, wish)


def _descriptor() -> int:
    """Answer where lines come from; a standard input that was closed is an empty one."""
    import os

    return os.open(os.devnull, os.O_RDONLY) if sys.stdin is None else sys.stdin.fileno()


@asynccontextmanager
async def _known(address: "Address", name: str) -> "AsyncIterator[Client]":
    """Come in as who this user was at the server under *name* before, or as a new guest."""
    import os

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
        typer.echo(f"You are {client.name}.")
        yield client
    finally:
        await client.close()


async def _seat(client: "Client", address: "Address", wish: _Wish) -> "Race":
    if wish.code is not None:
        return await client.races.join(wish.code)
    limit_ms = None if wish.minutes is None else round(wish.minutes * 60_000)
    race = await client.races.create(
        variant=wish.variant,
        seats=wish.seats,
        limit_ms=limit_ms,
        rank_by=wish.rank_by,
        passes=wish.passes,
        seed=wish.seed,
    )
    typer.echo(f"Race code: {race.code}")
    if wish.seats > 1:
        there = _there(address)
        # Where only this machine reaches the server, a name keeps the others apart from us.
        name = " --name NAME" if address.loopback else ""
        typer.echo(f"Others join with: pantagruel play {race.code}{name}{there}")
        typer.echo(f"A bot comes with: pantagruel bot {race.code}{there}")
    return race


def _there(address: "Address") -> str:
    """Write the option that others need to find the server, where they need one."""
    from pantagruel_client.address import LOOPBACK, Address

    return "" if address == Address.parse(LOOPBACK) else f" --server {address}"


async def _rise(race: "Race", address: "Address", name: str) -> None:
    """Free a seat that is not needed, or say how to come back to it."""
    from pantagruel_client.errors import ClientError

    if race.view.phase == "open":
        with suppress(ClientError, TimeoutError):
            async with asyncio.timeout(GOODBYE_S):
                await race.leave()
    elif race.view.phase in RUNNING:
        me = "" if name == _own_name() else f" --name {shlex.quote(name)}"
        typer.echo(f"Your seat stays yours: pantagruel play {race.code}{me}{_there(address)}")


async def _keep_replay(client: "Client", race: "Race", address: "Address", wish: _Wish) -> None:
    """Save the replay, or say where it is."""
    if race.view.reveal is None:
        return
    if wish.save is None:
        typer.echo(f"Replay: {address.page(race.view.reveal.replay)}")
        return
    replay = await client.replays.download(race.id)
    try:
        wish.save.write_bytes(replay)
    except OSError as error:
        fail(f"the replay cannot be written to {wish.save}: {error.strerror}")
    typer.echo(f"Replay: {wish.save}")
    typer.echo(f"Check it: pantagruel verify {wish.save}")
