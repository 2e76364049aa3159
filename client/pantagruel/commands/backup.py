"""`pantagruel backup`: a consistent copy of a running server's store."""

import os
from pathlib import Path
from typing import Annotated

import typer

from pantagruel.telling import USAGE, fail, plainly, server_for

TOKEN = "PANTAGRUEL_OPERATOR_TOKEN"  # noqa: S105 - the name of a variable


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the copy.")],
    *,
    data: Annotated[
        Path,
        typer.Option(envvar="PANTAGRUEL_DATA", help="The server's folder, for its token."),
    ] = Path("data"),
    token_file: Annotated[
        Path | None, typer.Option(help="A copy of the token elsewhere; or set " + TOKEN + ".")
    ] = None,
    server: Annotated[
        str | None, typer.Option(help="Which server; else PANTAGRUEL_SERVER, else here.")
    ] = None,
) -> None:
    """Copy the store of a running server, which goes on meanwhile.

    Copying its file yourself would lose what is still in its log. The token that shows you to be
    the operator lies in the server's data folder.

    [bold]Examples[/]

        pantagruel backup monday.db

        pantagruel backup monday.db --data /var/lib/pantagruel --server https://race.example.org
    """
    from pantagruel_client.web import copy_store

    if file.exists():
        fail(f"{file} is there already: choose another name", USAGE)
    token = _token(token_file or data / "operator.token", named=token_file is not None)
    with plainly():
        address = server_for(server)
        part = file.with_name(f"{file.name}.part")
        try:
            part.unlink(missing_ok=True)
            part.touch(mode=0o600)  # it holds the seeds of races
            size = copy_store(address, token, part)
            part.rename(file)
        except OSError as error:
            fail(f"{file} cannot be written: {error.strerror}")
        finally:
            part.unlink(missing_ok=True)
    typer.echo(f"{file}: {size:,} bytes. Bring it back with: pantagruel restore {file} --data DIR")


def _token(path: Path, *, named: bool) -> str:
    """Answer the operator's token: from the environment unless a file was named."""
    if not named and (token := os.environ.get(TOKEN)):
        return token
    try:
        return path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        fail(f"the operator's token cannot be read from {path}: {why}; see --data", USAGE)
