"""Who may say what when, at both ends."""

from contextlib import suppress
from itertools import product
from typing import get_args

import pytest

from pantagruel_protocol.client_messages import (
    Bank,
    ClientMessage,
    Command,
    Hello,
    Join,
    Leave,
    Ping,
    Play,
    Ready,
    Watch,
)
from pantagruel_protocol.codes import MEANINGS, Code
from pantagruel_protocol.dialogue import Dialogue, LocalFault, Phase, RemoteFault, Side
from pantagruel_protocol.frames import Message
from pantagruel_protocol.server_messages import (
    Ok,
    Pong,
    Progress,
    Refused,
    ServerMessage,
    Suspended,
)
from tests.protocol.samples import (
    COUNTDOWN,
    DEAL,
    NONCE,
    REQUESTS,
    SAYINGS,
    WELCOME,
    ack,
    error,
    over,
    results,
    resumed,
    resync,
    reveal,
    room,
)

HELLO = Hello(name="Ada")
PLAY = Play(n=1, m="D")
# What is said, in order, until a fresh talk stands in each phase.
WAY: dict[Phase, tuple[Message, ...]] = {
    Phase.GREETING: (),
    Phase.KNOCKED: (HELLO,),
    Phase.LOBBY: (HELLO, WELCOME),
    Phase.ROOM: (HELLO, WELCOME, Join(q=1, code="CODE2345"), Ok(q=1), room()),
    Phase.RACING: (HELLO, WELCOME, Join(q=1, code="CODE2345"), Ok(q=1), room(), DEAL),
    Phase.WATCHING: (HELLO, WELCOME, Watch(q=1, code="CODE2345"), Ok(q=1), room()),
    Phase.DONE: (HELLO, WELCOME, Join(q=1, code="CODE2345"), Ok(q=1), room(), DEAL, over(2)),
}


def talk(side: Side, *messages: Message) -> Dialogue:
    """Answer *side*'s account of a talk in which *messages* were said."""
    dialogue = Dialogue(side)
    for message in messages:
        if isinstance(message, ClientMessage) == (side is Side.CLIENT):
            dialogue.send(message)
        else:
            assert dialogue.receive(message) is None
    return dialogue


def refusal(phase: Phase, message: ClientMessage) -> Code | None:
    """Answer what a server has against *message* in *phase*."""
    return talk(Side.SERVER, *WAY[phase]).receive(message)


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("phase", Phase)
def test_both_ends_find_the_phase(side: Side, phase: Phase) -> None:
    """The same talk stands in the same phase at both ends."""
    assert phase is talk(side, *WAY[phase]).phase


@pytest.mark.parametrize(
    ("phase", "message", "code"),
    [
        (Phase.LOBBY, Leave(q=1), Code.NOT_IN_RACE),
        (Phase.LOBBY, Ready(q=1, nonce=NONCE), Code.NOT_IN_RACE),
        (Phase.LOBBY, PLAY, Code.NOT_IN_RACE),
        (Phase.LOBBY, Join(q=1, code="C"), None),
        (Phase.LOBBY, Ping(q=1, at=0), None),
        (Phase.ROOM, Join(q=1, code="C"), Code.IN_RACE),
        (Phase.ROOM, PLAY, Code.NOT_STARTED),
        (Phase.ROOM, Bank(n=1), Code.NOT_STARTED),
        (Phase.ROOM, Ready(q=1, nonce=NONCE), None),
        (Phase.RACING, Ready(q=1, nonce=NONCE), Code.STARTED),
        (Phase.RACING, Join(q=1, code="C"), Code.IN_RACE),
        (Phase.RACING, PLAY, None),
        (Phase.DONE, Join(q=1, code="C"), Code.IN_RACE),
        (Phase.DONE, Leave(q=1), None),
        (Phase.DONE, Ping(q=1, at=0), None),
    ],
    ids=str,
)
def test_out_of_phase(phase: Phase, message: ClientMessage, code: Code | None) -> None:
    """A server refuses what a client could not know to be too late; the talk goes on."""
    assert code is refusal(phase, message)
    dialogue = talk(Side.SERVER, *WAY[phase])
    dialogue.receive(message)
    assert phase is dialogue.phase


@pytest.mark.parametrize(
    ("phase", "message"), list(product(list(Phase)[2:], REQUESTS[1:])), ids=str
)
def test_a_client_does_not_ask_in_vain(phase: Phase, message: ClientMessage) -> None:
    """What a server would refuse, a client of ours does not even send."""
    late = phase is Phase.DONE and isinstance(message, Command)
    code = Code.GAME_OVER if late else refusal(phase, message)
    found = None
    try:
        talk(Side.CLIENT, *WAY[phase]).send(message)
    except LocalFault as fault:
        found = fault.code

    assert code is found


