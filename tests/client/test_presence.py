"""Being in a room: what a host may do, what is said, and what comes after the race."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from pantagruel_client.client import Encoding
from pantagruel_client.errors import RequestRefused
from pantagruel_client.race import Race, Watch
from pantagruel_protocol.client_messages import (
    Agree,
    Cancel,
    ClientMessage,
    Kick,
    Rematch,
    Say,
    Settings,
    Start,
)
from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import Ok, Refused, Rematched, Results, Reveal, Room, Said
from tests.client.fake import ME, RIVAL, Table, Talk, client, fake_server

ENCODINGS = pytest.mark.parametrize("encoding", ["msgpack", "json"])
LINE = Said(RIVAL, "Rival", "well played", 1_700_000_000_000)

Act = Callable[[Race], Awaitable[object]]
ACTS: list[tuple[Act, type[ClientMessage], dict[str, object]]] = [
    (lambda race: race.say("hello"), Say, {"text": "hello"}),
    (lambda race: race.kick(RIVAL), Kick, {"player": RIVAL}),
    (lambda race: race.cancel(), Cancel, {}),
    (lambda race: race.start(without_unready=True), Start, {"without_unready": True}),
    (
        lambda race: race.settings(title="Theleme", faces="end"),
        Settings,
        {"name": "Theleme", "faces": "end", "visibility": None, "chat": None},
    ),
    (
        lambda race: race.settings(visibility="listed", chat="players"),
        Settings,
        {"visibility": "listed", "chat": "players", "faces": None},
    ),
]


@ENCODINGS
async def test_what_a_host_does_is_asked_of_the_server(encoding: Encoding) -> None:
    """Each act is one request with its own number, and waits for its answer."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.seat(talk)
        for _, kind, fields in ACTS:
            asked = await talk.hear(kind)
            assert {name: getattr(asked, name) for name in fields} == fields
            q = getattr(asked, "q")  # noqa: B009 - every request has one, not every message
            await talk.say(Ok(q))
        await talk.stay()

    async with fake_server(script) as fake, client(fake, encoding) as me:
        race = await me.races.join("K7QWERTY")
        for act, _, _ in ACTS:
            await act(race)


@pytest.mark.parametrize(
    "act",
    [
        lambda race: race.say(""),
        lambda race: race.say("x" * 201),
        lambda race: race.settings(faces=601),
        lambda race: race.settings(title="x" * 61),
        lambda race: race.kick("no id"),
        lambda race: race.ready("short"),
    ],
    ids=["nothing said", "too long", "faces too late", "long title", "no id", "short nonce"],
)
async def test_what_would_cost_the_socket_is_refused_here(act: Act) -> None:
    """A field out of bounds never reaches the server, which would hang up."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.seat(talk)
        say = await talk.hear(Say)
        await talk.say(Ok(say.q))
        await talk.stay()

    async with fake_server(script) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        with pytest.raises(RequestRefused) as caught:
            await act(race)
        await race.say("still here")

    assert caught.value.code is Code.BAD_FIELD


async def test_what_is_said_is_an_event_and_stays_in_the_view() -> None:
    """A line is told once, though the last ones come again with every entrance."""
    table = Table()

    async def first(talk: Talk) -> None:
        await table.seat(talk)
        await talk.say(LINE)
        talk.cut()

    async def second(talk: Talk) -> None:
        await talk.welcome()
        await talk.say(table.room(), LINE, Said(ME, "Me", "thanks", LINE.at + 1))
        await talk.stay()

    async with fake_server(first, second) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        said = []
        async for event in race.events():
            if isinstance(event, Said):
                said.append(event.text)
                if len(said) == 2:
                    break

    assert said == ["well played", "thanks"]
    assert [line.text for line in race.view.chat] == said


async def over(table: Table, talk: Talk) -> None:
    """End a race that was just dealt, as a player and as a watcher hear of it."""
    s = table.s
    await talk.say(Results(s + 1 if s else None, ()))
    await talk.say(Reveal(s + 2 if s else None, "0" * 64, "/api/races/race-1/replay"))


def next_room() -> Room:
    """Answer the room of the rematch."""
    room = Table(text="next").room()
    return Room(**{name: getattr(room, name) for name in room.__struct_fields__} | NEXT)


NEXT = {"race": "race-2", "code": "NEXT2345"}


@ENCODINGS
async def test_a_rematch_leads_to_the_next_race(encoding: Encoding) -> None:
    """Who asks is carried, the old stream ends with the news, and the next race is played on."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.begin(talk)
        await over(table, talk)
        rematch = await talk.hear(Rematch)
        await talk.say(Ok(rematch.q), Rematched("race-2", "NEXT2345"), next_room())
        say = await talk.hear(Say)
        await talk.say(Ok(say.q), Said(ME, "Me", say.text, 5))
        await talk.stay()

    async with fake_server(script) as fake, client(fake, encoding) as me:
        race = await me.races.join("K7QWERTY")
        async for _ in race.events():
            pass
        before = race.next
        following = await race.rematch()
        rest = [event async for event in race.events(linger=True)]
        await following.say("again")

    assert before is None
    assert following.id == "race-2"
    assert race.next is following
    assert rest == [Rematched("race-2", "NEXT2345")]
    assert race.view.over
    assert not following.view.over


