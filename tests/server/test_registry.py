"""All races of a server: brought back at its start, archived at their end, and let go."""

import asyncio
import dataclasses
import logging

import pytest
from msgspec import json

from pantagruel_protocol.client_messages import Bank, Hello, Join, Leave, Play
from pantagruel_protocol.codecs import CODECS, Codec
from pantagruel_protocol.replay_file import read
from pantagruel_protocol.server_messages import (
    Ack,
    Deal,
    Ok,
    Over,
    Progress,
    Refused,
    Resync,
    Reveal,
    Room,
    SeatFrame,
    Suspended,
)
from pantagruel_protocol.values import Resume
from pantagruel_protocol.verify import verify
from pantagruel_server.errors import ServerError
from pantagruel_server.journal.port import Lease
from pantagruel_server.race.apply import apply
from pantagruel_server.race.effects import BrokenHistory, Effect
from pantagruel_server.race.events import Event, RaceStoppedFor, decode
from pantagruel_server.race.limits import EMPTY_MS, RECORD_MS
from pantagruel_server.race.state import Race
from pantagruel_server.rooms.actor import Actor
from pantagruel_server.rooms.registry import SLICE_MS
from pantagruel_server.settings import Settings
from tests.server.held import HeldJournal
from tests.server.house import House, Peer, living, until

OUTAGE_MS = 90_000


@pytest.fixture
def journal() -> HeldJournal:
    """Answer a journal that outlives servers."""
    return HeldJournal()


@pytest.fixture
def house(settings: Settings, journal: HeldJournal) -> House:
    """Answer a server that a test starts and stops as it likes."""
    return House(settings, CODECS["pantagruel.v1.json"], open_journal=journal.open)


async def finished(house: House, peer: Peer) -> tuple[str, Reveal]:
    """Race alone, to the end."""
    made = await house.race(peer)
    await peer.say(Bank(1))
    return made.race, await peer.until(Reveal)


async def test_a_restart(house: House, journal: HeldJournal) -> None:
    """A running race goes on after a restart, frame by frame; the outage is nobody's time."""
    async with house.open(), house.peer() as peer:
        made = await house.race(peer, limit_ms=20_000)
        house.clock.advance(1_000)
        await peer.play(1, "D")
        before = [message for message in peer.heard if isinstance(message, SeatFrame)]
        token = peer.token
    house.clock.advance(OUTAGE_MS)
    async with house.open(), house.peer(token=token, resume=Resume(made.race, 0)) as peer:
        deal, ack = await peer.until(Deal), await peer.until(Ack)
        await peer.until(Room)
        house.clock.advance(3_000 + 500)
        after = await peer.play(2, "D")
        events = [decode(event) for event in journal.events[made.race]]

        assert [deal, ack] == before
        assert isinstance(after, Ack)
        assert after.ms == 1_500
        assert [event for event in events if isinstance(event, RaceStoppedFor)] == [
            RaceStoppedFor(1_000, OUTAGE_MS + 3_000)
        ]


async def test_an_open_room_outlives_a_restart(house: House) -> None:
    """Codes and seats are in the journal, so a room may be joined after a restart."""
    async with house.open(), house.peer("Panurge") as host:
        made = await house.create(host, seats=2)
        await house.enter(made.code, host)
    async with house.open(), house.peer("Jean") as guest:
        room = await house.enter(made.code, guest)

        assert [(seat.name, seat.on) for seat in room.seats] == [
            ("Panurge", False),
            ("Jean", True),
        ]


async def test_who_only_looked_in_is_forgotten(house: House) -> None:
    """After a restart a token counts if its player has created or joined a race, else it does not.

    A join that was refused keeps nobody.
    """
    async with (
        house.open(),
        house.peer("Panurge") as host,
        house.peer("Jean") as seated,
        house.peer("Epistemon") as late,
    ):
        made = await house.create(host, seats=1)
        await house.enter(made.code, seated)
        assert isinstance(await late.ask(Join(late.q(), made.code)), Refused)
        tokens = host.token, seated.token
    async with house.open(), house.visit() as peer:
        for token in tokens:
            async with house.peer(token=token):
                pass
        await peer.say(Hello(token=late.token))

        assert await peer.ended() == (4002, "bad-token: nobody has this token", "bad-token")


async def test_leases_are_released(house: House, journal: HeldJournal) -> None:
    """A server that stops lets go of its races."""
    async with house.open(), house.peer() as host:
        made = await house.create(host)

    assert journal.released == [made.race]


