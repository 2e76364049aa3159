"""A watcher's race in lines: the order as it changes, boards on demand, a way to the table."""

import asyncio
from collections.abc import Callable, Coroutine

from msgspec.structs import replace

from pantagruel_client.race import Race, Watch
from pantagruel_client.textroom import Terminal
from pantagruel_client.textwatch import TextWatch
from pantagruel_protocol.client_messages import Join, Kick, Rematch, Say, Settings, Start
from pantagruel_protocol.client_messages import Watch as AskToWatch
from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import (
    Ok,
    Progress,
    Refused,
    Rematched,
    Results,
    Reveal,
    Said,
)
from pantagruel_protocol.values import Placing, Result, Row
from tests.client.fake import ME, RIVAL, Table, Talk, client, fake_server
from tests.client.test_textplay import Typed

RESULT = Result("unfinished", 1, 5, 0, 0, 5, 0, 36, 0, 0, 0, 1000)


def row(seat: int, place: int) -> Row:
    return Row(seat, place, 3, 30, 100 - place, 1, 9, on=True, ended=None)


async def watch(
    script: Callable[[Talk], Coroutine[object, object, None]],
    *steps: tuple[str, str],
    every_s: float = 0.0,
    piped: bool = False,
) -> tuple[list[str], Race | Watch | None]:
    """Let a watcher type *steps* at what *script* serves; answer what was said, and where to."""
    typed = Typed(*steps)
    async with asyncio.timeout(10), fake_server(script) as fake, client(fake) as me:
        here = await me.races.watch("K7QWERTY")
        terminal = Terminal(typed, typed.say, typed.over, piped=piped)
        goes = await TextWatch(here, terminal, every_s=every_s).run()
    return typed.said, goes


async def opened(table: Table, talk: Talk) -> None:
    """Let a watcher into an open room."""
    await talk.welcome()
    asked = await talk.hear(AskToWatch)
    await talk.say(Ok(asked.q), replace(table.room(), host=ME, watchers=1))


async def test_boards_and_rows_on_demand() -> None:
    """What is typed is shown from what is known; an unknown word is not a move here."""
    table = Table("turn3")

    async def script(talk: Talk) -> None:
        await table.watched(talk)
        await talk.say(Said("p", "Panurge", "well", 1))
        await talk.stay()

    said, goes = await watch(
        script,
        ("Panurge: well", "b 2"),
        ("", "b"),
        ("", "r"),
        ("", "o"),
        ("", "37"),
        ("", "ready"),
        ("", "settingz"),
        ("", "?"),
        ("", "q"),
    )
    text = "\n".join(said)

    assert goes is None
    assert text.count("Seat 2, Rival:\n") == 2
    assert "1. Rival (seat 2): home 0" in text
    assert "Order: 1. Rival 0." in text
    assert "'37' is no word here" in text
    assert "join takes a seat" in text
    assert "'settingz' is no word here. settings: what is played" in text
    assert [line for line in text.splitlines() if len(line) > 80] == []


async def test_a_new_order_waits_its_turn() -> None:
    """Many changes make one line, and the last of them is always told."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.watched(talk)
        for number in range(6):
            first = number % 2
            await talk.say(Progress(number, (row(first, 1), row(1 - first, 2))))
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.6)
        await talk.say(Said("p", "Panurge", "enough", 1))
        await talk.stay()

    said, _ = await watch(script, ("Panurge: enough", "q"), every_s=0.5)
    orders = [line for line in said if line.startswith("Order")]

    assert orders == ["Order: 1. Me 99, 2. Rival 98.", "Order: 1. Rival 99, 2. Me 98."]


async def test_moves_are_told_when_wanted() -> None:
    """Not before it is asked for."""
    table = Table("turn3")

    async def script(talk: Talk) -> None:
        await table.watched(talk)
        await talk.say(table.progress(table.step("D")))
        said = await talk.hear(Say)
        await talk.say(Ok(said.q), table.progress(table.step("D")))
        await talk.stay()

    said, _ = await watch(script, ("You watch", "m"), ("Every", "/now"), ("Rival draws", "q"))

    assert len([line for line in said if line.startswith("Rival draws")]) == 1


async def test_a_host_without_a_seat() -> None:
    """Settings, sending away and starting work from the gallery; wrong wishes stay here."""
    table = Table()
    heard: list[Settings | Kick | Start] = []

    async def script(talk: Talk) -> None:
        await opened(table, talk)
        kinds: tuple[type[Settings | Kick | Start], ...] = (*4 * (Settings,), Kick, Start)
        for kind in kinds:
            asked = await talk.hear(kind)
            heard.append(replace(asked, q=0))
            await talk.say(Ok(asked.q))
        await talk.stay()

    said, _ = await watch(
        script,
        ("You watch", "name Friday"),
        ("", "faces never"),
        ("", "faces 601"),
        ("", "faces end"),
        ("", "list"),
        ("", "chat loud"),
        ("", "chat off"),
        ("", "kick 9"),
        ("", "kick rival"),
        ("may not come back", "start!"),
        ("", "q"),
    )

    assert heard == [
        Settings(0, name="Friday"),
        Settings(0, faces="end"),
        Settings(0, visibility="listed"),
        Settings(0, chat="off"),
        Kick(0, RIVAL),
        Start(0, without_unready=True),
    ]
    assert "Type faces 0 (at once), seconds up to 600, or faces end." in said
    assert "Type chat all, chat players or chat off." in said
    assert any(line.startswith("Kick whom?") for line in said)


async def test_from_the_gallery_to_the_table() -> None:
    """`join` leads to a seat; a refusal leaves the watcher where he is."""
    table = Table()

    async def script(talk: Talk) -> None:
        await opened(table, talk)
        refused = await talk.hear(Join)
        await talk.say(Refused(Code.FULL, "every seat is taken", q=refused.q))
        join = await talk.hear(Join)
        await talk.say(Ok(join.q))
        await asyncio.sleep(0.05)  # the old place is left, the new one not seen yet
        await talk.say(table.room())
        await talk.stay()

    said, goes = await watch(script, ("You watch", "join"), ("Refused: every seat", "join"))

    assert isinstance(goes, Race)
    assert "Refused: every seat is taken" in said


async def test_a_rematch_is_followed() -> None:
    """The results, where the replay is, then the next room."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.watched(talk)
        placing = Placing(1, RIVAL, "Rival", (1000, "bank"), RESULT)
        await talk.say(
            Progress(1000, (replace(table.row(), ended="bank"),)),
            table.board(),
            Results(None, (placing,)),
            Reveal(None, "0" * 64, "/api/races/race-1/replay"),
        )
        rematch = await talk.hear(Rematch)
        await talk.say(Ok(rematch.q), Rematched("race-2", "NEXT2345"))
        await talk.say(replace(table.room(), race="race-2", code="NEXT2345"))
        await talk.stay()

    said, goes = await watch(script, ("the next race", "rematch"))

    assert isinstance(goes, Watch)
    assert goes.code == "NEXT2345"
    assert "over: K7QWERTY" in said
    assert any(line.startswith("Results\n1. Rival: banked") for line in said)


async def test_a_pipe_ends_with_the_race() -> None:
    """Where no more lines come it stays to the end, and not beyond it."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.watched(talk)
        await talk.say(Results(None, ()), Reveal(None, "0" * 64, "/api/races/race-1/replay"))
        await talk.stay()

    said, goes = await watch(script, piped=True)

    assert goes is None
    assert said[-1] == "over: K7QWERTY"
