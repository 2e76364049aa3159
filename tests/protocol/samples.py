"""One plain specimen of every message, and the builders that several tests share."""

from typing import Any

from pantagruel_protocol import client_messages as client
from pantagruel_protocol import server_messages as server
from pantagruel_protocol.client_messages import ClientMessage
from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import ServerMessage
from pantagruel_protocol.values import Column, Limits, Outline, Result, Resume, Step, View

TOKEN = "ab" * 32
NONCE = "cd" * 16
VIEW = View(
    columns=(Column(0, ("KS",)), Column(1, ("9H", "8S"))),
    foundations=(0, 0, 0, 0, 1, 0, 0, 0),
    stock=(None, "TD"),
    waste=(),
    redeals=0,
    moves=0,
    draws=0,
    score=0,
    streak=0,
    time_bonus=0,
)
OUTLINE = Outline(((0, 1), (1, 2)), 1, 2, 0, 0, 0, 0, 0)
RESULT = Result(
    class_="unfinished",
    place=None,
    ledger=15,
    streak=0,
    time_bonus=0,
    total=15,
    foundations=1,
    hidden=35,
    moves=2,
    draws=1,
    redeals=0,
    elapsed_ms=9000,
)


def room(phase: Any = "open") -> server.Room:
    """Answer an empty room whose race is in *phase*."""
    return server.Room(
        race="r1",
        deal_id="d1",
        code="CODE2345",
        variant="strict-royal",
        rules="strict-royal;passes=3;fresh",
        kind="fresh",
        host="p1",
        phase=phase,
        places=2,
        seats=(),
        limit_ms=600_000,
        rank_by="time",
    )


def ack(s: int, n: int = 1) -> server.Ack:
    """Answer the acknowledgement of command *n* in frame *s*."""
    return server.Ack(
        s=s,
        n=n,
        ms=10 * n,
        score=0,
        streak=0,
        home=0,
        hidden=36,
        moves=n,
        draws=0,
        redeals=0,
    )


def resumed(s: int) -> client.Hello:
    """Answer the hello that takes up a seat after frame *s*."""
    return client.Hello(token=TOKEN, resume=Resume(race="r1", s=s))


WELCOME = server.Welcome(
    player="p1",
    name="Ada",
    now=0,
    limits=Limits(frame_bytes=4096, commands=4000, rate=30, burst=120),
)
COUNTDOWN = server.Countdown(t0=3000, now=0, seats=("p1",), nonces=(NONCE,))
DEAL = server.Deal(s=1, ms=0, view=VIEW)


def over(s: int) -> server.Over:
    """Answer the end of a game in frame *s*."""
    return server.Over(s=s, ms=9000, ended="bank", result=RESULT)


def resync(s: int) -> server.Resync:
    """Answer the whole picture after frame *s*."""
    return server.Resync(s=s, ms=0, n=s - 1, view=VIEW)


def results(s: int) -> server.Results:
    """Answer an empty table in frame *s*."""
    return server.Results(s=s, rows=())


def reveal(s: int) -> server.Reveal:
    """Answer the secrets in frame *s*."""
    return server.Reveal(s=s, key=TOKEN, replay="/api/races/r1/replay")


def error(code: Code) -> server.Error:
    """Answer an error with *code*."""
    return server.Error(code=code, why="why")


REQUESTS: tuple[ClientMessage, ...] = (
    client.Hello(name="Ada"),
    client.Join(q=1, code="CODE2345"),
    client.Leave(q=2),
    client.Ready(q=3, nonce=NONCE),
    client.Unready(q=4),
    client.Start(q=5),
    client.Settings(q=7, name="Friday", faces="end"),
    client.Kick(q=8, player="p2"),
    client.Cancel(q=9),
    client.Agree(q=10),
    client.Rematch(q=11),
    client.Watch(q=12, code="CODE2345"),
    client.Unwatch(q=13),
    client.Say(q=14, text="hello"),
    client.Play(n=1, m="D"),
    client.Finish(n=1),
    client.Bank(n=1),
    client.Forfeit(n=1),
    client.Ping(q=6, at=0),
)

SAYINGS: tuple[ServerMessage, ...] = (
    WELCOME,
    server.Ok(q=1),
    server.Refused(q=1, code=Code.BUSY, why="why"),
    room(),
    COUNTDOWN,
    DEAL,
    ack(2),
    server.Progress(ms=0, rows=()),
    server.Board(seat=0, k=1, ms=10, view=VIEW),
    server.Outlined(seat=0, k=1, ms=10, view=OUTLINE),
    server.Steps(ms=10, steps=(Step(0, 1, 10, "D", ("KS",)),)),
    server.Said(player="p1", name="Ada", text="hello", at=0),
    server.Rematched(race="r2", code="CODE6789"),
    server.Verdict(n=1, value="dead", pays=True),
    over(3),
    results(4),
    reveal(5),
    resync(2),
    server.Suspended(),
    server.Pong(q=1, at=0, now=0),
    error(Code.BUSY),
)
