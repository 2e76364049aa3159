"""The `pantagruel` command."""

from typing import Annotated

import typer

from pantagruel.commands.backup import backup
from pantagruel.commands.bot import bot
from pantagruel.commands.cases import cases
from pantagruel.commands.deal import deal
from pantagruel.commands.load import load
from pantagruel.commands.play import play
from pantagruel.commands.race import race
from pantagruel.commands.races import races
from pantagruel.commands.restore import restore
from pantagruel.commands.serve import CONTEXT, serve
from pantagruel.commands.solve import solve
from pantagruel.commands.verify import verify
from pantagruel.commands.watch import watch

app = typer.Typer(
    name="pantagruel",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,  # its boxes show local variables, tokens among them
    help="Race double-deck Klondike: one deal, many players, every move judged and journalled.",
    epilog="Exit codes: 0 ok, 1 failed, 2 wrong usage.",
)
for command in (race, play, watch, races, bot, deal, solve, verify, cases, load, backup, restore):
    app.command()(command)
app.command(context_settings=CONTEXT)(serve)


@app.callback(invoke_without_command=True, no_args_is_help=True)
def _pantagruel(
    *,
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, help="Print the version and end.")
    ] = False,
) -> None:
    if version:
        from importlib.metadata import version as installed

        typer.echo(f"pantagruel {installed('pantagruel')}")
        raise typer.Exit


def main() -> None:
    app()


if __name__ == "__main__":
    main()
