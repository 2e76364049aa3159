"""`pantagruel race`: bots race one deal on a server of their own."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from pantagruel.telling import fail, finite, needs_server, plainly, seed_text, variant_named

if TYPE_CHECKING:
    from pantagruel.show import Show
    from pantagruel_client.bots.field import Rider
    from pantagruel_protocol.values import Placing

MOST = 64  # seats of a race


class _Plan(NamedTuple):
    variant: str
    bots: "list[Rider]"
    deal: str | None
    data: Path | None
    out: Path | None


class _Raced(NamedTuple):
    race: str
    results: "tuple[Placing, ...]"
    replay: Path


def race(  # noqa: PLR0913 - each argument is an option of the command
    *,
    variant: Annotated[str, typer.Option(help="Which game.")] = "strict-royal",
    players: Annotated[int, typer.Option(min=1, max=MOST, help="How many bots.")] = 4,
    seed: Annotated[
        str | None,
        typer.Option(callback=seed_text, help="Fixes the deal and the tastes of the bots."),
    ] = None,
    pace: Annotated[
        float | None,
        typer.Option(
            min=0,
            callback=finite,
            help="Mean seconds between a bot's commands; 0 is at once."
            " Left out, the whole race takes 20 to 30 seconds.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    data: Annotated[
        Path | None, typer.Option(help="Keep the server's data here; else they are thrown away.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Where to write the replay.")] = None,
) -> None:
    r"""Let bots of different tastes race one deal to the end, and watch them.

    Needs the server: pip install 'pantagruel\[server]'

    [bold]Examples[/]

        pantagruel race

        pantagruel race --variant turn1 --players 8

        pantagruel race --seed "abbey of Theleme" --pace 0 --json
    """
    needs_server("race")
    variant_named(variant)
    plan = _plan(variant, players, seed, pace, (data, out))
    show = None if as_json else _show()
    with plainly():
        raced = asyncio.run(_race(plan, show))
    if as_json:
        _print_json(variant, raced)
    else:
        _print_table(raced)


def _plan(
    variant: str,
    players: int,
    seed: str | None,
    pace: float | None,
    paths: tuple[Path | None, Path | None],
) -> _Plan:
    import secrets
    import time
    from random import Random

    from pantagruel.pacing import Quickening
    from pantagruel_client.bots.field import riders
    from pantagruel_client.running import Pace, Steady

    drawn = secrets.token_hex(8) if seed is None else seed
    chance = Random(f"{drawn}/pace")  # noqa: S311 - a game, no secret
    chosen: Pace = Quickening(time.monotonic, chance) if pace is None else Steady(pace, chance)
    return _Plan(variant, riders(players, drawn, chosen), seed, *paths)


def _show() -> "Show":
    from rich.console import Console

    from pantagruel.show import Bars, Lines

    console = Console()
    return Bars(console) if console.is_terminal else Lines(console)


async def _race(plan: _Plan, show: "Show | None") -> _Raced:
    from pantagruel_client.bots.field import Field

    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(_server(plan.data))
        field = await stack.enter_async_context(Field(url, plan.bots))
        first = await field.create(plan.variant, plan.deal)
        if show is not None:
            await stack.enter_async_context(_shown(show.follow(first.view)))
        results = await field.run()
        replay = await field.clients[0].replays.download(first.id)
        return _Raced(first.id, results, _keep(plan, first.id, replay))


@asynccontextmanager
async def _server(data: Path | None) -> AsyncIterator[str]:
    """Run a server of our own on a free port of this machine."""
    from tempfile import TemporaryDirectory

    from pantagruel_server.app import serving
    from pantagruel_server.errors import ServerError
    from pantagruel_server.settings import BOUNDLESS, Settings

    with TemporaryDirectory(prefix="pantagruel-") as folder:
        settings = Settings(port=0, data=data or Path(folder), bounds=BOUNDLESS)
        try:
            async with serving(settings) as url:
                yield url
        except ServerError as error:
            fail(str(error))


@asynccontextmanager
async def _shown(following: "Coroutine[object, object, None]") -> AsyncIterator[None]:
    """Follow the race beside whatever is done inside."""
    task = asyncio.create_task(following)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def _keep(plan: _Plan, race_id: str, replay: bytes) -> Path:
    """Write the replay where it was asked for, else beside the data, else in the state folder."""
    import os

    from pantagruel_client.tokens import state_folder

    folder = plan.data or state_folder(os.environ)
    path = plan.out or folder / "replays" / f"{race_id}.json"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(replay)
    except OSError as error:
        fail(f"the replay cannot be written to {path}: {error.strerror}")
    return path


def _print_table(raced: _Raced) -> None:
    import shlex

    from rich.console import Console

    from pantagruel.show import results_table

    console = Console()
    console.print(results_table(raced.results, console.width))
    typer.echo(f"Replay: {raced.replay}")
    typer.echo(f"Check it: pantagruel verify {shlex.quote(str(raced.replay))}")


def _print_json(variant: str, raced: _Raced) -> None:
    from msgspec import json, to_builtins

    whole = {
        "race": raced.race,
        "variant": variant,
        "replay": str(raced.replay),
        "results": [to_builtins(placing) for placing in raced.results],
    }
    typer.echo(json.format(json.encode(whole), indent=1).decode())
