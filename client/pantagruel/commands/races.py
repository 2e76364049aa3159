"""`pantagruel races`: which races there are to join or to watch."""

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

from pantagruel.telling import plainly, server_for

if TYPE_CHECKING:
    from pantagruel_client.address import Address
    from pantagruel_protocol.http_api import RaceInfo

LIVE = ("open", "countdown", "running", "closing")


def races(
    *,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one race a line, as JSON.")
    ] = False,
    server: Annotated[
        str | None, typer.Option(help="Which server; else PANTAGRUEL_SERVER, else here.")
    ] = None,
) -> None:
    """List the races that are open or run, where their hosts let them be listed.

    [bold]Examples[/]

        pantagruel races

        pantagruel races --server https://race.example.org --json
    """
    from msgspec import json

    from pantagruel_client.roomtext import race_table

    with plainly():
        found = asyncio.run(_live(server_for(server)))
    if as_json:
        for race in found:
            typer.echo(json.encode(race))
    elif found:
        typer.echo("\n".join(race_table(found)))
        typer.echo("Take a seat: pantagruel play CODE. Look on: pantagruel watch CODE.")
    else:
        typer.echo("No listed race is open or runs. Open one: pantagruel play --create --listed")


async def _live(address: "Address") -> "list[RaceInfo]":
    """Fetch page after page up to the first race that is over: those come last."""
    from pantagruel_client.client import Client

    lists = Client(str(address)).races
    page = await lists.list()
    found = list(page.races)
    while page.next is not None and found[-1].phase in LIVE:
        page = await lists.list(after=page.next)
        found += page.races
    return [race for race in found if race.phase in LIVE]