def test_commands_after_the_end() -> None:
    """A client knows that its game is over; a server lets the race tell repeats from news."""
    assert refusal(Phase.DONE, PLAY) is None
    with pytest.raises(LocalFault) as caught:
        talk(Side.CLIENT, *WAY[Phase.DONE]).send(PLAY)

    assert caught.value.code is Code.GAME_OVER


@pytest.mark.parametrize("message", REQUESTS[1:], ids=str)
@pytest.mark.parametrize("phase", [Phase.GREETING, Phase.KNOCKED])
def test_hello_first(phase: Phase, message: ClientMessage) -> None:
    """Nothing but hello opens a talk, and the next word waits for welcome."""
    with pytest.raises(RemoteFault) as remote:
        refusal(phase, message)
    with pytest.raises(LocalFault) as local:
        talk(Side.CLIENT, *WAY[phase]).send(message)

    assert remote.value.code is local.value.code is Code.HELLO_FIRST


@pytest.mark.parametrize("phase", list(Phase)[1:])
def test_hello_twice(phase: Phase) -> None:
    """A second hello is a fault in every phase."""
    with pytest.raises(RemoteFault) as remote:
        refusal(phase, HELLO)
    with pytest.raises(LocalFault) as local:
        talk(Side.CLIENT, *WAY[phase]).send(HELLO)

    assert remote.value.code is local.value.code is Code.HELLO_TWICE


@pytest.mark.parametrize(
    ("phase", "message"),
    [
        (Phase.GREETING, WELCOME),
        (Phase.KNOCKED, Ok(q=1)),
        (Phase.KNOCKED, room()),
        (Phase.LOBBY, WELCOME),
        (Phase.LOBBY, ack(1)),
        (Phase.LOBBY, over(1)),
        (Phase.LOBBY, COUNTDOWN),
        (Phase.LOBBY, Progress(ms=0, rows=())),
        (Phase.LOBBY, Suspended()),
        (Phase.ROOM, ack(1)),
        (Phase.ROOM, over(1)),
        (Phase.ROOM, results(1)),
        (Phase.RACING, DEAL),
        (Phase.RACING, COUNTDOWN),
        (Phase.RACING, over(1)),
        (Phase.DONE, DEAL),
        (Phase.DONE, ack(3)),
        (Phase.DONE, over(3)),
        (Phase.DONE, results(2)),
        (Phase.ROOM, PLAY),
    ],
    ids=str,
)
def test_what_no_server_says(phase: Phase, message: Message) -> None:
    """A client finds its server at fault, and a server its own code."""
    with pytest.raises(RemoteFault) as remote:
        talk(Side.CLIENT, *WAY[phase]).receive(message)
    with pytest.raises(LocalFault) as local:
        talk(Side.SERVER, *WAY[phase]).send(message)

    assert remote.value.code is local.value.code is Code.UNEXPECTED


@pytest.mark.parametrize("frame", [ack(3), over(4), results(9), reveal(3)], ids=str)
def test_gap(frame: ServerMessage) -> None:
    """A state frame that skips a number is a gap: resume."""
    with pytest.raises(RemoteFault) as caught:
        talk(Side.CLIENT, *WAY[Phase.RACING]).receive(frame)

    assert caught.value.code is Code.GAP


def test_state_frames_count() -> None:
    """Deal, acks, over, results and reveal carry 1, 2, 3, ... and nothing else does."""
    client = talk(
        Side.CLIENT,
        *WAY[Phase.RACING],
        PLAY,
        ack(2),
        room("running"),
        Progress(ms=5, rows=()),
        over(3),
        results(4),
        room("finished"),
        reveal(5),
    )

    assert (client.phase, client.s) == (Phase.DONE, 5)


def test_stored_answers() -> None:
    """A repeated command gets its old frame again, which counts nothing, even after the end."""
    for tail in ((), (over(4),)):
        client = talk(Side.CLIENT, *WAY[Phase.RACING], ack(2, 1), ack(3, 2), *tail, ack(2, 1))

        assert client.s == 3 + len(tail)


def test_resync() -> None:
    """A resync sets the number, forward or back, and the board lies in front again."""
    ahead = talk(Side.CLIENT, *WAY[Phase.RACING], Suspended(), resync(7), ack(8, 7))
    back = talk(Side.CLIENT, *WAY[Phase.DONE], resync(1), ack(2), over(3))

    assert (ahead.phase, ahead.s) == (Phase.RACING, 8)
    assert (back.phase, back.s) == (Phase.DONE, 3)


