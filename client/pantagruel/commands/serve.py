"""`pantagruel serve`: the server, whose options are the server's own to say."""

import typer

from pantagruel.telling import needs_server

# Whatever stands behind the command's name goes on as it is, --help too.
CONTEXT = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}


def serve(context: typer.Context) -> None:
    r"""Run the race server until Ctrl-C or SIGTERM; running races go on at the next start.

    Needs the server: pip install 'pantagruel\[server]'
    """
    needs_server("serve")
    from pantagruel_server.__main__ import main

    raise typer.Exit(main(context.args, "pantagruel serve"))
