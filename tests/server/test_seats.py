"""A seat is its player's through every drop, and the newest socket's."""

import asyncio

import pytest
from msgspec.structs import asdict

from pantagruel_protocol.client_messages import Bank, Join, Leave, Ready, Start
from pantagruel_protocol.http_api import Created
from pantagruel_protocol.server_messages import (
    Ack,
    Countdown,
    Deal,
    Error,
    Ok,
    Progress,
    Refused,
    Resync,
    Reveal,
    Room,
    SeatFrame,
    ServerMessage,
)
from pantagruel_protocol.values import Resume
from pantagruel_server.edge.outbox import Outbox
from pantagruel_server.edge.session import Session
from pantagruel_server.lobby import Seat
from pantagruel_server.rooms.actor import Actor
from pantagruel_server.settings import Settings
from tests.server.house import NONCE, House, Peer, living, until

KINDS = (Session, Outbox, Seat, Actor)
PLAYED = ("D", "D", "D")


def frames(heard: list[ServerMessage]) -> list[ServerMessage]:
    """Answer the state frames among what was heard."""
    return [message for message in heard if isinstance(message, SeatFrame | Resync)]


def sums(heard: list[ServerMessage]) -> list[tuple[int, int, int]]:
    """Answer s, n and draws of each state frame, all of which must be whole pictures."""
    found = []
    for frame in frames(heard):
        assert isinstance(frame, Resync)
        found.append((frame.s, frame.n, frame.view.draws))
    return found


async def picture(peer: Peer, last: type[Progress | Countdown] = Progress) -> list[ServerMessage]:
    """Answer what a socket is shown on its entrance: frames, the room, and what ends it."""
    start = len(peer.heard)
    await peer.until(Room)
    await peer.until(last)
    return peer.heard[start:]


async def played(house: House, peer: Peer, **options: object) -> Created:
    """Run a race in which *peer* has drawn a few times."""
    made = await house.race(peer, **options)
    for n, move in enumerate(PLAYED, 1):
        assert isinstance(await peer.play(n, move), Ack)
    return made


async def test_resume_after_every_frame(house: House) -> None:
    """Wherever a client's knowledge ends, what is sent makes it whole: the same frames again."""
    async with house.peer() as peer:
        made = await played(house, peer)
        await peer.say(Bank(4))
        await peer.until(Reveal)
        everything = frames(peer.heard)
    for s in range(len(everything) + 1):
        async with house.peer(token=peer.token, resume=Resume(made.race, s)) as again:
            heard = await picture(again)

            assert heard[:-2] == everything[s:]
            assert [type(message) for message in heard[-2:]] == [Room, Progress]


async def test_resume_in_the_middle(house: House) -> None:
    """A race that goes on is gone on with: frames, room, rows, and the next command."""
    async with house.peer() as peer:
        made = await played(house, peer)
    async with house.peer(token=peer.token, resume=Resume(made.race, 2)) as again:
        heard = await picture(again)
        ack = await again.play(4, "D")

        assert [type(message) for message in heard] == [Ack, Ack, Room, Progress]
        assert isinstance(ack, Ack)
        assert (ack.s, ack.n) == (5, 4)


async def test_a_client_that_is_ahead(house: House) -> None:
    """Whoever knows of frames that never were gets the whole picture."""
    async with house.peer() as peer:
        made = await played(house, peer)
    async with house.peer(token=peer.token, resume=Resume(made.race, 99)) as again:
        whole = (await picture(again))[0]

        assert isinstance(whole, Resync)
        assert (whole.s, whole.n, whole.view.draws) == (4, 3, 3)


async def test_resume_in_the_countdown(house: House) -> None:
    """Who comes back in the countdown hears of T0 again, and gets the deal with everybody."""
    async with house.peer() as host:
        made = await house.create(host, seats=1)
        await house.seat(made.code, host)
        await host.ask(Ready(1, NONCE))
        await host.ask(Start(2))
        told = await host.until(Countdown)
    async with house.peer(token=host.token, resume=Resume(made.race, 0)) as again:
        heard = await picture(again, Countdown)
        house.clock.advance(3_000)
        deal = await again.until(Deal)

        assert [type(message) for message in heard] == [Room, Countdown]
        assert asdict(told) | {"now": 0} == asdict(heard[1]) | {"now": 0}
        assert deal.s == 1


@pytest.mark.parametrize(("known", "code"), [(False, "race-unknown"), (True, "not-your-race")])
async def test_somebody_elses_seat(house: House, codec: object, *, known: bool, code: str) -> None:
    """A race in which one has no seat cannot be resumed; the socket stays in the lobby."""
    async with house.peer() as host, house.peer() as thief:
        made = await house.race(host)
        resume = Resume(made.race if known else "nowhere", 0)
        async with house.peer(token=thief.token, resume=resume) as again:
            error = await again.until(Error)
            refused = await again.play(1, "D")
            late = await again.ask(Join(1, made.code))

            assert error.code == code
            assert isinstance(refused, Refused)
            assert refused.code == "not-in-race"
            assert isinstance(late, Refused)
            assert late.code == "started"


