"""The worked session of `protocol/README.md`: what one player hears of a short race.

`python -m tests.protocol.session` writes it there, and the race's replay beside it.
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from pantagruel_engine.notation import Move
from pantagruel_protocol.chain import canonical, stages_of
from pantagruel_protocol.client_messages import (
    Bank,
    ClientMessage,
    Hello,
    Join,
    Leave,
    Play,
    Ready,
    Start,
)
from pantagruel_protocol.json_codec import JsonCodec
from pantagruel_protocol.replay_file import Chain, ReplayFile, write
from pantagruel_protocol.server_messages import Ok, Refused, SeatFrame, ServerMessage, Welcome
from pantagruel_protocol.values import Limits, Resume
from pantagruel_server.race import commands as ask
from pantagruel_server.race import sight
from pantagruel_server.race.apply import apply
from pantagruel_server.race.commands import Accepted, Now, RaceCommand, Refusal, Repeated
from pantagruel_server.race.decide import decide
from pantagruel_server.race.opening import Ids, Options, Secrets, opened
from pantagruel_server.race.record import replay_of
from pantagruel_server.race.state import Race
from pantagruel_server.race.ticks import due
from tests.protocol.replays import liking

FOLDER = Path(__file__).parent.parent.parent / "protocol"
REPLAY = FOLDER / "vectors" / "replay.json"
ADA, BOB = "ada-1", "bob-2"
WALL = 1_767_225_600_000
TOKEN = "0123456789abcdef" * 4
LIMITS = Limits(frame_bytes=4096, commands=4000, rate=30, burst=120)


class Talk:
    """Plays a race by the server's own rules and notes what is said on Ada's sockets."""

    def __init__(self) -> None:
        ids = Ids(race="race-1", deal_id="deal-1", code="KQJT2345", host=ADA)
        secrets = Secrets(server_seed=bytes(range(32)), salt=bytes(range(32, 64)))
        options = Options("klondike-strict", seats=2)
        self.race = Race.opened(opened(options, ids, secrets, WALL))
        self.lines: list[str] = []
        self._codec = JsonCodec()

    def note(self, words: str) -> None:
        self.lines.append(f"# {words}")

    def say(self, message: ClientMessage) -> None:
        self.lines.append("> " + self._codec.encode(message).decode())

    def hear(self, *messages: ServerMessage) -> None:
        self.lines += ["< " + self._codec.encode(message).decode() for message in messages]

    def ask(self, command: RaceCommand, ms: int = 0, q: int | None = None) -> None:
        """Put a command before the race at race time *ms*; it is Ada's if it has a *q* or *n*."""
        decision = decide(self.race, command, Now(WALL + ms, ms))
        n = getattr(command, "n", None)
        match decision:
            case Refusal(code, why, reason, cards, expected):
                self.hear(Refused(code, why, q, n, reason, cards, expected))
            case Repeated(ack):
                self.hear(ack)
            case Accepted(events):
                if q is not None:
                    self.hear(Ok(q))
                for event in events:
                    effect = apply(self.race, event)
                    self.own(effect.frames)
                    if effect.room:
                        self.hear(sight.room(self.race, {ADA, BOB}))
                    if effect.countdown:
                        self.hear(sight.countdown(self.race, WALL + ms))

    def wait(self, ms: int) -> None:
        """Let happen what is due at race time *ms*."""
        for event in due(self.race, Now(WALL + 3000 + ms, ms)):
            effect = apply(self.race, event)
            self.own(effect.frames)
            if effect.room:
                self.hear(sight.room(self.race, {ADA, BOB}))

    def own(self, frames: Iterable[tuple[int, SeatFrame]]) -> None:
        self.hear(*(frame for seat, frame in frames if self.race.seats[seat].player == ADA))

    def rows(self, ms: int, *seats: int) -> None:
        self.hear(sight.progress(self.race, seats, {ADA, BOB}, ms))

    def best(self, player: str) -> Move:
        """Answer the move that a simple player makes."""
        game = self.race.seats[self.race.seat_of(player) or 0].board
        return max(game.legal_moves(), key=lambda move: liking(game, move))

    def play(self, player: str, n: int, ms: int) -> None:
        """Let *player* make the simple move, and show the rows."""
        move = self.best(player)
        if player == ADA:
            self.say(Play(n, move.text))
        self.ask(ask.PlayMove(player, n, move.text), ms)
        self.rows(ms, self.race.seat_of(player) or 0)


