"""`pantagruel watch`: look on at a race."""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from pantagruel.sitting import Sitting, known, own_name, place_in
from pantagruel.telling import USAGE, fail, finite, plainly, server_for

if TYPE_CHECKING:
    from pantagruel_client.race import Watch


def watch(  # noqa: PLR0913 - each argument is an option of the command
    where: Annotated[
        str, typer.Argument(metavar="CODE", help="A race's code or id, or the link to it.")
    ],
    *,
    text: Annotated[
        bool, typer.Option("--text", show_default=False, help="Line by line; the only way so far.")
    ] = True,
    every: Annotated[
        float,
        typer.Option(
            min=0,
            callback=finite,
            metavar="SECONDS",
            help="Tell a new running order at most so often.",
        ),
    ] = 5.0,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print every event as one line of JSON, for programs.")
    ] = False,
    rematches: Annotated[
        bool, typer.Option("--rematches", help="Stay for rematches, even from a pipe.")
    ] = False,
    name: Annotated[
        str | None,
        typer.Option(help="The name under which you speak; your login name unless set."),
    ] = None,
    server: Annotated[
        str | None, typer.Option(help="Where the race is; else PANTAGRUEL_SERVER, else here.")
    ] = None,
) -> None:
    """Watch a race: who leads, every board as far as its host allows, the talk, the results.

    Type ? for help. Whoever comes before the start may join; a rematch is followed.

    [bold]Examples[/]

        pantagruel watch K7QWERTY

        pantagruel watch http://race.lan:8104/join#K7QWERTY --every 20

        pantagruel watch K7QWERTY --json --rematches
    """
    del text  # there is no other mode yet
    with plainly():
        url, code = place_in(where)
        if code is None:
            fail("say which race: a CODE, an id or a link", USAGE)
        address = server_for(server, url)
        sitting = Sitting(address, name or own_name(), every_s=every, rematches=rematches)
        with suppress(KeyboardInterrupt):  # the usual way to stop looking
            asyncio.run(_watch(sitting, code, as_json=as_json))


async def _watch(sitting: Sitting, code: str, *, as_json: bool) -> None:
    async with known(sitting.address, sitting.name, quiet=as_json) as client:
        here = await client.races.watch(code)
        if as_json:
            await _print(here, rematches=sitting.rematches)
        else:
            await sitting.follow(here, sitting.terminal(client))


async def _print(here: "Watch | None", *, rematches: bool) -> None:
    """Print events to the end of the race, or to the end of its last rematch."""
    from pantagruel_client.eventlines import event_line

    while here is not None:
        async for event in here.events():
            typer.echo(event_line(event))
        here = await here.followed() if rematches else None