async def test_a_broken_race_is_left_aside(
    house: House, journal: HeldJournal, caplog: pytest.LogCaptureFixture
) -> None:
    """Events that nobody can read keep one race back, not the server, and stay untouched."""
    async with house.open(), house.peer() as host:
        made = await house.create(host)
        await house.create(host)
        token = host.token
    for broken in (b"\xff\x00", b"", journal.events[made.race][0]):
        events = [*journal.events[made.race][:1], broken]
        journal.events[made.race] = events
        with caplog.at_level(logging.ERROR):
            async with house.open(), house.peer(token=token) as host:
                refused = await host.ask(Join(1, made.code))
                health = (await house.get("/healthz"))[1]

        assert isinstance(refused, Refused)
        assert refused.code == "unknown-code"
        assert json.decode(health) == {"races": 1}
        assert f"race {made.race} is left aside" in caplog.text
        assert journal.events[made.race] == events
        caplog.clear()


async def test_a_journal_that_fails_at_the_start(house: House, journal: HeldJournal) -> None:
    """A server that cannot own its races does not start without them."""
    async with house.open(), house.peer() as host:
        await house.create(host)
    journal.down = True

    with pytest.raises(ServerError, match="cannot be brought back"):
        async with house.open():
            pass


async def test_leases_share_a_flush(house: House, journal: HeldJournal) -> None:
    """Races come back side by side: one by one each would wait for a flush of its own."""
    async with house.open(), house.peer() as host:
        for _ in range(3):
            await house.create(host)
    everybody = asyncio.Barrier(3)
    acquire = journal.acquire

    async def acquire_together(race: str, node: str, ttl_ms: int) -> Lease | None:
        await everybody.wait()
        return await acquire(race, node, ttl_ms)

    journal.acquire = acquire_together  # type: ignore[method-assign]  # to see who waits
    async with asyncio.timeout(5), house.open():
        _, health = await house.get("/healthz")

    assert json.decode(health) == {"races": 3}


async def test_a_closed_race_is_archived(house: House, journal: HeldJournal) -> None:
    """When a race is closed its replay is stored, and the journal knows it as live no more."""
    async with house.open(), house.peer() as peer:
        race, _ = await finished(house, peer)
        await until(lambda: race in journal.left)

        assert verify(read(journal.kept(race))) is None
        assert await journal.live() == []


async def test_the_archive_is_tried_again(house: House, journal: HeldJournal) -> None:
    """A journal that does not answer then is asked until it does; meanwhile the replay is here."""
    async with house.open(), house.peer() as peer:
        made = await house.race(peer)
        journal.archives = False
        await peer.say(Bank(1))
        await peer.until(Reveal)
        status, early = await house.get(f"/api/races/{made.race}/replay")
        assert await journal.live() == [made.race]
        journal.archives = True
        await until(lambda: made.race in journal.left)

        assert status == 200
        assert early == journal.kept(made.race)


async def test_the_archive_after_another_epoch(house: House, journal: HeldJournal) -> None:
    """If the lease is old by then, the race is owned anew."""
    async with house.open(), house.peer() as peer:
        made = await house.race(peer)
        journal.fenced_archives = 1
        await peer.say(Bank(1))
        await until(lambda: made.race in journal.left)

        assert read(journal.kept(made.race)).race == made.race


async def test_closed_and_not_archived(house: House, journal: HeldJournal) -> None:
    """A race that closed just before the server stopped is archived by the next start."""
    async with house.open(), house.peer() as peer:
        race, _ = await finished(house, peer)
        token = peer.token
        await until(lambda: race in journal.left)
    stored = journal.kept(race)
    del journal.left[race]
    async with house.open(), house.peer(token=token, resume=Resume(race, 0)) as peer:
        reveal = await peer.until(Reveal)
        await until(lambda: race in journal.left)

        assert journal.kept(race) == stored
        assert (await house.get(reveal.replay))[1] == stored


async def test_a_recorded_race_is_let_go(house: House, journal: HeldJournal) -> None:
    """Ten minutes after its end a race is only a replay; who still looks at it may leave."""
    async with house.open(), house.peer() as peer:
        race, reveal = await finished(house, peer)
        await until(lambda: race in journal.left)
        house.clock.advance(RECORD_MS)
        while (await peer.until(Room)).phase != "recorded":
            pass
        await until(lambda: not living(Actor) or len(living(Actor)) == 1)
        late = await peer.play(2, "D")
        left = await peer.ask(Leave(1))
        async with house.peer(token=peer.token, resume=Resume(race, 0)) as again:
            gone = await again.hear()

        assert json.decode((await house.get("/healthz"))[1]) == {"races": 0}
        assert isinstance(late, Refused)
        assert left == Ok(1)
        assert getattr(gone, "code", None) == "race-unknown"
        assert (await house.get(reveal.replay))[0] == 200


