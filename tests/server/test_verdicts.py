"""What players are told of games that are dead, and that others are not."""

from pantagruel_protocol.client_messages import Play
from pantagruel_protocol.codecs import Codec
from pantagruel_protocol.server_messages import Ack, Over, Progress, Results, Verdict
from pantagruel_protocol.values import Resume
from pantagruel_server.race.prospects import LULL
from pantagruel_server.settings import Settings
from tests.server.held import HeldJournal
from tests.server.house import House, Peer
from tests.server.race.positions import ACE_PAYS, CROWDED, SPENT, deals


def house(settings: Settings, codec: Codec, line: str) -> House:
    """Answer a server on which every race lies in one position."""
    return House(settings, codec, dealer=deals(line), open_journal=HeldJournal().open)


async def turned(peer: Peer) -> None:
    """Turn the waste over and draw, until somebody looks."""
    for n in range(1, LULL + 1):
        assert isinstance(await peer.play(n, "RD"[(n + 1) % 2]), Ack)


async def test_game_without_a_prospect_ends_by_itself(settings: Settings, codec: Codec) -> None:
    """The last command is answered, then the game is over, for the rows too."""
    async with house(settings, codec, SPENT).open() as opened, opened.peer() as host:
        await opened.race(host, variant="klondike-1")
        await turned(host)
        over = await host.until(Over)
        results = await host.until(Results)

        assert (over.s, over.ended) == (LULL + 2, "dead")
        assert results.rows[0].ended == (over.ms, "dead")
        assert not any(isinstance(message, Verdict) for message in host.heard)


async def test_dead_game_that_may_pay_goes_on(settings: Settings, codec: Codec) -> None:
    """Its player is told, once; when the last card that could has gone home it ends."""
    async with house(settings, codec, ACE_PAYS).open() as opened, opened.peer() as host:
        await opened.race(host, variant="klondike-1")
        await turned(host)
        verdict = await host.until(Verdict)
        await host.play(LULL + 1, "R")
        await host.play(LULL + 2, "T1>F")
        over = await host.until(Over)

        assert verdict == Verdict(LULL, "dead", pays=True)
        assert over.ended == "dead"
        assert host.heard.count(verdict) == 1


async def test_nobody_else_is_told(settings: Settings, codec: Codec) -> None:
    """A rival hears of it when the game has ended, not before."""
    async with (
        house(settings, codec, ACE_PAYS).open() as opened,
        opened.peer() as host,
        opened.peer() as rival,
    ):
        await opened.race(host, rival, variant="klondike-1")
        await turned(host)
        await host.until(Verdict)
        await rival.play(1, "R")
        while all(row.seat != 1 for row in (await rival.until(Progress)).rows):
            pass

        assert not any(isinstance(message, Verdict) for message in rival.heard)


async def test_search_tells_later(settings: Settings, codec: Codec) -> None:
    """What a glance cannot tell a search does, in a process of its own, by itself."""
    async with house(settings, codec, CROWDED).open() as opened, opened.peer() as host:
        await opened.race(host, variant="harp-single")
        for n, text in enumerate(("R", "D", "R", "D", "R", "D"), 1):
            await host.play(n, text)
        verdict = await host.until(Verdict)

        assert (verdict.value, verdict.pays) == ("dead", True)


async def test_whoever_comes_back_is_told_again(settings: Settings, codec: Codec) -> None:
    """A new socket of the seat hears it after the board; so does one of a server started anew."""
    place = house(settings, codec, ACE_PAYS)
    async with place.open() as opened, opened.peer() as host:
        made = await opened.race(host, variant="klondike-1")
        await turned(host)
        told = await host.until(Verdict)
        async with opened.peer(token=host.token, resume=Resume(made.race, host.s)) as again:
            assert await again.until(Verdict) == told
            await again.say(Play(LULL + 1, "R"))
            assert (await again.until(Ack)).n == LULL + 1
    async with (
        place.open() as opened,
        opened.peer(token=host.token, resume=Resume(made.race, 0)) as again,
    ):
        assert (await again.until(Verdict)).pays
