"""Failures that other games met, about seats and spectators, each with its number."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random

import pytest
from msgspec import to_builtins

from pantagruel_client.door import final
from pantagruel_client.errors import SeatTaken
from pantagruel_client.wire import WireClosed
from pantagruel_engine.deal import key_of_text, layout
from pantagruel_engine.game import Game
from pantagruel_engine.notation import parse_move
from pantagruel_engine.rows import variant
from pantagruel_protocol.client_messages import (
    Bank,
    Finish,
    Forfeit,
    Join,
    Play,
    Ready,
    Start,
    Watch,
)
from pantagruel_protocol.codecs import CODECS, Codec
from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import (
    Ack,
    Board,
    Deal,
    Ok,
    Progress,
    Refused,
    Room,
    Steps,
)
from pantagruel_protocol.values import Resume
from pantagruel_server.race import sight
from pantagruel_server.race.events import MovePlayed, PlayerJoined, PlayerReadied, decode
from pantagruel_server.settings import BOUNDLESS, Settings
from tests.server.held import HeldJournal
from tests.server.house import COUNTDOWN_MS, NONCE, House, Peer, until
from tests.server.texts import CARD, cards, texts_of

SEED = "pan"
MOVES = 5
REPLACED = 4003


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Any free port, and no longer waits than a test needs."""
    return Settings(port=0, data=tmp_path, tick_ms=5, close_ms=500, bounds=BOUNDLESS)


@pytest.fixture(params=CODECS.values(), ids=lambda codec: codec.name.rpartition(".")[2])
def codec(request: pytest.FixtureRequest) -> Codec:
    """Both encodings, one after the other."""
    found: Codec = request.param
    return found


@pytest.fixture
def journal() -> HeldJournal:
    """Answer a journal that a test can hold."""
    return HeldJournal()


@pytest.fixture
async def house(settings: Settings, codec: Codec, journal: HeldJournal) -> AsyncIterator[House]:
    """Run a server on that journal."""
    async with House(settings, codec, open_journal=journal.open).open() as opened:
        yield opened


def moves_in(journal: HeldJournal, race: str) -> list[tuple[int, str]]:
    """Answer the number and the text of every move that is on disk."""
    events = map(decode, journal.events[race])
    return [(event.n, event.text) for event in events if isinstance(event, MovePlayed)]


def hang_up(peer: Peer) -> None:
    """Drop the socket without a word."""
    peer.socket.transport.abort()


async def command_answer(peer: Peer) -> Ack | Refused:
    """Wait for the next answer to a command."""
    while not isinstance(answer := await peer.hear(), Ack | Refused):
        pass
    return answer


# 14: a client reconnects with five unacknowledged moves.


async def resend(peer: Peer, chance: Random) -> dict[int, list[Ack | Refused]]:
    """Say every move twice, in any order, until each was acknowledged; answer the answers."""
    answers: dict[int, list[Ack | Refused]] = {n: [] for n in range(1, MOVES + 1)}
    while not all(any(isinstance(one, Ack) for one in each) for each in answers.values()):
        order = [*answers, *answers]
        chance.shuffle(order)
        await peer.say(*(Play(n, "D") for n in order))
        for n in order:
            answer = await command_answer(peer)
            assert answer.n == n
            answers[n].append(answer)
    return answers


@pytest.mark.parametrize("arrived", range(MOVES + 1))
async def test_scenario_14_moves_sent_again(
    house: House, journal: HeldJournal, arrived: int
) -> None:
    """A client reconnects with five unacknowledged moves and sends all twice and out of order.

    The journal is contiguous, each move once, each answer equal.
    """
    async with house.peer() as lost:
        made = await house.race(lost)
        journal.held = True
        await lost.say(*(Play(n, "D") for n in range(1, arrived + 1)))
        await until(lambda: len(journal.waiting) == arrived)
        hang_up(lost)
        journal.held = False
        journal.flush()
        async with house.peer(token=lost.token, resume=Resume(made.race, lost.s)) as back:
            await back.until(Room)
            answers = await resend(back, Random(arrived))

            for n, heard in answers.items():
                acks = [answer for answer in (*heard, *back.heard) if isinstance(answer, Ack)]
                assert len({repr(ack) for ack in acks if ack.n == n}) == 1
            refusals = [
                one for each in answers.values() for one in each if isinstance(one, Refused)
            ]
            assert all(one.code is Code.STALE for one in refusals)
    assert moves_in(journal, made.race) == [(n, "D") for n in range(1, MOVES + 1)]


