"""The owner of a race: nothing is said before it is on disk, and a failed flush loses nothing."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from pantagruel_protocol.client_messages import Join, Leave, Play, Ready, Start
from pantagruel_protocol.codecs import Codec
from pantagruel_protocol.server_messages import (
    Ack,
    Ok,
    Progress,
    Refused,
    Resync,
    Room,
    ServerMessage,
    Suspended,
)
from pantagruel_protocol.values import Resume
from pantagruel_server.race.events import CountdownStarted, MovePlayed, RaceStoppedFor, decode
from pantagruel_server.rooms.pipeline import WAITING_ANSWERS
from pantagruel_server.settings import Settings
from tests.server.held import HeldJournal
from tests.server.house import NONCE, House, Peer, until

OUTAGE_MS = 60_000


@pytest.fixture
def journal() -> HeldJournal:
    """Answer a journal that a test can hold, break and mend."""
    return HeldJournal()


@pytest.fixture
async def house(settings: Settings, codec: Codec, journal: HeldJournal) -> AsyncIterator[House]:
    """Run a server on that journal."""
    async with House(settings, codec, open_journal=journal.open).open() as opened:
        yield opened


async def lull(peer: Peer) -> list[ServerMessage]:
    """Hear whatever comes until nothing comes for a while."""
    start = len(peer.heard)
    try:
        while True:
            async with asyncio.timeout(0.05):
                frame = await peer.socket.recv(decode=False)
            peer.heard.append(peer.codec.decode_server(frame))
    except TimeoutError:
        return peer.heard[start:]


async def test_no_word_before_the_flush(house: House, journal: HeldJournal) -> None:
    """Neither ack nor row is sent while a move is on its way to the disk; then they are."""
    async with house.peer() as host, house.peer() as guest:
        await house.race(host, guest)
        for peer in (host, guest):  # let the rows of T0 pass
            await lull(peer)
        journal.held = True
        await host.say(Play(1, "D"))
        await until(lambda: len(journal.waiting) == 1)
        assert await lull(host) == []
        assert await lull(guest) == []
        journal.flush()
        ack = await host.until(Ack)
        rows = await guest.until(Progress)

        assert ack.n == 1
        assert rows.rows[0].seat == 0


async def test_a_repeat_behind_a_leave(house: House, journal: HeldJournal) -> None:
    """Whoever is about to leave is told so, of new commands too: no ack would reach the lobby."""
    async with house.peer() as host:
        made = await house.race(host)
        await host.play(1, "D")
        journal.held = True
        await host.say(Play(2, "D"), Leave(7), Play(1, "D"), Play(3, "D"))
        await until(lambda: len(journal.waiting) == 1)
        refusals = [await host.answer() for _ in range(2)]
        journal.flush()
        journal.held = False

        assert await host.answer() == Ok(7)
        assert [ack.n for ack in host.heard if isinstance(ack, Ack)] == [1, 2]
        for n, refusal in zip((1, 3), refusals, strict=True):
            assert isinstance(refusal, Refused)
            assert (refusal.n, refusal.code) == (n, "not-in-race")
        assert await host.ask(Join(8, made.code)) == Ok(8)


async def test_a_snapshot_waits_too(house: House, journal: HeldJournal) -> None:
    """Who resumes while a move is in flight is not shown it before it is on disk."""
    async with house.peer() as host:
        made = await house.race(host)
        journal.held = True
        await host.say(Play(1, "D"))
        await until(lambda: len(journal.waiting) == 1)
        async with house.peer(token=host.token, resume=Resume(made.race, 1)) as again:
            assert await lull(again) == []
            journal.flush()

            assert isinstance(await again.hear(), Ack)
            assert isinstance(await again.hear(), Room)


async def test_refusals_wait_their_turn(house: House, journal: HeldJournal) -> None:
    """Answers come in the order of the questions, refusals among them."""
    async with house.peer() as host:
        await house.race(host)
        await lull(host)
        journal.held = True
        await host.say(Play(1, "D"), Play(2, "R"), Play(2, "D"), Play(1, "D"))
        await until(lambda: len(journal.waiting) == 2)
        assert await lull(host) == []
        journal.flush()
        answers = [await answer(host) for _ in range(4)]

        assert [(type(said), said.n) for said in answers] == [
            (Ack, 1),
            (Refused, 2),
            (Ack, 2),
            (Ack, 1),
        ]


async def answer(peer: Peer) -> Ack | Refused:
    """Wait for the next answer to a command."""
    while not isinstance(said := await peer.hear(), Ack | Refused):
        pass
    return said


async def test_queue_1_is_bounded(house: House, journal: HeldJournal) -> None:
    """With so many answers waiting one more is refused at once; the others get theirs."""
    async with house.peer() as host:
        await house.race(host, variant="double-klondike-1")
        journal.held = True
        for n in range(1, WAITING_ANSWERS + 2):
            await host.say(Play(n, "D" if n % 60 else "R"))
        busy = await answer(host)
        journal.flush()
        answers = [await answer(host) for _ in range(WAITING_ANSWERS)]

        assert isinstance(busy, Refused)
        assert (busy.code, busy.n) == ("busy", WAITING_ANSWERS + 1)
        assert [said.n for said in answers] == list(range(1, WAITING_ANSWERS + 1))


async def test_a_failed_flush(house: House, journal: HeldJournal) -> None:
    """A lost move was never said; everybody is suspended, and then shown what the journal has."""
    async with house.peer() as host, house.peer() as guest:
        made = await house.race(host, guest)
        kept = await host.play(1, "D")
        journal.held = True
        await host.say(Play(2, "D"))
        await guest.say(Play(1, "D"))
        await until(lambda: len(journal.waiting) == 2)
        journal.held = False
        journal.break_down()
        refused = [await answer(peer) for peer in (host, guest)]
        pictures = [await peer.until(Resync) for peer in (host, guest)]
        again = await host.play(2, "D")

        assert isinstance(kept, Ack)
        assert [(said.n, getattr(said, "code", None)) for said in refused] == [
            (2, "suspended"),
            (1, "suspended"),
        ]
        for peer in (host, guest):
            assert any(isinstance(message, Suspended) for message in peer.heard)
        assert [(whole.s, whole.n, whole.view.draws) for whole in pictures] == [
            (2, 1, 1),
            (1, 0, 0),
        ]
        assert isinstance(again, Ack)
        assert (again.n, again.s) == (2, 3)
        events = [decode(event) for event in journal.events[made.race]]
        assert [event.n for event in events if isinstance(event, MovePlayed)] == [1, 2]


async def test_an_outage_is_credited(house: House, journal: HeldJournal) -> None:
    """While the journal is away the race stands still; its time counts for nobody."""
    async with house.peer() as host:
        made = await house.race(host, limit_ms=20_000)
        house.clock.advance(1_000)
        before = await host.play(1, "D")
        journal.down = True
        await host.say(Play(2, "D"))
        await host.until(Suspended)
        refused = await host.play(2, "D")
        house.clock.advance(OUTAGE_MS)
        journal.down = False
        whole = await host.until(Resync)
        house.clock.advance(3_000 + 500)
        after = await host.play(2, "D")
        events = [decode(event) for event in journal.events[made.race]]

        assert isinstance(before, Ack)
        assert isinstance(refused, Refused)
        assert refused.code == "suspended"
        assert isinstance(after, Ack)
        assert (before.ms, whole.ms, after.ms) == (1_000, 1_000, 1_500)
        assert [event for event in events if isinstance(event, RaceStoppedFor)] == [
            RaceStoppedFor(1_000, OUTAGE_MS + 3_000)
        ]


async def test_fenced(house: House, journal: HeldJournal) -> None:
    """An owner that another epoch has deposed finds out, and starts from the journal again."""
    async with house.peer() as host:
        made = await house.race(host)
        journal.fence(made.race)
        refused = await host.play(1, "D")
        await host.until(Resync)

        assert isinstance(refused, Refused)
        assert refused.code == "suspended"
        assert isinstance(await host.play(1, "D"), Ack)


async def test_who_comes_during_an_outage_waits(house: House, journal: HeldJournal) -> None:
    """A resume needs the journal too; it is granted when that is back."""
    async with house.peer() as host:
        made = await house.race(host)
        await host.play(1, "D")
        async with house.peer(token=host.token) as again:
            journal.down = True
            await host.say(Play(2, "D"))
            await host.until(Suspended)
            await again.say(Join(1, made.code))
            assert await lull(again) == []
            journal.down = False

            assert await again.answer() == Ok(1)
            assert [type(await again.hear()) for _ in range(2)] == [Resync, Room]
            assert (await host.ended())[0] == 4003


async def test_an_outage_in_the_room(house: House, journal: HeldJournal) -> None:
    """Before T0 a join or a nonce may be lost; both are asked for again."""
    async with house.peer() as host, house.peer() as guest:
        made = await house.create(host, seats=2)
        await house.seat(made.code, host)
        journal.held = True
        await host.say(Ready(5, NONCE))
        await guest.say(Join(6, made.code))
        await until(lambda: len(journal.waiting) == 2)
        journal.held = False
        journal.break_down()
        lost = [await peer.answer() for peer in (host, guest)]
        while (room := await host.until(Room)).seats[0].ready or len(room.seats) > 1:
            pass
        again = [await host.ask(Ready(7, NONCE)), await guest.ask(Join(8, made.code))]

        assert [getattr(said, "code", None) for said in lost] == ["suspended", "suspended"]
        assert again == [Ok(7), Ok(8)]


async def test_an_outage_in_the_countdown(house: House, journal: HeldJournal) -> None:
    """A countdown that the journal interrupts starts again."""
    async with house.peer() as host:
        made = await house.create(host, seats=1)
        await house.seat(made.code, host)
        await host.ask(Ready(1, NONCE))
        await host.ask(Start(2))
        journal.held = True
        house.clock.advance(3_000)
        await until(lambda: len(journal.waiting) == 1)
        journal.held = False
        journal.break_down()
        await host.until(Suspended)
        await host.until(Room)
        house.clock.advance(2_999)
        early = await host.play(1, "D")
        house.clock.advance(1)
        while not isinstance(await host.play(1, "D"), Ack):
            pass
        events = [decode(event) for event in journal.events[made.race]]

        assert isinstance(early, Refused)
        assert early.code == "not-started"
        assert len([event for event in events if isinstance(event, CountdownStarted)]) == 2
