"""A person's race in lines: what is typed is done, or it is said why not."""

import asyncio
from collections.abc import Callable, Coroutine

from pantagruel_client.race import Race, Watch
from pantagruel_client.textplay import MOVES, TextPlay
from pantagruel_client.textroom import Terminal
from pantagruel_protocol.client_messages import Bank, Forfeit, Play, Ready, Start, Unready
from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import Ok, Over, Refused, Results, Reveal
from pantagruel_protocol.values import Result
from tests.client.fake import Table, Talk, client, fake_server

RESULT = Result("unfinished", 1, 5, 0, 0, 5, 0, 36, 1, 0, 0, 1000)


class Typed:
    """Lines that are typed one after the other, each once what it waits for was said."""

    def __init__(self, *steps: tuple[str, str]) -> None:
        self._steps = list(steps)
        self.said: list[str] = []
        self._more = asyncio.Event()

    def say(self, line: str) -> None:
        self.said.append(line)
        self._more.set()

    async def over(self, here: Race | Watch) -> None:
        self.said.append(f"over: {here.code}")

    async def line(self) -> str | None:
        if not self._steps:
            return None
        waits_for, typed = self._steps.pop(0)
        while not any(waits_for in line for line in self.said):
            self._more.clear()
            await self._more.wait()
        self.said.append(f"> {typed}")
        return typed


async def play(
    script: Callable[[Talk], Coroutine[object, object, None]],
    *steps: tuple[str, str],
    brief: bool = True,
    piped: bool = False,
) -> list[str]:
    """Let a person type *steps* at a table that *script* serves; answer what was said."""
    typed = Typed(*steps)
    async with asyncio.timeout(10), fake_server(script) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        terminal = Terminal(typed, typed.say, typed.over, piped=piped)
        await TextPlay(race, terminal, brief=brief).run()
    return typed.said


async def end(table: Table, talk: Talk) -> None:
    """Bring a race to its end."""
    table.s += 3
    await talk.say(
        Over(table.s - 2, 1000, "bank", RESULT),
        Results(table.s - 1, ()),
        Reveal(table.s, "0" * 64, "/api/races/race-1/replay"),
    )


async def test_a_whole_game() -> None:
    """Ready, start, a draw, a refusal with its reason, a bank with its confirmation, the end."""
    table = Table("turn3")

    async def script(talk: Talk) -> None:
        await table.seat(talk)
        ready = await talk.hear(Ready)
        await talk.say(Ok(ready.q))
        start = await talk.hear(Start)
        await talk.say(Ok(start.q), table.room("countdown"), table.deal(), table.room("running"))
        await talk.say(table.accept(await talk.hear(Play)))
        bad = await talk.hear(Play)
        why = "AD does not go on 9C"
        await talk.say(Refused(Code.ILLEGAL, why, n=bad.n, reason="does-not-fit"))
        bank = await talk.hear(Bank)
        await talk.say(table.ack(bank.n, table.shown_nothing(), 900))
        await end(table, talk)
        await talk.stay()

    said = await play(
        script,
        ("Type ready", "ready"),
        ("You are ready", "start"),
        ("Go!", "d"),
        ("Drawn", "12"),
        ("Refused", "bank"),
        ("Type yes", "no"),
        ("go on", "bank"),
        ("Then we go on", "YES"),
    )

    assert any(line.startswith("Drawn: ") for line in said)
    assert "Refused: AD does not go on 9C" in said
    assert "Then we go on." in said
    assert "Your game is over: banked, score 5, total 5, home 0." in said


async def test_asking_costs_nothing() -> None:
    """Help, the board, the standings and the room are there without a word to the server."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.begin(talk)
        await talk.stay()

    said = await play(
        script, ("Go!", "?"), ("", "b"), ("", "s"), ("", "who"), ("", "zz"), ("", "q")
    )
    text = "\n".join(said)

    words = next(line for line in said if line.startswith("Your game:"))
    assert [line for line in (MOVES + words).splitlines() if len(line) > 80] == []
    assert "from column 3 to column 7" in text
    assert text.count("Stock 59; waste empty") == 2
    assert text.count("2 of 2 seats are taken") == 3
    assert "'zz' is no move" in text


async def test_before_the_race() -> None:
    """Readiness can be taken back; a start that is refused says how to go without the others."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.seat(talk)
        ready = await talk.hear(Ready)
        await talk.say(Ok(ready.q))
        unready = await talk.hear(Unready)
        await talk.say(Ok(unready.q))
        start = await talk.hear(Start)
        await talk.say(Refused(Code.NOT_READY, "1 of 2 players are not ready", q=start.q))
        start = await talk.hear(Start)
        assert start.without_unready
        await talk.say(Ok(start.q))
        await talk.stay()

    said = await play(
        script,
        ("Type ready", "d"),
        ("no game", "bank"),
        ("no game", "b"),
        ("", "ready"),
        ("You are ready", "unready"),
        ("not ready.", "start"),
        ("start! leaves", "start!"),
        ("", "quit"),
    )

    assert "Refused: 1 of 2 players are not ready. start! leaves them out." in said


async def test_the_board_is_read_after_each_move() -> None:
    """Unless asked to be brief, every move ends with the whole board."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.begin(talk)
        await talk.say(table.accept(await talk.hear(Play)))
        forfeit = await talk.hear(Forfeit)
        await talk.say(Refused(Code.TOO_EARLY, "not in the first five seconds", n=forfeit.n))
        await talk.stay()

    said = await play(
        script,
        ("Go!", "d"),
        ("Stock 58", "forfeit"),
        ("Give up", "y"),
        ("Refused", "q"),
        brief=False,
    )

    assert "Refused: not in the first five seconds" in said


async def test_when_lines_end_the_race_goes_on() -> None:
    """A pipe that is empty leaves the seat in the race until its end."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.begin(talk)
        await talk.say(table.accept(await talk.hear(Play)))
        await asyncio.sleep(0.1)  # for the client to find that nothing more comes
        await end(table, talk)
        await talk.stay()

    said = await play(script, ("Go!", "d"))

    assert any("No more lines" in line for line in said)
    assert any(line.startswith("Results") for line in said)


async def test_when_lines_end_before_the_race_the_seat_is_free() -> None:
    """Whoever can say no more and is not ready, or is the host, would only be waited for."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.seat(talk)
        await talk.stay()

    said = await play(script)

    assert said[-1] == "No more lines before the race: you leave it."


async def test_piped_lines_wait_for_the_board() -> None:
    """A file with readiness, start and moves plays a game though it is read at once."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.seat(talk)
        ready = await talk.hear(Ready)
        await talk.say(Ok(ready.q))
        start = await talk.hear(Start)
        await talk.say(Ok(start.q))
        await talk.say(table.deal())
        await talk.say(table.accept(await talk.hear(Play)))
        await end(table, talk)
        await talk.stay()

    said = await play(script, ("", "ready"), ("", "start"), ("", "d"), piped=True)

    assert any(line.startswith("Drawn") for line in said)
    assert "No more lines" not in said[-1]
