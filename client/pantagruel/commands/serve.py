"""`pantagruel serve`: the server."""

from pathlib import Path
from typing import Annotated

import typer

from pantagruel.telling import USAGE, fail, needs_server


def serve(
    *,
    host: Annotated[
        str | None,
        typer.Option(
            envvar="PANTAGRUEL_HOST",
            help="Where to listen: 127.0.0.1 unless set; 0.0.0.0 is your whole network.",
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            envvar="PANTAGRUEL_PORT",
            min=0,
            max=65535,
            help="8104 unless set; 0 is any free one.",
        ),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(envvar="PANTAGRUEL_DATA", help="Folder of the journal; ./data unless set."),
    ] = None,
) -> None:
    r"""Run the race server until Ctrl-C or SIGTERM; running races go on at the next start.

    Needs the server: pip install 'pantagruel\[server]'

    [bold]Examples[/]

        pantagruel serve

        pantagruel serve --host 0.0.0.0 --data /var/lib/pantagruel
    """
    needs_server("serve")
    import dataclasses
    import logging
    import os

    from pantagruel_server.app import serve as run_server
    from pantagruel_server.errors import ServerError
    from pantagruel_server.settings import from_environment

    logging.basicConfig(
        format="%(asctime)s %(levelname)s %(name)s: %(message)s", level=logging.INFO
    )
    try:
        settings = from_environment(os.environ)
        settings = dataclasses.replace(
            settings,
            host=settings.host if host is None else host,
            port=settings.port if port is None else port,
            data=settings.data if data is None else data,
        )
    except ServerError as error:
        fail(str(error), USAGE)
    raise typer.Exit(run_server(settings))
