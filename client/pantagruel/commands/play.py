"""`pantagruel play`: take a seat in a race and play it yourself."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer

from pantagruel.sitting import Sitting, known, own_name, place_in
from pantagruel.telling import USAGE, fail, finite, plainly, seed_text, server_for, variant_named

if TYPE_CHECKING:
    from pantagruel_client.address import Address
    from pantagruel_client.client import Client
    from pantagruel_client.race import Race, Watch
    from pantagruel_protocol.values import Faces, RankBy, Talk, Visibility

LONGEST_TITLE = 60
FARTHEST_BEHIND = 600


class _Race(NamedTuple):
    """The race that a player wants to open."""

    variant: str
    seats: int
    limit_ms: int | None
    bell_ms: int | None
    rank_by: "RankBy"
    passes: int | None
    seed: str | None
    title: str
    visibility: "Visibility"
    faces: "Faces"
    chat: "Talk"


def _faces(text: str) -> str:
    """Pass on when watchers see cards; anything but seconds or `end` is wrong usage."""
    if text == "end" or (text.isdecimal() and text.isascii() and int(text) <= FARTHEST_BEHIND):
        return text
    msg = f"say 0 (at once), seconds up to {FARTHEST_BEHIND}, or end"
    raise typer.BadParameter(msg)


def _title(text: str) -> str:
    """Pass a title on that a server takes."""
    if len(text) > LONGEST_TITLE:
        msg = f"a title has {LONGEST_TITLE} characters at most, this one has {len(text)}"
        raise typer.BadParameter(msg)
    return text


def play(  # noqa: PLR0913 - each argument is an option of the command
    where: Annotated[
        str | None,
        typer.Argument(metavar="CODE", help="The code of a race, or the link to it."),
    ] = None,
    *,
    text: Annotated[
        bool, typer.Option("--text", show_default=False, help="Line by line; the only way so far.")
    ] = True,
    create: Annotated[
        bool, typer.Option("--create", help="Open a race of your own and print its code.")
    ] = False,
    variant: Annotated[str, typer.Option(help="With --create: which game.")] = "strict-royal",
    seats: Annotated[
        int, typer.Option(min=1, max=64, help="With --create: for how many players.")
    ] = 2,
    minutes: Annotated[
        float | None,
        typer.Option(min=0.2, max=360, callback=finite, help="With --create: the time limit."),
    ] = None,
    bell: Annotated[
        float | None,
        typer.Option(
            min=5,
            max=3600,
            callback=finite,
            metavar="SECONDS",
            help="With --create: how long after the first win the race ends.",
        ),
    ] = None,
    by_score: Annotated[
        bool, typer.Option("--by-score", help="With --create: rank by score, not by time.")
    ] = False,
    passes: Annotated[
        int | None, typer.Option(min=1, help="With --create: passes through the stock.")
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(callback=seed_text, help="With --create: fixes the deal; for practice only."),
    ] = None,
    title: Annotated[
        str, typer.Option(callback=_title, help="With --create: what the race is called.")
    ] = "",
    listed: Annotated[
        bool, typer.Option("--listed", help="With --create: show it in `pantagruel races`.")
    ] = False,
    faces: Annotated[
        str,
        typer.Option(
            callback=_faces,
            metavar="SECONDS|end",
            help="With --create: how late watchers see the cards, or only after the end.",
        ),
    ] = "0",
    chat: Annotated[
        Literal["all", "players", "off"], typer.Option(help="With --create: who may speak.")
    ] = "all",
    name: Annotated[
        str | None, typer.Option(help="Your name in the race; your login name unless set.")
    ] = None,
    brief: Annotated[
        bool, typer.Option("--brief", help="After a move say what changed, not the whole board.")
    ] = False,
    rematches: Annotated[
        bool, typer.Option("--rematches", help="Stay for rematches, even from a pipe.")
    ] = False,
    save: Annotated[Path | None, typer.Option(help="Write the replay there at the end.")] = None,
    server: Annotated[
        str | None, typer.Option(help="Where to play; else PANTAGRUEL_SERVER, else here.")
    ] = None,
) -> None:
    """Race as a person, in plain lines that a screen reader or a pipe can follow.

    Your seat is yours: after a crash the same command takes it up again. Type ? for help.

    [bold]Examples[/]

        pantagruel play --create --seats 2

        pantagruel play --create --listed --title "Friday evening" --faces 30 --bell 120

        pantagruel play K7QWERTY --name Panurge

        pantagruel play http://race.lan:8104/join#K7QWERTY
    """
    del text  # there is no other mode yet
    variant_named(variant)
    with plainly():
        url, code = place_in(where)
        if (code is None) != create:
            fail("say which race: either a CODE or a link, or --create for one of your own", USAGE)
        wanted = _Race(
            variant=variant,
            seats=seats,
            limit_ms=None if minutes is None else round(minutes * 60_000),
            bell_ms=None if bell is None else round(bell * 1000),
            rank_by="score" if by_score else "time",
            passes=passes,
            seed=seed,
            title=title,
            visibility="listed" if listed else "code",
            faces="end" if faces == "end" else int(faces),
            chat=chat,
        )
        address = server_for(server, url)
        sitting = Sitting(address, name or own_name(), brief, save, rematches=rematches)
        asyncio.run(_play(sitting, code, wanted))


async def _play(sitting: Sitting, code: str | None, wanted: _Race) -> None:
    async with known(sitting.address, sitting.name) as client:
        terminal = sitting.terminal(client)
        here: Race | Watch | None
        if code is None:
            here = await _open(client, sitting.address, wanted)
        else:
            here = await sitting.join(client, terminal, code)
        await sitting.follow(here, terminal)


async def _open(client: "Client", address: "Address", wanted: _Race) -> "Race":
    from pantagruel.sitting import there

    race = await client.races.create(**wanted._asdict())
    typer.echo(f"Race code: {race.code}")
    if wanted.seats > 1:
        option = there(address)
        # Where only this machine reaches the server, a name keeps the others apart from us.
        name = " --name NAME" if address.loopback else ""
        if race.link is not None:
            typer.echo(f"Invite by the link: {race.link}")
        typer.echo(f"Others join with: pantagruel play {race.code}{name}{option}")
        typer.echo(f"They look on with: pantagruel watch {race.code}{option}")
        typer.echo(f"A bot comes with: pantagruel bot {race.code}{option}")
    return race
