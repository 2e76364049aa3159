"""Running a bot: ready, started, paced, to the end, whatever comes between."""

from random import Random

import pytest

from pantagruel_client.errors import MoveRefused
from pantagruel_client.running import Steady, play_out, run, run_race
from pantagruel_client.view import RaceView
from pantagruel_protocol.client_messages import Bank, Finish, Play, Ready, Start
from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import (
    Ack,
    Ok,
    Over,
    Refused,
    Rematched,
    Results,
    Reveal,
)
from pantagruel_protocol.values import Placing, Result
from tests.client.fake import ME, Table, Talk, client, elsewhere, fake_server
from tests.engine.boards import set_up

RESULT = Result("unfinished", 1, 5, 0, 0, 5, 0, 36, 1, 0, 0, 1000)
PLACING = Placing(0, ME, "Me", (1000, "bank"), RESULT)


def draw_then_stop(view: RaceView) -> str | None:
    """Draw once."""
    return "D" if view.draws == 0 else None


async def ends(table: Table, talk: Talk, ack: Ack) -> None:
    """Acknowledge the last command and end the race."""
    s = ack.s
    await talk.say(ack, Over(s + 1, 1000, "bank", RESULT), Results(s + 2, (PLACING,)))
    await talk.say(Reveal(s + 3, "0" * 64, "/api/races/race-1/replay"))
    table.s = s + 3


async def test_a_bot_races_from_ready_to_results() -> None:
    """It gets ready, starts as the host, draws, is told to wait, banks, and answers the table."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.seat(talk)
        ready = await talk.hear(Ready)
        await talk.say(Ok(ready.q))
        start = await talk.hear(Start)
        await talk.say(Ok(start.q), table.room("countdown"), table.deal(), table.room("running"))
        busy = await talk.hear(Play)
        await talk.say(Refused(Code.BUSY, "too many requests wait", n=busy.n))
        await talk.say(table.accept(await talk.hear(Play)))
        bank = await talk.hear(Bank)
        await ends(table, talk, table.ack(bank.n, table.shown_nothing(), 900))
        await talk.stay()

    async with fake_server(script) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        results = await run_race(race, draw_then_stop)

    assert results == (PLACING,)
    assert race.view.draws == 1


async def test_a_finishable_game_is_finished() -> None:
    """The choice is not asked where nothing is left to choose."""
    table = Table()
    table.game = set_up("turn1", "KC", "QC", home="KH KH KD KD KS KS TC KC", stock="JC")

    async def script(talk: Talk) -> None:
        await table.begin(talk)
        finish = await talk.hear(Finish)
        moves = table.game.finish_moves()
        drawn = [card for move in moves for card in table.game.play(move, 50).drawn]
        ack = table.ack(finish.n, table.shown(drawn), 50, tuple(move.text for move in moves))
        await ends(table, talk, ack)
        await talk.stay()

    async with fake_server(script) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        async for _ in race.events():
            if race.view.playing:
                break
        await play_out(race, lambda _: pytest.fail("it was asked"))

        assert race.view.board.won


@pytest.mark.parametrize(("code", "raised"), [(Code.GAME_OVER, False), (Code.ILLEGAL, True)])
async def test_refusals_that_end_a_bot(code: Code, *, raised: bool) -> None:
    """When the clock was faster the bot stops; an illegal choice is its author's to see."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.begin(talk)
        play = await talk.hear(Play)
        await talk.say(Refused(code, "no", n=play.n))
        await talk.stay()

    async with fake_server(script) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        async for _ in race.events():
            if race.view.playing:
                break
        if raised:
            with pytest.raises(MoveRefused):
                await play_out(race, draw_then_stop)
        else:
            await play_out(race, draw_then_stop)


def test_a_steady_pace_is_steady_on_the_average() -> None:
    """The mean is kept, no two waits are the same, and no wait at all stays none."""
    pace = Steady(2, Random(1))
    waits = [pace.wait_s() for _ in range(1000)]

    assert abs(sum(waits) / len(waits) - 2) < 0.1
    assert len(set(waits)) == len(waits)
    assert Steady(0, Random(1)).wait_s() == 0


async def test_a_bot_stays_for_rematches() -> None:
    """It is carried, gets ready again, races, and goes when the room closes."""
    first, second = Table(), Table(text="next")
    ready: list[Ready] = []

    async def race(table: Table, talk: Talk) -> None:
        ready.append(await talk.hear(Ready))
        await talk.say(Ok(ready[-1].q))
        start = await talk.hear(Start)
        await talk.say(Ok(start.q), table.room("countdown"), table.deal(), table.room("running"))
        await talk.say(table.accept(await talk.hear(Play)))
        bank = await talk.hear(Bank)
        await ends(table, talk, table.ack(bank.n, table.shown_nothing(), 900))

    async def script(talk: Talk) -> None:
        await first.seat(talk)
        await race(first, talk)
        await talk.say(Rematched("race-1", "K7QWERTY"), second.room())
        await race(second, talk)
        await talk.say(second.room("recorded"))
        await talk.stay()

    async with fake_server(script) as fake:
        results = await elsewhere(
            lambda: run(fake.url, draw_then_stop, code="K7QWERTY", rematches=True)
        )

    assert results == (PLACING,)
    assert len(ready) == 2
