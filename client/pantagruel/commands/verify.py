"""`pantagruel verify`: check a replay, offline."""

from pathlib import Path
from typing import Annotated

import typer

from pantagruel.telling import fail, read_file


def verify(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="A replay file, as `race` and the server write it."),
    ],
) -> None:
    """Check a replay with the engine alone: commitment, key, deal, every move, every result.

    Says ok and exits 0, or names the first thing that differs and exits 1.

    [bold]Example[/]

        pantagruel verify race-3f9c.json
    """
    from pantagruel_protocol.replay_file import BadReplay, read
    from pantagruel_protocol.verify import PROVES
    from pantagruel_protocol.verify import verify as difference_in

    try:
        replay = read(read_file(file))
    except BadReplay as error:
        fail(f"{file} is not a replay: {error}")
    difference = difference_in(replay)
    if difference is not None:
        fail(f"{file} differs at {difference}")
    moves = sum(len(player.moves) for player in replay.players)
    typer.echo(
        f"ok: {file}: {replay.variant.id}, {len(replay.players)} players, {moves} moves;"
        f" deal, moves, results, places and chain agree. {PROVES}"
    )
