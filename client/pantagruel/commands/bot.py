"""`pantagruel bot`: send bots into somebody's race."""

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

from pantagruel.telling import USAGE, fail, finite, plainly, server_for

if TYPE_CHECKING:
    from pantagruel_client.address import Address
    from pantagruel_client.bots.field import Rider
    from pantagruel_protocol.values import Placing


def bot(
    code: Annotated[
        str, typer.Argument(metavar="CODE", help="The code of the race, or the link to it.")
    ],
    *,
    count: Annotated[int, typer.Option(min=1, max=64, help="How many bots.")] = 1,
    seed: Annotated[str | None, typer.Option(help="Draws their names and tastes.")] = None,
    pace: Annotated[
        float,
        typer.Option(min=0, callback=finite, help="Mean seconds between a bot's commands."),
    ] = 1.5,
    name: Annotated[str | None, typer.Option(help="A name, for a bot alone.")] = None,
    server: Annotated[
        str | None, typer.Option(help="Where the race is; else PANTAGRUEL_SERVER, else here.")
    ] = None,
) -> None:
    """Send greedy bots into a race; each gets ready, plays at a human pace and stays to the end.

    [bold]Examples[/]

        pantagruel bot K7QWERTY

        pantagruel bot K7QWERTY --count 3 --pace 0.5 --server ws://race.lan:8104
    """
    from pantagruel_client.text import result_lines

    if name and count > 1:
        fail("--name is for one bot; several are named from --seed", USAGE)
    with plainly():
        url, entry = split_code(code)
        address = server_for(server, url)
        results = asyncio.run(_send(address, entry, _bots(count, seed, pace, name)))
    typer.echo("\n".join(result_lines(results)))


def split_code(text: str) -> tuple[str | None, str]:
    """Take a code, or a link that ends in one, apart into the server's address and the code."""
    if "#" not in text:
        return None, text
    url, _, code = text.partition("#")
    return url, code


def _bots(count: int, seed: str | None, pace: float, name: str | None) -> "list[Rider]":
    import secrets
    from dataclasses import replace
    from random import Random

    from pantagruel_client.bots.field import riders
    from pantagruel_client.running import Steady

    drawn = secrets.token_hex(8) if seed is None else seed
    steady = Steady(pace, Random(f"{drawn}/pace"))  # noqa: S311 - a game, no secret
    bots = riders(count, drawn, steady)
    return [replace(one, name=name) for one in bots] if name else bots


async def _send(address: "Address", code: str, bots: "list[Rider]") -> "tuple[Placing, ...]":
    from pantagruel_client.bots.field import Field

    async with Field(str(address), bots) as field:
        await field.join(code)
        names = ", ".join(client.name for client in field.clients)
        typer.echo(f"In race {code}: {names}", err=True)
        return await field.run()