async def test_somebody_elses_rematch_carries_too() -> None:
    """Who waits learns of it; asking for a rematch afterwards asks nothing any more."""
    table = Table()
    played = asyncio.Event()

    async def script(talk: Talk) -> None:
        await table.begin(talk)
        await over(table, talk)
        await played.wait()
        await talk.say(Rematched("race-2", "NEXT2345"), next_room())
        await talk.stay()

    async with fake_server(script) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        async for _ in race.events():
            pass
        played.set()
        following = await race.followed()
        assert following is not None
        assert await race.rematch() is following
        assert following.view.phase == "open"


async def test_a_room_that_closes_has_no_rematch() -> None:
    """When the race is recorded the stream ends, and nobody waits for a rematch any more."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.begin(talk)
        await over(table, talk)
        await talk.say(LINE, table.room("recorded"))
        await talk.stay()

    async with fake_server(script) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        events = [type(event) async for event in race.events()]
        lingering = [type(event) async for event in race.events(linger=True)]

        assert await race.followed() is None

    assert events[-1] is Reveal
    assert lingering == [Said, Room]


async def test_a_refused_rematch_is_told() -> None:
    """Only some may ask; the refusal leaves everything as it was."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.begin(talk)
        await over(table, talk)
        rematch = await talk.hear(Rematch)
        await talk.say(Refused(Code.NOT_HOST, "only the host may do this", q=rematch.q))
        await talk.stay()

    async with fake_server(script) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        async for _ in race.events():
            pass
        with pytest.raises(RequestRefused, match="not-host"):
            await race.rematch()


async def test_a_watching_host_is_carried_as_a_watcher() -> None:
    """The next race is watched again, with its own view."""
    table = Table()

    async def script(talk: Talk) -> None:
        await table.watched(talk)
        await over(table, talk)
        rematch = await talk.hear(Rematch)
        await talk.say(Ok(rematch.q), Rematched("race-2", "NEXT2345"), next_room())
        await talk.stay()

    async with fake_server(script) as fake, client(fake) as me:
        watch = await me.races.watch("K7QWERTY")
        async for _ in watch.events():
            pass
        following = await watch.rematch()

    assert isinstance(following, Watch)
    assert following.id == "race-2"
    assert watch.next is following


async def test_agreeing_may_be_taken_back() -> None:
    """Consent to an early close is given and withdrawn by the same word."""
    table = Table()
    heard: list[bool] = []

    async def script(talk: Talk) -> None:
        await table.begin(talk)
        for _ in range(2):
            agree = await talk.hear(Agree)
            heard.append(agree.agreed)
            await talk.say(Ok(agree.q))
        await talk.stay()

    async with fake_server(script) as fake, client(fake) as me:
        race = await me.races.join("K7QWERTY")
        async for _ in race.events():
            if race.view.playing:
                break
        await race.agree()
        await race.agree(False)

    assert heard == [True, False]
