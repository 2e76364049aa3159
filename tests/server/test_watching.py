"""Watching over real sockets: what watchers are sent, when, and who may be one."""

from collections.abc import Iterable

import pytest

from pantagruel_protocol.client_messages import (
    Bank,
    Join,
    Leave,
    Play,
    Ready,
    Say,
    Settings,
    Start,
    Unwatch,
    Watch,
)
from pantagruel_protocol.codes import Code
from pantagruel_protocol.http_api import Created
from pantagruel_protocol.server_messages import (
    Ack,
    Board,
    Ok,
    Outlined,
    Over,
    Progress,
    Refused,
    Results,
    Reveal,
    Room,
    Said,
    ServerMessage,
    Steps,
)
from pantagruel_protocol.values import Faces, Step
from tests.server.house import NONCE, House, Peer
from tests.server.texts import cards


async def watch(peer: Peer, code: str) -> Ok | Refused:
    """Ask to watch."""
    return await peer.ask(Watch(peer.q(), code))


async def heard(peer: Peer, kind: type[ServerMessage], count: int) -> None:
    """Wait until *peer* has heard so many messages of a kind."""
    while sum(isinstance(message, kind) for message in peer.heard) < count:
        await peer.hear()


async def stepped(peer: Peer, count: int) -> list[Step]:
    """Wait until *peer* was told so many steps with the rows; answer them."""
    while len(steps := list(told(peer))) < count:
        await peer.hear()
    return steps


def told(peer: Peer) -> Iterable[Step]:
    """Answer the steps that came with rows."""
    for message in peer.heard:
        if isinstance(message, Progress):
            yield from message.steps


async def racing(house: House, *peers: Peer, faces: Faces = 0) -> Created:
    """Run a race with a setting of when faces are shown."""
    return await house.race(*peers, faces=faces)


async def test_a_watcher_sees_every_board_and_each_step(house: House) -> None:
    """With faces at once: the room, a picture of each board as it is, and what follows."""
    async with house.peer() as anna, house.peer() as ben, house.peer() as zoe:
        made = await racing(house, anna, ben)
        await anna.play(1, "D")
        assert isinstance(await watch(zoe, made.code), Ok)
        await heard(zoe, Board, 2)
        await anna.play(2, "D")
        await ben.play(1, "D")
        steps = await stepped(zoe, 2)

        boards = [message for message in zoe.heard if isinstance(message, Board)]
        assert sorted((board.seat, board.k) for board in boards) == [(0, 1), (1, 0)]
        assert {(0, 2, "D"), (1, 1, "D")} == {(step.seat, step.k, step.m) for step in steps}
        ack = next(m for m in anna.heard if isinstance(m, Ack) and m.n == 2)
        assert next(step.drawn for step in steps if step.seat == 0) == ack.drawn
        rooms = [message for message in zoe.heard if isinstance(message, Room)]
        assert rooms[0].watchers == 1
        assert not any(step for step in told(anna))


async def test_late_faces_come_late(house: House) -> None:
    """What lies there is shown at once and blank; no card is in any frame before its time."""
    async with house.peer() as anna, house.peer() as zoe:
        made = await racing(house, anna, faces=2)
        assert isinstance(await watch(zoe, made.race), Ok)
        await heard(zoe, Outlined, 1)
        house.clock.advance(1_000)
        await anna.play(1, "D")
        assert await stepped(zoe, 1) == [Step(0, 1, 1_000, "D")]
        house.clock.advance(999)
        await anna.play(2, "D")
        await stepped(zoe, 2)
        assert cards(zoe.raw, zoe.codec) == []

        house.clock.advance(1)
        board = await zoe.until(Board)
        assert (board.k, board.view.waste) == (0, ())
        assert isinstance(board, Board)
        house.clock.advance(1_000)
        late = await zoe.until(Steps)
        ack = next(m for m in anna.heard if isinstance(m, Ack) and m.n == 1)
        assert late.steps == (Step(0, 1, 1_000, "D", ack.drawn),)


async def test_faces_after_the_end(house: House) -> None:
    """Nothing but blanks until the last player is done; then everything, the secrets too."""
    async with house.peer() as anna, house.peer() as ben, house.peer() as zoe:
        made = await racing(house, anna, ben, faces="end")
        await watch(zoe, made.code)
        await anna.play(1, "D")
        await anna.say(Bank(2))
        house.clock.advance(5_000)
        await ben.play(1, "D")
        await stepped(zoe, 3)
        assert cards(zoe.raw, zoe.codec) == []
        await ben.say(Bank(2))
        await heard(zoe, Board, 2)

        results = next(m for m in zoe.heard if isinstance(m, Results))
        reveal = next(m for m in zoe.heard if isinstance(m, Reveal))
        assert (results.s, reveal.s) == (None, None)
        assert {board.k for board in zoe.heard if isinstance(board, Board)} == {2}


