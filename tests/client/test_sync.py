"""The blocking twin: the same names, answers and errors, from plain threads."""

import inspect
import threading
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

import pantagruel_client.client
import pantagruel_client.race
import pantagruel_client.races
from pantagruel_client import sync
from pantagruel_client.client import Encoding
from pantagruel_client.errors import ConnectionLost, MoveRefused, RequestRefused, ServerUnreachable
from pantagruel_protocol.client_messages import Leave, Play, Ready, Unwatch
from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import Deal, Ok, Over, Refused, Reveal
from pantagruel_protocol.values import Result
from tests.client.fake import HURRY, TOKEN, FakeServer, Table, Talk, elsewhere, fake_server

ENCODINGS = pytest.mark.parametrize("encoding", ["msgpack", "json"])
RESULT = Result("unfinished", None, 5, 0, 0, 5, 0, 36, 1, 0, 0, 1000)
TWINS = [
    (sync.Client, pantagruel_client.client.Client),
    (sync.Race, pantagruel_client.race.Race),
    (sync.Watch, pantagruel_client.race.Watch),
    (sync.Races, pantagruel_client.races.Races),
    (sync.Replays, pantagruel_client.races.Replays),
]


def client(fake: FakeServer, encoding: Encoding = "msgpack") -> sync.Client:
    """Make a client that hurries."""
    return sync.Client(fake.url, name="Me", encoding=encoding, backoff=HURRY, chance=Random(1))


@pytest.mark.parametrize(("blocking", "twin"), TWINS, ids=[twin.__name__ for _, twin in TWINS])
def test_twins_have_the_same_names(blocking: type[object], twin: type[object]) -> None:
    """Whatever one has the other has, with the same words about it."""
    own = {"open", "close", "events", "view"}  # said in words of their own
    names = {name for name in dir(twin) if not name.startswith("_")}

    assert names <= set(dir(blocking))
    for name in names - own:
        ours = inspect.getattr_static(blocking, name).__doc__
        assert ours == inspect.getattr_static(twin, name).__doc__


def program(me: sync.Client) -> list[type]:
    """Race without `async`; answer the kinds of events that came."""
    kinds: list[type] = []
    with me:
        assert (me.name, me.player, me.token) == ("Me", "me", TOKEN)
        race = me.races.join("K7QWERTY")
        assert (race.id, race.code, race.next) == ("race-1", "K7QWERTY", None)
        race.ready()
        for event in race.events():
            kinds.append(type(event))
            if isinstance(event, Deal):
                before = race.view
                race.play(before.legal_moves()[-1])
                assert race.view.draws + race.view.moves == 1
                assert before.draws + before.moves == 0
                with pytest.raises(MoveRefused, match="illegal"):
                    race.play("T1>T1")
        race.leave()
        assert race.results == ()
    return kinds


@ENCODINGS
async def test_a_race_from_ready_to_the_end(encoding: Encoding) -> None:
    """A program without `async` joins, plays, is refused, looks at the board and goes."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.seat(talk)
        ready = await talk.hear(Ready)
        await talk.say(Ok(ready.q), table.room("countdown"), table.deal(), table.room("running"))
        await talk.say(table.accept(await talk.hear(Play)))
        wrong = await talk.hear(Play)
        await talk.say(Refused(Code.ILLEGAL, "no", n=wrong.n, reason="same-pile"))
        await talk.say(Over(3, 5, "dead", RESULT))
        await talk.say(Reveal(4, "0" * 64, "/api/races/race-1/replay"))
        leave = await talk.hear(Leave)
        await talk.say(Ok(leave.q))
        await talk.stay()

    async with fake_server(script) as fake:
        kinds = await elsewhere(lambda: program(client(fake, encoding)))

    assert kinds[-1] is Reveal
    assert Deal in kinds


async def test_a_race_is_watched() -> None:
    """Boards are looked at in pictures that change no more, and the watcher may take a seat."""
    table = Table("turn3")

    async def script(talk: Talk) -> None:
        await table.watched(talk)
        await talk.say(table.progress(table.step("D")))
        unwatch = await talk.hear(Unwatch)
        await talk.say(Ok(unwatch.q))
        await talk.stay()

    def program() -> int:
        with client(fake) as me:
            watch = me.races.watch("K7QWERTY")
            assert (watch.id, watch.code, watch.next) == ("race-1", "K7QWERTY", None)
            boards = (watch.view.players[1].board for _ in watch.events())
            waste = next(board.game.waste for board in boards if board and board.k == 1)
            assert watch.results == ()
            watch.leave()
            return len(waste)

    async with fake_server(script) as fake:
        assert await elsewhere(program) == 3


async def test_errors_are_those_of_the_twin() -> None:
    """Before, while and after: what cannot be is raised as it is there."""

    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.stay()

    def program() -> None:
        me = client(fake)
        with pytest.raises(ConnectionLost, match="use `with Client"):
            me.races.join("K7QWERTY")
        with me, pytest.raises(RequestRefused, match="unknown-code"):
            me.races.join("not a code")
        with pytest.raises(ConnectionLost, match="was closed"):
            me.races.join("K7QWERTY")
        me.close()  # once more does no harm

    async with fake_server(script) as fake:
        await elsewhere(program)
    with pytest.raises(ServerUnreachable):
        await elsewhere(client(fake).open)


async def test_threads_share_a_client() -> None:
    """One thread reads events while another plays; closing the client ends the reader."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.begin(talk)
        await talk.say(table.accept(await talk.hear(Play)))
        await talk.stay()

    def program() -> None:
        dealt = threading.Event()
        with client(fake) as me, ThreadPoolExecutor(1) as pool:
            race = me.races.join("K7QWERTY")

            def read() -> None:
                for event in race.events():
                    if isinstance(event, Deal):
                        dealt.set()

            reading = pool.submit(read)
            assert dealt.wait(5)
            race.play("D")
            me.close()
            with pytest.raises(ConnectionLost, match="was closed"):
                reading.result(5)

    async with fake_server(script) as fake:
        await elsewhere(program)