# 16: two tabs take the same seat from each other.


async def test_scenario_16_two_tabs(house: House) -> None:
    """Two tabs take the same seat from each other: the loser gets a final code.

    Its client, which reads the code, does not retry; `test_manners` shows that at work.
    """
    async with house.peer() as first:
        made = await house.race(first)
        async with house.peer(token=first.token, resume=Resume(made.race, first.s)) as second:
            await second.until(Room)
            code, reason, said = await first.ended()
            assert isinstance(final(WireClosed(code, reason)), SeatTaken)
            assert (code, said) == (REPLACED, "replaced")
            assert isinstance(await second.play(1, "D"), Ack)
            async with house.peer(token=first.token) as third:
                await house.enter(made.code, third)
                assert (await second.ended())[0] == REPLACED
                assert isinstance(await third.play(2, "D"), Ack)


# 20: a spectator's socket sends moves.


def open_by(draws: int) -> set[str]:
    """Name the cards that lie open in the practice deal after so many draws, or did before."""
    game, seen = Game.start(layout(variant("turn1"), key_of_text(SEED))), set[str]()
    for n in range(draws + 1):
        if n:
            game.play(parse_move("D"))
        seen |= set(filter(CARD.fullmatch, texts_of(to_builtins(sight.view(game)))))
    return seen


async def test_scenario_20_a_spectator_plays(house: House, journal: HeldJournal) -> None:
    """A spectator's socket sends moves: refused; it sees no card newer than the delay."""
    async with house.peer() as player, house.peer() as spectator:
        made = await house.race(player, seed=SEED, faces=2)
        assert isinstance(await spectator.ask(Watch(1, made.code)), Ok)
        for second in range(1, 8):
            house.clock.advance(1_000)
            if second >= 2:
                await spectator.until(Board if second == 2 else Steps)
            for message in (Play(second, "D"), Finish(second), Bank(second), Forfeit(second)):
                refused = await spectator.ask(message)
                assert isinstance(refused, Refused)
                assert (refused.n, refused.code) == (second, Code.WATCHING)
            assert isinstance(await player.play(second, "D"), Ack)
            await spectator.until(Progress)
            seen = set(cards(spectator.raw, house.codec))
            assert seen == (open_by(second - 2) if second >= 2 else set())
    assert moves_in(journal, made.race) == [(n, "D") for n in range(1, 8)]


# 22: a response is dropped after the commit.


async def test_scenario_22_a_lost_answer(house: House, journal: HeldJournal) -> None:
    """A response is dropped after the commit: the repeated command gets the stored answer.

    Nothing happens twice: not the seat, not the readiness, not the move.
    """
    async with house.peer() as host, house.peer() as lost:
        made = await house.create(host, seats=2)
        await house.seat(made.code, host)
        assert isinstance(await host.ask(Ready(host.q(), NONCE)), Ok)
        await dropped(journal, lost, Join(1, made.code))
        async with house.peer(token=lost.token) as again:
            await house.enter(made.code, again)
            await dropped(journal, again, Ready(2, NONCE))
        async with house.peer(token=lost.token) as again:
            await house.enter(made.code, again)
            assert isinstance(await again.ask(Ready(2, NONCE)), Ok)
            assert isinstance(await host.ask(Start(host.q())), Ok)
            house.clock.advance(COUNTDOWN_MS)
            await again.until(Deal)
            await dropped(journal, again, Play(1, "D"))
        house.clock.advance(500)
        async with house.peer(token=lost.token, resume=Resume(made.race, 1)) as again:
            stored = await again.until(Ack)
            answer = await again.play(1, "D")
            other = await again.play(1, "R")

            assert answer == stored
            assert answer.ms == 0
            assert isinstance(other, Refused)
    events = list(map(decode, journal.events[made.race]))
    for kind in (PlayerJoined, PlayerReadied):
        assert len([event for event in events if isinstance(event, kind)]) == 2
    assert moves_in(journal, made.race) == [(1, "D")]