async def test_two_tabs(house: House) -> None:
    """The newest socket of a seat wins; the old one is told so and closed for good."""
    async with house.peer() as old:
        made = await house.race(old)
        async with house.peer(token=old.token, resume=Resume(made.race, 1)) as new:
            await new.until(Room)

            assert (await old.ended())[::2] == (4003, "replaced")
            assert isinstance(await new.play(1, "D"), Ack)


async def test_join_takes_the_seat_again(house: House) -> None:
    """With the token alone, the code leads back to the own seat, whatever the race's phase."""
    async with house.peer() as peer:
        made = await played(house, peer)
    async with house.peer(token=peer.token) as again:
        answer = await again.ask(Join(1, made.code))
        heard = await picture(again)

        assert answer == Ok(1)
        assert sums(heard) == [(4, 3, 3)]


async def test_leave_keeps_a_dealt_seat(house: House) -> None:
    """After T0 a player who leaves the room may come back to the seat, on the same socket."""
    async with house.peer() as peer:
        made = await played(house, peer)
        left = await peer.ask(Leave(1))
        nothing = await peer.play(4, "D")
        back = await peer.ask(Join(2, made.code))
        heard = await picture(peer)

        assert (left, back) == (Ok(1), Ok(2))
        assert isinstance(nothing, Refused)
        assert sums(heard) == [(4, 3, 3)]


async def test_rivals_see_who_is_there(house: House) -> None:
    """A dropped player's row says so, and so does its return; before T0 the room does."""
    async with house.peer("Panurge") as host, house.peer("Epistemon") as guest:
        made = await house.create(host, seats=2)
        await house.seat(made.code, host, guest)
        async with house.peer(token=guest.token, resume=Resume(made.race, 0)) as second:
            await second.until(Room)
            await guest.ended()
        while [seat.on for seat in (await host.until(Room)).seats] != [True, False]:
            pass
    async with house.peer() as host, house.peer() as guest:
        made = await house.race(host, guest)
        await guest.socket.close()
        while not any(row.seat == 1 and not row.on for row in (await host.until(Progress)).rows):
            pass
        async with house.peer(token=guest.token, resume=Resume(made.race, 1)):
            while not any(row.seat == 1 and row.on for row in (await host.until(Progress)).rows):
                pass


async def test_the_unready_are_left_out(house: House) -> None:
    """Who was not ready at the countdown is in the room no more, and may go elsewhere."""
    async with house.peer() as host, house.peer() as guest:
        made = await house.create(host, seats=2)
        await house.seat(made.code, host, guest)
        await host.ask(Ready(1, NONCE))
        await host.ask(Start(2, without_unready=True))
        while (room := await guest.until(Room)).phase == "open":
            pass
        play = await guest.play(1, "D")
        left = await guest.ask(Leave(3))
        other = await house.create(guest, seats=1)
        joined = await guest.ask(Join(4, other.code))

        assert [seat.player for seat in room.seats] == [host.player]
        assert isinstance(play, Refused)
        assert (left, joined) == (Ok(3), Ok(4))
        assert not any(isinstance(message, Countdown) for message in guest.heard)


async def test_a_seat_in_two_races(house: House) -> None:
    """One player may race twice at once, with a socket for each."""
    async with house.peer() as one, house.peer(token=one.token) as two:
        await house.race(one)
        await house.race(two)

        assert isinstance(await one.play(1, "D"), Ack)
        assert isinstance(await two.play(1, "D"), Ack)


@pytest.mark.slow
async def test_a_thousand_joins_and_drops(settings: Settings) -> None:
    """Looks, joins and drops in great number leave nothing in memory, and nothing by a look."""
    before = [len(living(kind)) for kind in KINDS]  # what other tests' tracebacks hold
    async with House(settings).open() as house, house.peer() as host:
        made = await house.create(host, seats=64)
        await house.seat(made.code, host)

        async def visits(count: int) -> None:
            for number in range(count):
                async with house.peer() as guest:
                    if number % 3 == 0:  # looks, and does nothing
                        continue
                    await guest.say(Join(1, made.code))  # drops, and stays seated
                    if number % 3 == 1 or await guest.answer() != Ok(1):
                        continue
                    await guest.ask(Leave(2))

        await asyncio.gather(*(visits(25) for _ in range(40)))
        await until(
            lambda: all(len(living(kind)) <= n + 1 for kind, n in zip(KINDS, before, strict=True))
        )

        assert (await house.get("/healthz"))[1] == b'{"races":1}'