async def test_who_comes_after_the_end_sees_it_all(house: House) -> None:
    """The boards, the table and the secrets, however late the faces were."""
    async with house.peer() as anna, house.peer() as zoe:
        made = await racing(house, anna, faces="end")
        await anna.say(Bank(1))
        await anna.until(Reveal)
        assert isinstance(await watch(zoe, made.code), Ok)
        for kind in (Results, Reveal, Board):
            await heard(zoe, kind, 1)


async def test_nobody_watches_the_own_deal(house: House) -> None:
    """Not by the socket of the seat, nor by another one; once done, by both."""
    async with house.peer() as anna, house.peer() as ben:
        made = await racing(house, anna, ben)
        async with house.peer(token=anna.token) as second:
            refused = await watch(second, made.code)
            assert isinstance(refused, Refused)
            assert refused.code is Code.OWN_RACE
            refused = await watch(anna, made.code)
            assert isinstance(refused, Refused)
            assert refused.code is Code.OWN_RACE
            await anna.say(Bank(1))
            while not isinstance(await watch(second, made.code), Ok):
                pass
            await heard(second, Board, 2)


async def test_who_is_done_watches_the_others(house: House) -> None:
    """The seat's own frames go on beside the boards, and end alike."""
    async with house.peer() as anna, house.peer() as ben:
        made = await racing(house, anna, ben)
        await anna.play(1, "D")
        await anna.say(Bank(2))
        await anna.until(Over)
        assert isinstance(await watch(anna, made.code), Ok)
        await heard(anna, Board, 2)
        await ben.play(1, "D")
        assert await stepped(anna, 1)
        assert isinstance(await anna.ask(Unwatch(anna.q())), Ok)
        await ben.play(2, "D")
        await ben.say(Bank(3))
        await anna.until(Reveal)

        assert [step.k for step in told(anna)] == [1]
        assert len([message for message in anna.heard if isinstance(message, Reveal)]) == 1


async def test_from_seat_to_gallery_and_back(house: House) -> None:
    """Before T0 the same socket changes roles, and the room shows it to all."""
    async with house.peer() as anna, house.peer() as ben:
        made = await house.create(anna, seats=2)
        await house.seat(made.code, anna, ben)
        assert isinstance(await watch(ben, made.code), Ok)
        room = await ben.until(Room)
        assert ([anna.player], 1) == ([seat.player for seat in room.seats], room.watchers)
        refused = await ben.ask(Ready(ben.q(), NONCE))
        assert isinstance(refused, Refused)
        assert refused.code is Code.WATCHING
        assert isinstance(await ben.ask(Join(ben.q(), made.code)), Ok)
        room = await ben.until(Room)

        assert [anna.player, ben.player] == [seat.player for seat in room.seats]
        assert isinstance(await ben.ask(Ready(ben.q(), NONCE)), Ok)


async def test_a_refused_seat_leaves_the_watcher_in_place(house: House) -> None:
    """A full race, or one that has started, is watched on."""
    async with house.peer() as anna, house.peer() as zoe:
        made = await racing(house, anna)
        await watch(zoe, made.code)
        refused = await zoe.ask(Join(zoe.q(), made.code))
        assert isinstance(refused, Refused)
        assert refused.code is Code.STARTED
        await anna.play(1, "D")

        assert await stepped(zoe, 1)


async def test_sitting_down_elsewhere_ends_the_watching(house: House) -> None:
    """Somebody who takes a seat by a second socket is a watcher no more."""
    async with house.peer() as anna, house.peer() as zoe:
        made = await house.create(anna, seats=2)
        await watch(zoe, made.code)
        async with house.peer(token=zoe.token) as second:
            await house.enter(made.code, second)
            assert (await zoe.ended())[0] == 4003


async def test_a_second_socket_does_not_take_the_seat_away(house: House) -> None:
    """Before T0 only the socket of the seat may change it for the gallery."""
    async with house.peer() as anna:
        made = await house.create(anna)
        await house.enter(made.code, anna)
        async with house.peer(token=anna.token) as second:
            refused = await watch(second, made.code)

            assert isinstance(refused, Refused)
            assert refused.code is Code.OWN_RACE
            assert isinstance(await anna.ask(Ready(anna.q(), NONCE)), Ok)