async def dropped(journal: HeldJournal, peer: Peer, message: Join | Ready | Play) -> None:
    """Let *message* be done, and its answer be lost."""
    journal.held = True
    await peer.say(message)
    await until(lambda: len(journal.waiting) == 1)
    hang_up(peer)
    with suppress(Exception):
        await peer.socket.wait_closed()
    journal.flush()
    journal.held = False


# 24: a player toggles between player and spectator while the host starts.


class Toggler:
    """Somebody who cannot decide, and sometimes asks again before the answer is there."""

    def __init__(self, peer: Peer, code: str, chance: Random) -> None:
        self.peer = peer
        self._code = code
        self._chance = chance
        self._q = count(100)
        self._asked: list[int] = []

    async def toggle(self) -> None:
        """Change places some times."""
        for _ in range(self._chance.randint(1, 4)):
            await self._ask(Watch(next(self._q), self._code))
            await self._ask(Join(next(self._q), self._code))
            await self._ask(Ready(next(self._q), NONCE))
            if self._chance.random() < 0.3:
                await asyncio.sleep(0.001)
        while self._asked:
            await self._answer()
        await self.peer.ask(Ready(next(self._q), NONCE))  # the start waits for it, if seated

    async def _ask(self, message: Watch | Join | Ready) -> None:
        self._asked.append(message.q)
        await self.peer.say(message)
        while self._asked and self._chance.random() < 0.7:
            await self._answer()

    async def _answer(self) -> None:
        answer = await self.peer.answer()
        assert answer.q is not None
        self._asked.remove(answer.q)


async def flushing(journal: HeldJournal, chance: Random) -> None:
    """Write what waits, a little at a time."""
    while True:
        journal.flush(chance.randint(1, 3))
        await asyncio.sleep(chance.choice((0, 0.001)))


async def starting(host: Peer, chance: Random) -> None:
    """Ask for the start until it is granted."""
    await asyncio.sleep(chance.uniform(0, 0.01))
    for _ in range(2_000):
        if isinstance(await host.ask(Start(host.q())), Ok):
            return
    raise AssertionError


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(25))
async def test_scenario_24_toggling_while_the_host_starts(
    house: House, journal: HeldJournal, seed: int
) -> None:
    """A player toggles between player and spectator while the host starts.

    Never both roles, never none: who is dealt cards sees no board, and who has no seat watches.
    """
    chance = Random(seed)
    async with house.peer() as host, house.peer() as peer, house.peer() as witness:
        made = await house.create(host, seats=2)
        await house.seat(made.code, host, peer)
        for each in (host, peer):
            assert isinstance(await each.ask(Ready(each.q(), NONCE)), Ok)
        toggler = Toggler(peer, made.code, chance)
        journal.held = True
        flusher = asyncio.create_task(flushing(journal, chance))
        try:
            await asyncio.gather(toggler.toggle(), starting(host, chance))
        finally:
            flusher.cancel()
            journal.held = False
            journal.flush()
        assert isinstance(await witness.ask(Watch(1, made.code)), Ok)
        room = await witness.until(Room)
        seated = peer.player in {seat.player for seat in room.seats}
        assert (seated, room.watchers) in {(True, 1), (False, 2)}

        house.clock.advance(COUNTDOWN_MS)
        await host.until(Deal)
        assert isinstance(await host.play(1, "D"), Ack)
        await (plays if seated else watches)(peer, made.code)


async def plays(peer: Peer, code: str) -> None:
    """Find out that *peer* has a seat, and no more."""
    await peer.until(Deal)
    assert isinstance(await peer.play(1, "D"), Ack)
    refused = await peer.ask(Watch(999, code))
    assert isinstance(refused, Refused)
    assert refused.code is Code.OWN_RACE
    assert not any(isinstance(message, Board) for message in peer.heard)


async def watches(peer: Peer, _code: str) -> None:
    """Find out that *peer* watches, and no more."""
    await peer.until(Board)
    refused = await peer.ask(Play(1, "D"))
    assert isinstance(refused, Refused)
    assert refused.code is Code.WATCHING
    assert not any(isinstance(message, Deal) for message in peer.heard)
