"""Commands of a race over the wire: each answered, each carried out once."""

import itertools
from random import Random

import pytest
from msgspec.structs import astuple

from pantagruel_engine.deal import key_of_text, layout
from pantagruel_engine.errors import IllegalMove
from pantagruel_engine.game import Game
from pantagruel_engine.notation import parse_move
from pantagruel_engine.rows import variant
from pantagruel_protocol.client_messages import Bank, Command, Finish, Forfeit, Play
from pantagruel_protocol.replay_file import read
from pantagruel_protocol.server_messages import (
    Ack,
    Over,
    Progress,
    Refused,
    Results,
    Room,
    ServerMessage,
)
from pantagruel_protocol.values import Resume
from tests.server.house import House

SEED = "pan"


def game() -> Game:
    """Deal the practice deal that every race here is played on."""
    return Game.start(layout(variant("turn1"), key_of_text(SEED)))


def moves(count: int) -> list[str]:
    """Play *count* legal moves by chance."""
    board, chance, played = game(), Random(5), []
    for _ in range(count):
        move = chance.choice(board.legal_moves())
        board.play(move)
        played.append(move.text)
    return played


def clashing() -> tuple[str, str, tuple[int, ...]]:
    """Find a move that clashes with a card on the first board: its text, the reason, the cards."""
    board = game()
    for one, two in itertools.permutations(range(1, 10), 2):
        text = f"T{one}>T{two}"
        try:
            board.judge(parse_move(text))
        except IllegalMove as fault:
            return text, fault.reason.value, fault.cards
    raise AssertionError("every card fits on every other")


async def test_moves(house: House) -> None:
    """A move is answered to its player by `ack`; rivals get a row, in which there are no cards."""
    async with house.peer() as host, house.peer() as guest:
        await house.race(host, guest, seed=SEED)
        house.clock.advance(700)
        ack = await host.play(1, "D")
        rows = await guest.until(Progress)
        while rows.rows[0].seat != 0 or rows.ms < 700:
            rows = await guest.until(Progress)

        assert isinstance(ack, Ack)
        assert (ack.s, ack.n, ack.ms, len(ack.drawn)) == (2, 1, 700, 1)
        assert not any(isinstance(message, Ack) for message in guest.heard)
        assert all(isinstance(cell, int | bool | None) for cell in astuple(rows.rows[0]))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Play(1, "T1>>T2"), "invalid"),
        (Play(1, "d"), "invalid"),
        (Play(1, "R"), "illegal"),
        (Play(1, "F1>F2"), "illegal"),
        (Finish(1), "not-finishable"),
        (Forfeit(1), "too-early"),
        (Play(2, "D"), "stale"),
        (Play(2**31, "D"), "stale"),
    ],
    ids=str,
)
async def test_refused(house: House, command: Command, code: str) -> None:
    """What cannot be done is refused under its number, and the number is still free."""
    async with house.peer() as peer:
        await house.race(peer, seed=SEED)
        await peer.say(command)
        refused = await peer.until(Refused)
        ack = await peer.play(1, "D")

        assert (refused.code, refused.n) == (code, command.n)
        assert refused.expected == (1 if code == "stale" else None)
        assert refused.why
        assert isinstance(ack, Ack)
        assert (ack.n, ack.s) == (1, 2)


async def test_illegal_move(house: House) -> None:
    """An illegal move is refused with the rule and the cards that clash."""
    text, reason, cards = clashing()
    async with house.peer() as peer:
        await house.race(peer, seed=SEED)
        refused = await peer.play(1, text)

        assert isinstance(refused, Refused)
        assert (refused.code, refused.reason) == ("illegal", reason)
        assert len(refused.cards) == len(cards) > 0


async def test_a_repeated_command_gets_the_stored_answer(house: House) -> None:
    """The same command again, at once or later, changes nothing and is answered the same."""
    async with house.peer() as peer:
        await house.race(peer, seed=SEED)
        await peer.say(Play(1, "D"), Play(1, "D"))
        first, second = await peer.until(Ack), await peer.until(Ack)
        await peer.play(2, "D")
        third = await peer.play(1, "D")
        other = await peer.play(1, "T1>T2")

        assert first == second == third
        assert isinstance(other, Refused)
        assert (other.code, other.expected) == ("stale", 3)