async def test_a_numbered_deal_is_nobodys_to_watch_and_play(house: House) -> None:
    """The same seed deals the same cards in another race."""
    async with house.peer() as anna, house.peer() as ben:
        await house.race(anna, seed="pan")
        other = await house.race(ben, seed="pan")
        different = await house.create(ben, seed="other")
        async with house.peer(token=anna.token) as second:
            refused = await watch(second, other.code)
            assert isinstance(refused, Refused)
            assert refused.code is Code.OWN_RACE
            assert isinstance(await watch(second, different.code), Ok)
        async with house.peer() as zoe:
            await watch(zoe, other.code)
            third = await house.create(zoe, seed="pan")
            async with house.peer(token=zoe.token) as seat:
                await house.enter(third.code, seat)
                assert (await zoe.ended())[0] == 4003


@pytest.mark.parametrize(
    "message", [Play(1, "D"), Leave(1), Ready(1, NONCE), Bank(1)], ids=lambda m: type(m).__name__
)
async def test_watchers_do_not_play(house: House, message: Play | Leave | Ready | Bank) -> None:
    """A spectator's socket sends moves: refused."""
    async with house.peer() as anna, house.peer() as zoe:
        made = await racing(house, anna)
        await watch(zoe, made.code)
        refused = await zoe.ask(message)

        assert isinstance(refused, Refused)
        assert refused.code is Code.WATCHING


async def test_talk_reaches_whom_it_may(house: House) -> None:
    """What a watcher says of a running race stays in the gallery; who comes later reads it."""
    async with house.peer("Anna") as anna, house.peer("Zoe") as zoe, house.peer("Yan") as yan:
        made = await racing(house, anna)
        await watch(zoe, made.code)
        assert isinstance(await zoe.ask(Say(zoe.q(), " hid\u202eden\n king ")), Ok)
        await heard(zoe, Said, 1)
        assert isinstance(await anna.ask(Say(anna.q(), "hello")), Ok)
        await heard(anna, Said, 1)
        said = [message for message in anna.heard if isinstance(message, Said)]
        assert [(m.name, m.text, m.watching) for m in said] == [("Anna", "hello", False)]
        await watch(yan, made.code)
        await heard(yan, Said, 2)

        said = [message for message in yan.heard if isinstance(message, Said)]
        assert [(m.name, m.watching) for m in said] == [("Zoe", True), ("Anna", False)]
        assert said[0].text == "hidden king"


async def test_nobody_talks_without_end(house: House) -> None:
    """Five lines at once and one a second; the socket lives on."""
    async with house.peer() as anna:
        await racing(house, anna)
        answers = [await anna.ask(Say(anna.q(), "la")) for _ in range(6)]
        assert [type(answer) for answer in answers] == [Ok] * 5 + [Refused]
        assert isinstance(answers[5], Refused)
        assert answers[5].code is Code.TOO_FAST
        blank = await anna.ask(Say(anna.q(), "\u202e"))
        assert isinstance(blank, Refused)
        assert blank.code is Code.BAD_FIELD
        house.clock.advance(1_000)

        assert isinstance(await anna.ask(Say(anna.q(), "la")), Ok)


async def test_talk_after_the_end_is_not_journalled(house: House) -> None:
    """The log of an archived race takes nothing more, and nobody notices."""
    async with house.peer() as anna, house.peer() as zoe:
        made = await racing(house, anna)
        await watch(zoe, made.code)
        await anna.say(Bank(1))
        await anna.until(Reveal)
        assert isinstance(await zoe.ask(Say(zoe.q(), "well played")), Ok)
        await heard(anna, Said, 1)


async def test_a_host_may_watch_and_rule(house: House) -> None:
    """Settings and start are the host's, seated or not."""
    async with house.peer() as anna, house.peer() as ben:
        made = await house.create(anna, seats=1)
        await watch(anna, made.code)
        await house.enter(made.code, ben)
        assert isinstance(await anna.ask(Settings(anna.q(), name="Friday", faces=3)), Ok)
        while (await ben.until(Room)).settings.faces != 3:
            pass
        assert isinstance(await ben.ask(Ready(ben.q(), NONCE)), Ok)
        assert isinstance(await anna.ask(Start(anna.q())), Ok)


async def test_a_host_rises_to_watch_and_rules_on(house: House) -> None:
    """Who gives up the seat for the gallery is still there."""
    async with house.peer() as anna, house.peer() as ben:
        made = await house.create(anna, seats=2)
        await house.seat(made.code, anna, ben)
        assert isinstance(await watch(anna, made.code), Ok)
        room = await anna.until(Room)
        assert (room.host, [seat.player for seat in room.seats]) == (anna.player, [ben.player])
        assert isinstance(await ben.ask(Ready(ben.q(), NONCE)), Ok)
        assert isinstance(await anna.ask(Start(anna.q())), Ok)


async def test_who_does_not_watch_cannot_stop(house: House) -> None:
    """The lobby is no gallery."""
    async with house.peer() as zoe:
        refused = await zoe.ask(Unwatch(1))

        assert isinstance(refused, Refused)
        assert refused.code is Code.NOT_IN_RACE
