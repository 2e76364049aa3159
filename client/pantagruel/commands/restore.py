"""`pantagruel restore`: a server's data folder made from a back-up."""

from pathlib import Path
from typing import Annotated

import typer

from pantagruel.telling import fail, needs_server


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The back-up.")],
    *,
    data: Annotated[Path, typer.Option(help="The folder to make; it must hold no store yet.")],
) -> None:
    r"""Check a back-up and make a data folder of it; then start the server there.

    Races that were live go on from the moment of the back-up, with the time since then credited.
    Needs the server: pip install 'pantagruel\[server]'

    [bold]Example[/]

        pantagruel restore monday.db --data /var/lib/pantagruel
    """
    needs_server("restore")
    from pantagruel_server.app import FILE
    from pantagruel_server.errors import ServerError
    from pantagruel_server.journal import copies

    try:
        copies.restore(file, data / FILE)
    except ServerError as error:
        fail(str(error))
    typer.echo(f"Restored. Start it with: pantagruel serve --data {data}")