@pytest.mark.parametrize(
    ("s", "frames", "phase", "last"),
    [
        (0, (DEAL, ack(2), room("running")), Phase.RACING, 2),
        (2, (ack(3), room("running"), Progress(ms=0, rows=())), Phase.RACING, 3),
        (2, (over(3), room("running")), Phase.DONE, 3),
        (3, (results(4), reveal(5), room("finished")), Phase.DONE, 5),
        (4, (reveal(5), room("finished")), Phase.DONE, 5),
        (9, (resync(2), over(3), room("running")), Phase.DONE, 3),
        (0, (room(), COUNTDOWN, DEAL), Phase.RACING, 1),
        (9, (room(), COUNTDOWN, DEAL), Phase.RACING, 1),
        (2, (room("running"), ack(3)), Phase.RACING, 3),
        (2, (room("closing"),), Phase.RACING, 2),
        (5, (room("recorded"),), Phase.DONE, 5),
    ],
    ids=str,
)
@pytest.mark.parametrize("side", Side)
def test_resume(
    side: Side, s: int, frames: tuple[ServerMessage, ...], phase: Phase, last: int
) -> None:
    """A resume goes from the lobby straight to where the seat stands."""
    dialogue = talk(side, resumed(s), WELCOME, *frames)

    assert (dialogue.phase, dialogue.s) == (phase, last)


def test_resume_with_a_gap() -> None:
    """What a resume leaves out is noticed at once."""
    with pytest.raises(RemoteFault) as caught:
        talk(Side.CLIENT, resumed(2), WELCOME, ack(4))

    assert caught.value.code is Code.GAP


@pytest.mark.parametrize("side", Side)
def test_failed_resume(side: Side) -> None:
    """A race that is gone leaves the talk in the lobby, and the next race begins at 1."""
    gone = (resumed(5), WELCOME, error(Code.RACE_UNKNOWN))
    dialogue = talk(side, *gone, Join(q=1, code="C"), Ok(q=1), room(), DEAL, ack(2))

    assert (dialogue.phase, dialogue.s) == (Phase.RACING, 2)


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("phase", [Phase.ROOM, Phase.RACING, Phase.DONE])
def test_leave(side: Side, phase: Phase) -> None:
    """The ok to a leave, and no other, ends in the lobby, from where another race begins at 1."""
    asked = (Ping(q=7, at=0), Leave(q=8), Pong(q=7, at=0, now=0))
    refused = (Refused(q=8, code=Code.BUSY, why=""), Leave(q=9), Ok(q=8))
    dialogue = talk(side, *WAY[phase], *asked, *refused)
    assert phase is dialogue.phase

    again = talk(side, *WAY[phase], *asked, Ok(q=8))
    assert (again.phase, again.s) == (Phase.LOBBY, 0)
    again = talk(side, *WAY[phase], *asked, Ok(q=8), Join(q=9, code="C"), Ok(q=9), room(), DEAL)
    assert (again.phase, again.s) == (Phase.RACING, 1)


@pytest.mark.parametrize("code", [code for code in Code if MEANINGS[code].close is not None])
def test_an_error_closes(code: Code) -> None:
    """After an error whose code closes, nothing is said at either end."""
    server = talk(Side.SERVER, *WAY[Phase.RACING], error(code))
    client = talk(Side.CLIENT, *WAY[Phase.RACING], error(code))
    with pytest.raises(RemoteFault) as remote:
        server.receive(PLAY)
    with pytest.raises(LocalFault) as local:
        client.send(PLAY)

    assert remote.value.code is local.value.code is code


def test_an_error_may_leave_the_talk_open() -> None:
    """An error whose code does not close changes nothing."""
    assert talk(Side.CLIENT, *WAY[Phase.ROOM], error(Code.BUSY)).phase is Phase.ROOM


@pytest.mark.parametrize(
    "message", [*REQUESTS, *SAYINGS], ids=lambda message: type(message).__name__
)
def test_every_message_has_its_phase(message: Message) -> None:
    """No message of either side is unexpected everywhere."""
    speaker = Side.CLIENT if isinstance(message, ClientMessage) else Side.SERVER
    starts = [talk(speaker, *way) for way in (*WAY.values(), WAY[Phase.RACING] + (ack(2),))]
    starts += [talk(speaker, resumed(s), WELCOME) for s in (1, 2, 3, 4)]
    fine = 0
    for dialogue in starts:
        with suppress(LocalFault):
            dialogue.send(message)
            fine += 1

    assert fine


def test_samples_are_complete() -> None:
    """There is a specimen of every message."""
    assert set(get_args(ClientMessage)) == {type(message) for message in REQUESTS}
    assert set(get_args(ServerMessage)) == {type(message) for message in SAYINGS}
