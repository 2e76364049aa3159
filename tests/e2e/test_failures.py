"""Failures that other games met, each as a scenario with its number."""

import asyncio
import gc
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import msgpack
import pytest
from msgspec import json

from pantagruel_engine.deal import key_of_text, layout
from pantagruel_engine.game import Game
from pantagruel_engine.rows import variant
from pantagruel_protocol.client_messages import Bank, Hello, Join, Leave, Ping, Watch
from pantagruel_protocol.codecs import CODECS, Codec
from pantagruel_protocol.replay_file import read
from pantagruel_protocol.server_messages import Ack, Ok, Pong, Refused, Resync, Reveal
from pantagruel_protocol.values import BIGGEST, Resume
from pantagruel_protocol.verify import verify
from pantagruel_server.edge.crowd import Crowd
from pantagruel_server.edge.outbox import Outbox
from pantagruel_server.edge.session import Session
from pantagruel_server.edge.socket import GameSocket
from pantagruel_server.identity import Identity
from pantagruel_server.lobby import Seat
from pantagruel_server.race.limits import LOBBY_MS
from pantagruel_server.rooms.actor import Actor
from pantagruel_server.settings import BOUNDLESS, Settings
from tests.server.held import HeldJournal
from tests.server.house import House, Peer, living, until

MSGPACK, JSON = CODECS.values()
SEED = "pan"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Any free port, and no longer waits than a test needs."""
    return Settings(port=0, data=tmp_path, tick_ms=5, close_ms=500, bounds=BOUNDLESS)


@pytest.fixture(params=CODECS.values(), ids=lambda codec: codec.name.rpartition(".")[2])
def codec(request: pytest.FixtureRequest) -> Codec:
    """Both encodings, one after the other."""
    found: Codec = request.param
    return found


# 4: frames carry forged times, lag values or sequence fields.

FORGED: list[dict[str, object]] = [
    {"t": "play", "n": 2, "m": "D", "ms": 1},
    {"t": "play", "n": 2, "m": "D", "at": 0},
    {"t": "play", "n": 2, "m": "D", "lag": 5_000},
    {"t": "play", "n": 2, "m": "D", "s": 99},
    {"t": "play", "n": 2, "m": "D", "score": 520},
    {"t": "finish", "n": 2, "ms": -60_000},
    {"t": "bank", "n": 2, "elapsed_ms": 1},
    {"t": "ready", "q": 1, "nonce": "0f" * 16, "t0": 0},
    {"t": "ping", "q": 1, "at": 0, "now": BIGGEST},
    {"t": "ping", "q": 1, "at": 2**60},
    {"t": "ping", "q": 1, "at": -1},
    {"t": "play", "n": 2**40, "m": "D"},
    {"t": "ack", "s": 9, "n": 2, "ms": 1},
]


def scoring_moves(count: int) -> list[str]:
    """Play *count* moves of the practice deal, the one that pays most each time."""
    board, played = Game.start(layout(variant("turn1"), key_of_text(SEED))), list[str]()

    def worth(text: str) -> int:
        trial = Game.start(layout(variant("turn1"), key_of_text(SEED)))
        for move in (*played, text):
            trial.play(next(one for one in trial.legal_moves() if one.text == move))
        return trial.score

    for _ in range(count):
        best = max((move.text for move in board.legal_moves()), key=worth)
        board.play(next(one for one in board.legal_moves() if one.text == best))
        played.append(best)
    return played


async def forge(house: House, peer: Peer, race: str) -> None:
    """Say every lie there is, each on a socket of its own; the seat's own socket is closed."""
    for value in FORGED:
        async with house.peer(token=peer.token, resume=Resume(race, peer.s)) as liar:
            await liar.say_raw(msgpack.packb(value) if house.codec.binary else json.encode(value))
            code, _, said = await liar.ended()

            assert code == 4000, value
            assert said in {"unknown-field", "bad-field", "unknown-type"}, value


async def lie_in_form(peer: Peer) -> None:
    """Say lies that are messages: numbers far ahead and behind, and times that are not now."""
    for n, move in ((2**31, "D"), (3, "D"), (1, "T9>T8")):
        refused = await peer.play(n, move)
        assert isinstance(refused, Refused)
        assert (refused.code, refused.expected) == ("stale", 2)
    for at in (0, BIGGEST):
        await peer.say(Ping(7, at))
        assert (await peer.until(Pong)).at == at


async def moved(peer: Peer, n: int, text: str) -> Ack:
    """Play a move that is accepted."""
    ack = await peer.play(n, text)
    assert isinstance(ack, Ack)
    return ack


async def told(house: House, *, lies: bool) -> tuple[list[tuple[object, ...]], bytes]:
    """Race by the script, among lies or not; answer what counts of each ack, and the replay."""
    played, acks = scoring_moves(6), list[Ack]()
    async with house.open(), house.peer("Panurge") as peer, house.peer("Jean") as rival:
        made = await house.race(peer, rival, seed=SEED)
        house.clock.advance(1_000)
        first = await moved(peer, 1, played[0])
        acks.append(first)
        if lies:
            await forge(house, peer, made.race)
        ahead = Resume(made.race, BIGGEST if lies else peer.s)
        async with house.peer(token=peer.token, resume=ahead) as back:
            if lies:
                assert (await back.until(Resync)).s == first.s
                await lie_in_form(back)
            for n, text in enumerate(played[1:], 2):
                house.clock.advance(1_000)
                acks.append(await moved(back, n, text))
            for number, one in ((len(played) + 1, back), (1, rival)):
                await one.say(Bank(number))
            await rival.until(Reveal)
            _, replay = await house.get(f"/api/races/{made.race}/replay")
    return [(ack.s, ack.n, ack.ms, ack.score) for ack in acks], replay


