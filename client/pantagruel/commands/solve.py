"""`pantagruel solve`: say whether a deal, or a position of a race, can be won, and how."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pantagruel.commands.deal import key_given
from pantagruel.telling import USAGE, fail, plainly, read_file, variant_named

if TYPE_CHECKING:
    from pantagruel_engine.game import Game
    from pantagruel_engine.solver import Solution

STEP = 20_000  # positions between two lines of progress


def solve(  # noqa: PLR0913 - they are the command's options
    *,
    variant: Annotated[
        str | None, typer.Option(help="Which game, for example strict-royal.")
    ] = None,
    key: Annotated[str | None, typer.Option(help="The key of the deal: 64 hex digits.")] = None,
    seed: Annotated[str | None, typer.Option(help="A text; its SHA-256 is the key.")] = None,
    replay: Annotated[Path | None, typer.Option(help="A replay file: the deal of a race.")] = None,
    player: Annotated[
        int | None, typer.Option(min=1, help="With --replay: the seat whose game is meant.")
    ] = None,
    at: Annotated[
        int | None, typer.Option(min=0, help="With --player: after so many commands; else all.")
    ] = None,
    nodes: Annotated[
        int, typer.Option(min=1, help="How many positions may be looked at.")
    ] = 400_000,
) -> None:
    """Say whether a deal can be won with every card known, and how: the line, a move a word.

    Says won, unwinnable or unknown, and exits 0; how far it is goes to stderr.

    [bold]Examples[/]

        pantagruel solve --variant strict-royal --seed "abbey of Theleme"

        pantagruel solve --replay race-3f9c.json --player 2 --at 40
    """
    if sum(one is not None for one in (key, seed, replay)) != 1:
        fail("solve needs one of --key, --seed and --replay", USAGE)
    if replay is None:
        if variant is None or player is not None or at is not None:
            fail("--key and --seed go with --variant, --player and --at with --replay", USAGE)
        game = _dealt(variant, key, seed)
    elif variant is not None or (at is not None and player is None):
        fail("a replay names its own variant; --at goes with --player", USAGE)
    else:
        game = _played(replay, player, at)
    with plainly():
        solution = _searched(game, nodes)
    typer.echo(f"{solution.answer}: {_account(game, solution)}")
    if solution.line:
        typer.echo(" ".join(move.text for move in solution.line))


def _dealt(name: str, key: str | None, seed: str | None) -> "Game":
    from pantagruel_engine.deal import key_of_text, layout
    from pantagruel_engine.game import Game

    rules = variant_named(name)
    secret = key_given(key) if key is not None else key_of_text(seed or "")
    with plainly():
        return Game.start(layout(rules, secret))


def _played(file: Path, player: int | None, at: int | None) -> "Game":
    from pantagruel_engine.deal import layout
    from pantagruel_engine.game import Game
    from pantagruel_engine.replay import replay
    from pantagruel_engine.rows import variant
    from pantagruel_protocol.replay_file import BadReplay, read
    from pantagruel_protocol.verify import verify

    try:
        race = read(read_file(file))
    except BadReplay as error:
        fail(f"{file} is not a replay: {error}")
    if difference := verify(race):
        fail(f"{file} differs at {difference}")
    rules = variant(race.variant.id).with_passes(race.variant.max_passes)
    position = layout(rules, bytes.fromhex(race.deal.key))
    if player is None:
        return Game.start(position)
    if player > len(race.players):
        fail(f"there are {len(race.players)} players in {file}", USAGE)
    moves = race.players[player - 1].moves
    if at is not None and at > len(moves):
        fail(f"player {player} played {len(moves)} commands", USAGE)
    return replay(position, moves[:at])


def _searched(game: "Game", nodes: int) -> "Solution":
    """Search, telling how far it is."""
    from pantagruel_engine.solver import searching

    search, told = searching(game, nodes), 0
    while True:
        try:
            progress = next(search)
        except StopIteration as end:
            solution: Solution = end.value
            return solution
        if progress.nodes // STEP > told:
            told = progress.nodes // STEP
            how = f"beam of {progress.width}" if progress.width else "every move"
            typer.echo(f"{progress.nodes:,} positions, {how}", err=True)


def _account(game: "Game", solution: "Solution") -> str:
    seen = f"{solution.nodes:,} positions looked at"
    if not solution.line:
        return seen
    twin = game.copy()
    for move in solution.line:
        twin.play(move)
    draws, redeals = twin.draws - game.draws, twin.redeals - game.redeals
    return f"{twin.moves - game.moves} moves, {draws} draws, {redeals} redeals; {seen}"