@cache
def session() -> tuple[tuple[str, ...], ReplayFile]:
    """Answer the lines of the session, and the replay of its race."""
    talk = Talk()
    talk.note("A new guest; the token in the answer is sent this once.")
    talk.say(Hello(name="Ada"))
    talk.hear(Welcome(ADA, "Ada", WALL, LIMITS, token=TOKEN))
    talk.note("The code came with the answer to POST /api/races.")
    talk.say(Join(1, talk.race.code))
    talk.ask(ask.JoinRace(ADA, "Ada", bot=False), q=1)
    talk.note("Somebody else joins and is ready.")
    talk.ask(ask.JoinRace(BOB, "Bob", bot=True))
    talk.ask(ask.MakeReady(BOB, "b0" * 16))
    talk.say(Ready(2, "ad" * 16))
    talk.ask(ask.MakeReady(ADA, "ad" * 16), q=2)
    talk.say(Start(3))
    talk.ask(ask.StartRace(ADA, without_unready=False), q=3)
    talk.note("Three seconds later: T0, and the layout.")
    talk.wait(0)
    talk.rows(0, 0, 1)
    _race(talk)
    talk.note("Both are done: the table, the secrets, the way out.")
    talk.wait(9_000)
    talk.rows(9_000, 0, 1)
    talk.say(Leave(4))
    talk.hear(Ok(4))
    return tuple(talk.lines), replay_of(talk.race)


def _race(talk: Talk) -> None:
    """Play a few moves, one of them twice and one that is not allowed, and drop the line."""
    for n in (1, 2, 3):
        talk.play(ADA, n, 1_500 * n)
    talk.play(BOB, 1, 4_700)
    talk.note("Asked once more, a command gets the answer that it got; nothing happens twice.")
    twice = talk.race.seats[0].commands[2]
    talk.say(Play(3, twice))
    talk.ask(ask.PlayMove(ADA, 3, twice), 5_000)
    talk.note("A refusal uses up no number.")
    talk.say(Play(4, "T3>T2"))
    talk.ask(ask.PlayMove(ADA, 4, "T3>T2"), 5_200)
    talk.note("The line broke while a move was on its way. On a new socket:")
    move = talk.best(ADA)
    missed = decide(talk.race, ask.PlayMove(ADA, 4, move.text), Now(WALL, 6_000))
    assert isinstance(missed, Accepted)
    for event in missed.events:
        apply(talk.race, event)
    talk.say(Hello(token=TOKEN, resume=Resume(talk.race.id, 4)))
    talk.hear(Welcome(ADA, "Ada", WALL + 9_500, LIMITS))
    talk.hear(*sight.resume(talk.race, ADA, 4))
    talk.hear(sight.room(talk.race, {ADA, BOB}))
    talk.rows(6_500, 0, 1)
    talk.say(Bank(5))
    talk.ask(ask.BankGame(ADA, 5), 7_250)
    talk.ask(ask.BankGame(BOB, 2), 8_000)


def stages(replay: ReplayFile) -> str:
    """Answer the text and the hash of each stage of a replay's chain."""
    texts = [canonical(value).decode() for value in stages_of(replay).values()]
    lines = ["```"]
    for stage, text in zip(Chain.__struct_fields__, texts, strict=True):
        lines += [f"{stage} {getattr(replay.chain, stage)}", text]
    return "\n".join([*lines, "```", ""])


def filled(text: str) -> str:
    """Answer the reference with the session and the stages up to date."""
    lines, replay = session()
    blocks = {
        "<!-- the worked session -->\n": "\n".join(["```", *lines, "```", ""]),
        "<!-- the stages -->\n": stages(replay),
    }
    for mark, block in blocks.items():
        start = text.index(mark) + len(mark)
        text = text[:start] + block + text[text.index("<!-- end -->", start) :]
    return text


def main() -> None:
    """Bring the reference and the vector up to date."""
    readme = FOLDER / "README.md"
    readme.write_text(filled(readme.read_text(encoding="utf-8")), encoding="utf-8")
    REPLAY.write_bytes(write(session()[1]))


if __name__ == "__main__":
    main()
