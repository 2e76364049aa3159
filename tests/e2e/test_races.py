"""Whole races over real sockets: raced to the end, ranked, revealed, and verified by anyone."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from pantagruel_client.bots.field import Field, riders
from pantagruel_client.bots.greedy import Greedy
from pantagruel_client.client import Client, Encoding
from pantagruel_client.errors import Disagreement, MoveRefused, SeatTaken
from pantagruel_client.race import Race
from pantagruel_client.running import AT_ONCE, Choose, Steady, play_out, until_dealt
from pantagruel_client.view import RaceView
from pantagruel_engine.errors import Reason
from pantagruel_engine.notation import Move, parse_move
from pantagruel_engine.view import player_view
from pantagruel_protocol.codes import Code
from pantagruel_protocol.replay_file import ReplayFile
from pantagruel_protocol.server_messages import Over, Progress, Resync
from pantagruel_protocol.values import Placing
from pantagruel_protocol.verify import verify
from pantagruel_server.app import serving
from pantagruel_server.settings import BOUNDLESS, Settings
from tests.e2e.lenient import let_everything_pass

ENCODINGS: tuple[Encoding, ...] = ("msgpack", "json")


def settings(folder: Path, port: int = 0) -> Settings:
    """Make a server's settings; its data lie in *folder*."""
    return Settings(port=port, data=folder / "data", bounds=BOUNDLESS)


async def raced(
    url: str, variant: str, bots: int, encoding: Encoding
) -> tuple[tuple[Placing, ...], ReplayFile, Field]:
    """Let *bots* race one deal to the end."""
    async with Field(url, riders(bots, f"{variant}/{bots}", AT_ONCE), encoding) as field:
        first = await field.create(variant)
        results = await field.run()
        return results, await field.clients[0].replays.get(first.id), field


def ranked(results: tuple[Placing, ...], replay: ReplayFile, field: Field) -> None:
    """Check that everybody is placed, sees the same, and that the replay proves it."""
    places = [placing.result.place or 0 for placing in results]

    assert verify(replay) is None
    assert sorted(client.player for client in field.clients) == sorted(
        placing.player for placing in results
    )
    assert places == sorted(places)
    assert places[0] == 1
    assert {player.player: player.result for player in replay.players} == {
        placing.player: placing.result for placing in results
    }
    for race in field.races:
        assert race.results == results
        assert race.view.result is not None
        assert race.view.reveal is not None


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["turn1", "turn3", "strict-royal"])
async def test_whole_races_are_ranked_and_verified(tmp_path: Path, variant: str) -> None:
    """Two and eight bots, in both encodings, race to the end beside each other."""
    async with serving(settings(tmp_path)) as url:
        races = await asyncio.gather(
            *(raced(url, variant, bots, encoding) for bots in (2, 8) for encoding in ENCODINGS)
        )

    for results, replay, field in races:
        ranked(results, replay, field)


@pytest.mark.slow
async def test_one_seed_races_one_deal(tmp_path: Path) -> None:
    """A seed fixes the deal: everybody starts from the same board, also in another race."""
    boards = []
    async with serving(settings(tmp_path)) as url:
        for _ in range(2):
            async with Field(url, riders(2, "a", AT_ONCE)) as field:
                first = await field.create("klondike-strict", "one deal")
                await field.run()
                replay = await field.clients[0].replays.get(first.id)
                boards.append(replay.deal.key)
                assert replay.deal.kind == "numbered"

    assert boards[0] == boards[1]


async def test_bots_of_one_name(tmp_path: Path) -> None:
    """Bots sent twice with the same names all get in: whose name is taken comes by another."""
    async with serving(settings(tmp_path)) as url, AsyncExitStack() as stack:
        person = await stack.enter_async_context(Client(url, name="Ada"))
        race = await person.races.create(variant="turn1", seats=5)
        first, second = [
            await stack.enter_async_context(Field(url, riders(2, "same", AT_ONCE))) for _ in "12"
        ]
        await first.join(race.code)
        await second.join(race.code)
        called = [client.name for client in (*first.clients, *second.clients)]
        seated = [seat.name for seat in second.races[-1].view.room.seats]

    assert seated == ["Ada", *called]
    assert len(set(seated)) == 5


def human(moves: int) -> Choose:
    """Make a player who stops after some moves."""
    greedy, left = Greedy(Random(3)), moves

    def choose(view: RaceView) -> Move | None:
        nonlocal left
        left -= 1
        return greedy(view) if left >= 0 else None

    return choose