async def test_resent_twice_and_out_of_order(house: House) -> None:
    """Five commands sent twice in any order count once each, and equal numbers equal answers."""
    played = moves(5)
    order = [3, 1, 5, 1, 2, 4, 2, 3, 4, 5, 3, 4, 5, 5]
    async with house.peer() as peer:
        made = await house.race(peer, seed=SEED)
        answers: dict[int, list[ServerMessage]] = {}
        for n in order:
            answer = await peer.play(n, played[n - 1])
            if isinstance(answer, Ack):
                answers.setdefault(n, []).append(answer)
            else:
                assert answer.code == "stale"
        await peer.say(Bank(6))
        await peer.until(Over)
        status, replay = await house.get(f"/api/races/{made.race}/replay")
        while status == 409:
            status, replay = await house.get(f"/api/races/{made.race}/replay")

        assert sorted(answers) == [1, 2, 3, 4, 5]
        assert all(answer == same[0] for same in answers.values() for answer in same)
        assert [move for _, move in replay_of(replay)] == played


def replay_of(data: bytes) -> tuple[tuple[int, str], ...]:
    """Answer the moves of the first player."""
    return read(data).players[0].moves


async def test_a_lost_answer(house: House) -> None:
    """A command whose answer was lost with the socket is carried out once: it is asked again."""
    async with house.peer() as peer:
        made = await house.race(peer, seed=SEED)
        await peer.say(Play(1, "D"))
        token = peer.token
    async with house.peer(token=token, resume=Resume(made.race, 1)) as peer:
        await peer.until(Room)
        again = await peer.play(1, "D")
        following = await peer.play(2, "D")

        assert isinstance(again, Ack)
        assert isinstance(following, Ack)
        assert (again.n, again.s, again.draws) == (1, 2, 1)
        assert (following.n, following.s, following.draws) == (2, 3, 2)


@pytest.mark.parametrize("command", [Play(2, "D"), Finish(2), Bank(2), Forfeit(2)], ids=str)
async def test_after_the_end(house: House, command: Command) -> None:
    """Whoever is done cannot go on, whatever the others do."""
    async with house.peer() as host, house.peer() as guest:
        await house.race(host, guest, seed=SEED)
        await host.say(Bank(1))
        await host.until(Over)
        await host.say(command)
        refused = await host.until(Refused)

        assert (refused.code, refused.n) == ("game-over", 2)


async def test_the_limit(house: House) -> None:
    """When the time is up everybody is done, and a command of that moment comes too late."""
    async with house.peer() as peer:
        await house.race(peer, seed=SEED, limit_ms=10_000)
        await peer.play(1, "D")
        house.clock.advance(10_000)
        late = await peer.play(2, "D")
        results = [message for message in peer.heard if isinstance(message, Results)]
        results = results or [await peer.until(Results)]

        assert isinstance(late, Refused)
        assert late.code == "game-over"
        assert results[0].rows[0].ended == (10_000, "limit")


@pytest.mark.slow
async def test_command_4001(house: House) -> None:
    """After 4,000 commands only bank and forfeit are taken."""
    turn = moves(1)[0]
    async with house.peer() as peer:
        await house.race(peer, variant="double-klondike-1", seed=SEED)
        n, played = 1, game()
        while n <= 4_000:
            batch: list[Play] = []
            while n <= 4_000 and len(batch) < 100:
                text = "D" if played.stock else "R"
                played.play(parse_move(text))
                batch.append(Play(n, text))
                n += 1
            await peer.say(*batch)
            for _ in batch:
                await peer.until(Ack)
        refused = await peer.play(4_001, turn)
        await peer.say(Bank(4_001))
        over = await peer.until(Over)

        assert isinstance(refused, Refused)
        assert (refused.code, refused.n) == ("too-many", 4_001)
        assert over.result.draws + over.result.redeals == 4_000