async def test_scenario_4_forged_times_change_nothing(settings: Settings, codec: Codec) -> None:
    """With every forged time, lag and number said in between, acks and replay are the same.

    Whatever has a field that is none closes its socket; the seat goes on where it was.
    """
    truth, lies = settings.data / "truth", settings.data / "lies"
    honest = await told(House(replace(settings, data=truth), codec), lies=False)
    forged = await told(House(replace(settings, data=lies), codec), lies=True)

    assert [ack[2] for ack in honest[0]] == [1_000, 2_000, 3_000, 4_000, 5_000, 6_000]
    assert honest[0][-1][3] != honest[0][0][3]
    assert forged == honest
    assert verify(read(forged[1])) is None


# 12: a thousand race pages opened without joining, a thousand joins and drops.

KINDS = (Session, Outbox, GameSocket, Seat)


class Counts:
    """What a server holds and has written, counted from outside."""

    def __init__(self, journal: HeldJournal) -> None:
        self._journal = journal
        self._crowd = living(Crowd)[-1]
        self._identity = living(Identity)[-1]

    def written(self) -> tuple[int, int]:
        """Count the records, and the events of all races."""
        return len(self._journal.records), sum(map(len, self._journal.events.values()))

    def held(self) -> tuple[int, ...]:
        """Count what lives for the sake of visitors, and the tasks."""
        living_ones = (len(living(kind)) for kind in KINDS)
        return (*living_ones, len(self._crowd), len(asyncio.all_tasks()))

    def newcomers(self) -> int:
        return len(self._identity)


async def looks(house: House, code: str, race: str, number: int) -> None:
    """Look at a race without joining it, in one of the ways there are."""
    async with house.visit() as peer:
        if number % 5 == 0:
            return  # the page was closed before it said anything
        await peer.say(Hello(name=f"Guest {number}"))
        await peer.hear()
        if number % 5 == 1:
            await peer.ask(Join(1, "WRONGC0D"))
        elif number % 5 == 2:
            await peer.ask(Watch(1, code))
        elif number % 5 == 3:
            await house.get(f"/api/races/{race}")
        else:
            await house.get("/healthz")


@pytest.fixture
async def crowded(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[House, Counts, HeldJournal]]:
    """Run a server that remembers few newcomers and sweeps often."""
    monkeypatch.setattr("pantagruel_server.identity.NEWCOMERS", 100)
    journal = HeldJournal()
    quick = replace(settings, heartbeat_ms=50)
    async with House(quick, open_journal=journal.open).open() as house:
        yield house, Counts(journal), journal


@pytest.mark.slow
async def test_scenario_12_a_thousand_looks(
    crowded: tuple[House, Counts, HeldJournal],
) -> None:
    """Who looks at a race and goes leaves nothing: no row, no record, no task, no memory."""
    house, counts, _ = crowded
    async with house.peer() as host:
        made = await house.create(host)
        await house.enter(made.code, host)
        await until(lambda: len(living(Session)) == 1)
        house.clock.advance(60_000)
        await until(lambda: counts.held()[-2] == 1)
        written, held, objects = counts.written(), counts.held(), list[int]()
        for turn in range(4):
            for start in range(turn * 250, turn * 250 + 250, 25):
                await asyncio.gather(
                    *(looks(house, made.code, made.race, start + one) for one in range(25))
                )
            house.clock.advance(60_000)  # what was counted of addresses has had its time
            await until(lambda: counts.held() == held)
            objects.append(len(gc.get_objects()))

        assert counts.written() == written == (1, 2)
        assert counts.newcomers() == 100
        assert objects[-1] - objects[1] < 250  # of 500 looks not one in two leaves an object
        assert (await house.get("/healthz"))[1] == b'{"races":1}'


@pytest.mark.slow
async def test_scenario_12_a_thousand_joins_and_drops(
    crowded: tuple[House, Counts, HeldJournal],
) -> None:
    """Who joins and goes is kept by name only; the room empties, and at its end is freed too."""
    house, counts, journal = crowded
    async with house.peer() as host:
        actors, held = len(living(Actor)), counts.held()
        made = await house.create(host, seats=64)

        async def joins(number: int) -> None:
            async with house.peer() as guest:
                await guest.say(Join(1, made.code))
                if number % 2 and await guest.answer() == Ok(1):
                    await guest.ask(Leave(2))

        for start in range(0, 1_000, 25):
            await asyncio.gather(*(joins(start + one) for one in range(25)))
        house.clock.advance(60_000)
        await until(lambda: counts.held()[: len(KINDS)] == held[: len(KINDS)])
        seated = {record for _, record in journal.records}
    house.clock.advance(LOBBY_MS)
    await until(lambda: len(living(Actor)) <= actors)  # one of an earlier test may go too

    assert 64 <= len(seated) <= 1_001
    assert counts.newcomers() <= 100
    assert (await house.get("/healthz"))[1] == b'{"races":0}'
    assert list(journal.left.values()) == [None]