@pytest.mark.slow
async def test_a_person_beside_bots(tmp_path: Path) -> None:
    """A slow seat plays on undisturbed while bots rush by, sees their rows, and is ranked."""
    async with serving(settings(tmp_path)) as url, AsyncExitStack() as stack:
        person = await stack.enter_async_context(Client(url, name="Ada"))
        race = await person.races.create(variant="strict-royal", seats=4)
        bots = await stack.enter_async_context(Field(url, riders(3, "rush", AT_ONCE), "json"))
        await bots.join(race.code)
        rushing = asyncio.create_task(bots.run())
        await run_until_deal(race)
        await play_out(race, human(30), Steady(0.1, Random(1)))
        ended_first = [rival.row is not None and rival.row.ended for rival in race.view.rivals]
        seen = [event async for event in race.events()]
        results = await rushing
        replay = await person.replays.get(race.id)

    assert all(ended_first)
    assert any(isinstance(event, Progress) for event in seen)
    assert race.results == results
    me = next(player for player in replay.players if player.player == person.player)
    assert (len(me.moves), me.ended[1]) == (30, "bank")
    assert verify(replay) is None


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_a_server_that_restarts_costs_nothing(tmp_path: Path, encoding: Encoding) -> None:
    """Bots notice a restart in the middle only as a wait; the race ends ranked and verified."""
    bots = riders(3, "restart", Steady(0.02, Random(1)))
    async with AsyncExitStack() as stack:
        old = await stack.enter_async_context(AsyncExitStack())
        url = await old.enter_async_context(serving(settings(tmp_path)))
        field = await stack.enter_async_context(Field(url, bots, encoding))
        first = await field.create("klondike-1")
        running = asyncio.create_task(field.run())
        await until(first, moves=20)
        await old.aclose()
        port = int(url.rpartition(":")[2])
        await stack.enter_async_context(serving(settings(tmp_path, port)))
        results = await running
        replay = await field.clients[0].replays.get(first.id)

    ranked(results, replay, field)
    assert replay.stoppages


async def until(race: Race, moves: int) -> None:
    """Wait until the player of *race* has made some moves."""
    while race.view.game is None or race.view.draws + race.view.moves < moves:  # noqa: ASYNC110 - the bot has the events
        await asyncio.sleep(0.01)


@pytest.mark.slow
async def test_a_seat_is_taken_up_by_code(tmp_path: Path) -> None:
    """With the token alone a fresh client gets the seat and the board; the old one lets go."""
    async with serving(settings(tmp_path)) as url, Client(url, name="Ada") as old:
        race = await old.races.create(variant="turn3", seats=1)
        await run_until_deal(race)
        for _ in range(5):
            await race.play("D")
        async with Client(url, token=old.token, encoding="json") as new:
            again = await new.races.join(race.code)
            async for event in again.events():
                if isinstance(event, Resync):
                    break
            with pytest.raises(SeatTaken):
                await to_the_end(race)
            assert player_view(again.view.board) == player_view(race.view.board)
            ack = await again.play("D")

            assert ack.n == 6
            await again.bank()
            assert [event async for event in again.events() if isinstance(event, Over)]


@pytest.mark.slow
async def test_moves_may_be_in_flight_together(tmp_path: Path) -> None:
    """A client need not wait for acks: moves arrive in order, each judged after the one before."""
    async with serving(settings(tmp_path)) as url, Client(url, name="Ada") as client:
        race = await client.races.create(variant="turn1", seats=1)
        await run_until_deal(race)
        acks = await asyncio.gather(*(race.play("D") for _ in range(40)))
        await race.bank()
        await to_the_end(race)
        replay = await client.replays.get(race.id)

    assert [ack.n for ack in acks] == list(range(1, 41))
    assert [text for _, text in replay.players[0].moves] == ["D"] * 40


async def run_until_deal(race: Race) -> None:
    """Be ready and wait for the cards."""
    await race.ready()
    await until_dealt(race)


async def to_the_end(race: Race) -> None:
    """Read every event."""
    async for _ in race.events():
        pass


def illegal(view: RaceView) -> Move:
    """Answer a move between columns that no rule allows here."""
    legal = set(view.legal_moves())
    moves = (parse_move(f"T{source}>T{target}") for source in range(1, 10) for target in (1, 2))
    return next(move for move in moves if move not in legal and move.source != move.target)


@pytest.mark.slow
async def test_control_the_client_sees_an_unjudged_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the server's engine check is removed, the player's own engine names the move."""
    let_everything_pass(monkeypatch)
    async with serving(settings(tmp_path)) as url, Client(url, name="Ada") as client:
        race = await client.races.create(variant="turn1", seats=1)
        await run_until_deal(race)
        with pytest.raises(Disagreement, match="which the rules refuse"):
            await race.play(illegal(race.view))


@pytest.mark.slow
async def test_control_verify_names_an_unjudged_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the server's engine check is removed and nobody looks, the replay gives it away."""
    let_everything_pass(monkeypatch)
    monkeypatch.setattr("pantagruel_client.view.follow", lambda *_: None)
    async with serving(settings(tmp_path)) as url, Client(url, name="Ada") as client:
        race = await client.races.create(variant="turn1", seats=1)
        await run_until_deal(race)
        await race.play("D")
        await race.play(illegal(race.view))
        await race.bank()
        await to_the_end(race)
        replay = await client.replays.get(race.id)
    difference = verify(replay)

    assert difference is not None
    assert difference.where == "players[0].moves[1]"


@pytest.mark.slow
async def test_an_illegal_move_is_refused(tmp_path: Path) -> None:
    """The same move at a server as it should be: refused with its reason, and nothing changed."""
    async with serving(settings(tmp_path)) as url, Client(url, name="Ada") as client:
        race = await client.races.create(variant="turn1", seats=1)
        await run_until_deal(race)
        before = player_view(race.view.board)
        with pytest.raises(MoveRefused) as caught:
            await race.play(illegal(race.view))

        assert caught.value.code == Code.ILLEGAL
        assert caught.value.reason == Reason.DOES_NOT_FIT
        assert len(caught.value.cards) == 2
        assert player_view(race.view.board) == before
        assert (await race.play("D")).n == 1
