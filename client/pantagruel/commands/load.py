"""`pantagruel load`: many players and watchers on somebody's own server, measured."""

from typing import TYPE_CHECKING, Annotated

import typer

from pantagruel.telling import USAGE, fail, plainly, server_for, variant_named

if TYPE_CHECKING:
    from pantagruel_client.address import Address
    from pantagruel_client.load.crowd import Plan
    from pantagruel_client.load.report import Report

MOST_MOVES = 3_900  # of one player: a server takes 4,000 commands a seat
FILES = 64  # that the program itself has open


def load(  # noqa: PLR0913 - each argument is an option of the command
    *,
    server: Annotated[str | None, typer.Option(help="Which server; use your own.")] = None,
    races: Annotated[int, typer.Option(min=1, max=10_000, help="How many at a time.")] = 10,
    players: Annotated[int, typer.Option(min=1, max=64, help="Seats of a race.")] = 4,
    watchers: Annotated[int, typer.Option(min=0, max=10_000, help="Of each race.")] = 0,
    rate: Annotated[
        float, typer.Option(min=0.1, max=100_000, help="Moves a second, of all together.")
    ] = 20,
    seconds: Annotated[float, typer.Option(min=1, max=3_600, help="How long.")] = 10,
    variant: Annotated[str, typer.Option(help="Which game.")] = "turn3",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Let scripted players move at a steady rate, and measure how soon a server acknowledges.

    Moves are made when they are due, whatever comes back; a latency counts from that moment, so
    that a server which stalls cannot hide it. The players play legal games at random, and give up
    at the end.

    A server for the public holds one address to 100 sockets, 30 new races and 60 guests a minute,
    and one socket to 30 messages a second. For bigger loads raise its limits: PANTAGRUEL_SOCKETS,
    _RACE_BURST, _GUEST_BURST, _REQUEST_BURST, _MESSAGE_RATE and _MESSAGE_BURST.

    Exits 1 when a move was refused or not answered, or a socket lost.

    [bold]Examples[/]

        pantagruel load

        pantagruel load --races 100 --watchers 20 --rate 800 --seconds 30 --json
    """
    import asyncio

    from pantagruel_client.load.crowd import Plan
    from pantagruel_client.load.loop import most_files, new_loop

    variant_named(variant)
    moves = int(rate * seconds / races / players) + 2
    if moves > MOST_MOVES:
        fail(f"that is {moves} moves a player, and {MOST_MOVES} are the most", USAGE)
    sockets, most = races * (players + watchers), most_files()
    if most is not None and sockets > most - FILES:
        fail(f"that is {sockets} sockets, and the system allows {most} files (ulimit -n)", USAGE)
    plan = Plan(races=races, players=players, watchers=watchers, variant=variant, moves=moves)
    with plainly():
        address = server_for(server)
        with asyncio.Runner(loop_factory=new_loop) as runner:
            report = runner.run(_pour(address, plan, rate, seconds))
    _print(report, as_json=as_json)
    if report.refused or report.unanswered or report.lost:
        raise typer.Exit(1)


async def _pour(address: "Address", plan: "Plan", rate: float, seconds: float) -> "Report":
    from pantagruel_client.load.crowd import Crowd
    from pantagruel_client.load.report import Report

    crowd = Crowd(address, plan)
    await crowd.begin()
    took = await crowd.pour(rate, seconds)
    report = Report.of(crowd, took)
    await crowd.leave()
    return report


def _print(report: "Report", *, as_json: bool) -> None:
    from msgspec import json

    if as_json:
        typer.echo(json.format(json.encode(report), indent=1).decode())
    else:
        typer.echo("\n".join(report.lines()))