async def test_an_empty_room_is_cancelled(house: House, journal: HeldJournal) -> None:
    """A race that nobody sits in is not kept for ever; its code is free, its replay none."""
    async with house.open(), house.peer() as host:
        made = await house.create(host)
        house.clock.advance(EMPTY_MS)
        await until(lambda: made.race in journal.left)
        refused = await host.ask(Join(1, made.code))

        assert isinstance(refused, Refused)
        assert refused.code == "unknown-code"
        assert json.decode((await house.get("/healthz"))[1]) == {"races": 0}
        assert (await house.get(f"/api/races/{made.race}/replay"))[0] == 404


async def test_a_failed_opening(house: House, journal: HeldJournal) -> None:
    """A race whose first event is lost was never there, and takes nobody's place."""
    house.settings = dataclasses.replace(house.settings, max_races=1)
    async with house.open(), house.peer() as host:
        for _ in range(2):
            journal.fail_appends = 1
            status, trouble = await house.post("/api/races", {"variant": "turn1"}, host.token)
            assert (status, trouble["code"]) == (503, "unavailable")
        await house.create(host)

        assert json.decode((await house.get("/healthz"))[1]) == {"races": 1}


async def test_a_lost_lease_is_noticed(house: House, journal: HeldJournal) -> None:
    """An idle race whose lease another epoch has taken is owned again, without a command."""
    house.settings = dataclasses.replace(house.settings, lease_ms=30)
    async with house.open(), house.peer() as peer:
        made = await house.race(peer)
        journal.fence(made.race)
        await peer.until(Resync)

        assert isinstance(await peer.play(1, "D"), Ack)


async def test_a_history_that_breaks_while_live(house: House, journal: HeldJournal) -> None:
    """If the journal cannot be read any more, the race ends for its sockets, with a reason."""
    async with house.open(), house.peer() as peer:
        made = await house.race(peer)
        journal.events[made.race][1] = b"\xff"
        journal.fence(made.race)
        await peer.say(Play(1, "D"))

        assert (await peer.ended())[::2] == (1011, "fault")
        assert json.decode((await house.get("/healthz"))[1]) == {"races": 0}


@pytest.mark.parametrize("by", ["a command", "the clock"])
async def test_a_race_that_cannot_go_on(
    house: House, by: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """If an event cannot be applied, memory is thrown away and read again; others go on."""
    async with house.open(), house.peer("Panurge") as peer, house.peer("Jean") as other:
        await house.race(peer)
        await house.race(other)
        faults = ["memory is wrong"]

        def fails_once(race: Race, event: Event) -> Effect:
            if faults and race.host == peer.player:
                raise BrokenHistory(faults.pop())
            return apply(race, event)

        monkeypatch.setattr("pantagruel_server.rooms.epoch.apply", fails_once)
        if by == "a command":
            await peer.say(Play(1, "D"))
            assert (await peer.ended())[::2] == (1011, "fault")
        else:
            house.clock.advance(1_000)
            await peer.until(Suspended)
            await peer.until(Resync)
            assert isinstance(await peer.play(1, "D"), Ack)

        assert isinstance(await other.play(1, "D"), Ack)
        assert "memory is wrong" in caplog.text


async def test_another_nodes_race(house: House, journal: HeldJournal) -> None:
    """A race that another node owns by now is asked for until it is free."""
    async with house.open(), house.peer() as peer:
        made = await house.race(peer)
        journal.elsewhere.add(made.race)
        journal.fence(made.race)
        await peer.say(Play(1, "D"))
        await peer.until(Suspended)
        journal.elsewhere.clear()

        assert isinstance(await peer.until(Resync), Resync)


async def test_rows_are_gathered(settings: Settings, codec: Codec) -> None:
    """However many moves fall into one tick, each player has one row in one frame."""
    slow = dataclasses.replace(settings, tick_ms=150)
    async with (
        House(slow, codec).open() as house,
        house.peer() as host,
        house.peer() as guest,
    ):
        await house.race(host, guest)
        await guest.until(Progress)
        for n in range(1, 6):
            await host.play(n, "D")
        await host.say(Bank(6))
        await host.until(Over)
        rows = await guest.until(Progress)

        assert [(row.seat, row.moves, row.ended) for row in rows.rows] == [(0, 0, "bank")]


async def test_a_tick_makes_way(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a race that took long to tell, others have their turn before the next race tells."""
    told: list[str] = []

    def tell(_: Actor) -> None:
        told.append("race")
        house.clock.advance(SLICE_MS)
        asyncio.get_running_loop().call_soon(told.append, "others")

    async with house.open(), house.peer() as one, house.peer() as another:
        await house.race(one)
        await house.race(another)
        with monkeypatch.context() as patch:
            patch.setattr(Actor, "tell", tell)
            for actor in living(Actor):
                actor.presence("nobody")
            await until(lambda: told.count("others") >= 2)
    assert told[:4] == ["race", "others"] * 2
