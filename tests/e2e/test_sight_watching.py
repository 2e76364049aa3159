"""No card too early: what a watcher, or a player who is done, is sent in two worlds.

The worlds are those of `test_sight`: one commitment, the same open cards, others underneath. All
frames are the same in both until somebody may see a card in which they differ: at once, two
seconds later or at the end of the race, as the host chose. A second look reads the frames of one
world alone: no text of a card may stand in them before its time.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

import pytest
from msgspec import to_builtins

from pantagruel_engine.deal import key_of_text, layout
from pantagruel_engine.game import Game
from pantagruel_engine.notation import parse_move
from pantagruel_engine.rows import variant
from pantagruel_protocol.client_messages import Bank, Watch
from pantagruel_protocol.codecs import CODECS, Codec
from pantagruel_protocol.server_messages import (
    Ack,
    Board,
    Ok,
    Outlined,
    Over,
    Progress,
    Results,
    Reveal,
    Room,
    ServerMessage,
    Steps,
)
from pantagruel_protocol.values import Faces, Step
from pantagruel_server.race import sight, watching
from pantagruel_server.race.state import Race
from pantagruel_server.settings import BOUNDLESS, Settings
from tests.e2e.test_sight import KEY, ROW, WORLDS, Script, asked, one_way
from tests.server.house import House, Peer
from tests.server.texts import cards, texts, texts_of

pytestmark = pytest.mark.slow

PACE_MS = 1_000  # both players play once a second
REST = 2  # seconds after the last move in which nobody plays; then the race ends
DELAYS: dict[Faces, int] = {0: 0, 2: 2, "end": REST + 1}  # from a move to its card, in seconds
Second = tuple[tuple[bytes, ...], ...]  # the frames of each role
SEED = "pan"
DEAL = key_of_text(SEED)
MASKED_BACK = re.compile(r"F>T[1-9]")
NAMED_BACK = re.compile(r"F[0-9]+>")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Any free port, and ticks that nobody waits for long."""
    return Settings(port=0, data=tmp_path, tick_ms=5, close_ms=500, bounds=BOUNDLESS)


@pytest.fixture(params=CODECS.values(), ids=lambda codec: codec.name.rpartition(".")[2])
def codec(request: pytest.FixtureRequest) -> Codec:
    """Both encodings, one after the other."""
    found: Codec = request.param
    return found


class Table:
    """Two who race, one who is done, one who watches; and what each was sent, second by second."""

    def __init__(self, house: House, peers: Sequence[Peer], faces: Faces) -> None:
        self.racing, self.looking = peers[:2], peers[2:]
        self.frames: list[Second] = []
        self._house = house
        self._delay = None if faces == "end" else DELAYS[faces]

    async def watch(self, code: str) -> None:
        """Let one be done, and let that one and another look."""
        done = self.looking[0]
        await done.say(Bank(1))
        await done.until(Over)
        for peer in (*self.racing, done):
            await banked(peer)
        for peer in (*self.racing, *self.looking):
            peer.raw.clear()  # how they came in is not in question, and its order by chance
        for peer in self.looking:
            assert isinstance(await peer.ask(Watch(peer.q(), code)), Ok)
        for peer in self.looking:
            await pictures(peer, Board if self._delay == 0 else Outlined)
            peer.raw[:] = [frame for frame in peer.raw if is_picture(peer.codec, frame)]
        self._note()

    async def second(self, n: int, texts: list[str] | None = None) -> None:
        """Let a second pass, and what is due be seen; then let both play, if there is a step."""
        self._house.clock.advance(PACE_MS)
        for peer in (*self.racing, *self.looking) if n == 1 else ():
            await peer.until(Room)  # two watch now
        for peer in self.looking if self._delay and n >= self._delay else ():
            if n == self._delay:
                await pictures(peer, Board)
            else:
                await peer.until(Steps)
        for peer in self.racing if texts else ():
            others = [one for one in (*self.racing, *self.looking) if one is not peer]
            await asked(peer, others, n, texts or [])
        self._note()

    async def close(self, n: int) -> None:
        """Let all be done."""
        for peer in self.racing:
            await peer.say(Bank(n))
        for peer in (*self.racing, *self.looking):
            while not (told(peer, Results) and told(peer, Reveal)):
                await peer.hear()
        if self._delay != 0:
            for peer in self.looking:
                await last_boards(peer)
        self._note()

    def _note(self) -> None:
        peers = (*self.racing, *self.looking)
        self.frames.append(tuple(tuple(peer.raw) for peer in peers))
        for peer in peers:
            peer.raw.clear()


def told(peer: Peer, kind: type[ServerMessage]) -> bool:
    """Say whether *peer* has heard a message of *kind*."""
    return any(isinstance(message, kind) for message in peer.heard)


def is_picture(codec: Codec, frame: bytes) -> bool:
    """Say whether a frame shows a board."""
    return isinstance(codec.decode_server(frame), Board | Outlined)


async def pictures(peer: Peer, kind: type[Board | Outlined]) -> None:
    """Wait for the boards of all three."""
    for _ in range(3):
        await peer.until(kind)


async def last_boards(peer: Peer) -> None:
    """Wait for the boards as the race left them."""

    def ended() -> set[int]:
        rooms = [at for at, one in enumerate(peer.heard) if isinstance(one, Results)]
        return {one.seat for one in peer.heard[rooms[0] :] if isinstance(one, Board)}

    while len(ended()) < 3:
        await peer.hear()


async def banked(peer: Peer) -> None:
    """Wait for the rows that tell who has banked."""
    while not any(row.ended == "bank" for row in (await peer.until(Progress)).rows):
        pass


async def traffic(house: House, script: Script, faces: Faces) -> list[Second]:
    """Race by the script, rest, and end; answer what each was sent."""
    async with (
        house.open(),
        house.peer("Panurge") as player,
        house.peer("Jean") as rival,
        house.peer("Gargamelle") as done,
        house.peer("Badebec") as watcher,
    ):
        table = Table(house, (player, rival, done, watcher), faces)
        made = await house.race(player, rival, done, variant=ROW, seed=None, faces=faces)
        await table.watch(made.code)
        for n, texts in enumerate(script.steps, 1):
            await table.second(n, texts)
        for n in range(REST):
            await table.second(len(script.steps) + 1 + n)
        await table.close(len(script.steps) + 1)
        return table.frames


async def both(
    settings: Settings, codec: Codec, script: Script, faces: Faces
) -> list[list[Second]]:
    """Race in both worlds."""
    seen = []
    for deal in WORLDS:
        apart = replace(settings, data=settings.data / deal.__name__)
        seen.append(await traffic(House(apart, codec, dealer=deal), script, faces))
    return seen


def parting(one: list[Second], other: list[Second]) -> list[int]:
    """Answer for each role the second in which the worlds begin to differ."""
    roles = zip(zip(*one, strict=True), zip(*other, strict=True), strict=True)
    return [
        next(n for n, (a, b) in enumerate(zip(*role, strict=True)) if a != b) for role in roles
    ]


@pytest.mark.parametrize("faces", DELAYS)
async def test_worlds_part_when_the_host_allows(
    settings: Settings, codec: Codec, faces: Faces
) -> None:
    """Each role's traffic differs from the second on in which it may see the card, not before."""
    script = Script()
    parted = parting(*await both(settings, codec, script, faces))

    last = len(script.steps)
    assert parted == [last, last, last + DELAYS[faces], last + DELAYS[faces]]


def behind_by_less(race: Race) -> int | None:
    """Forget that faces come late."""
    return 0 if isinstance(race.settings.faces, int) else HONEST_DELAY(race)


def unmasked(race: Race, number: int, n: int) -> Step:
    """Show a step with its faces."""
    return watching._step(race, number, n)  # noqa: SLF001 -- the fault itself


HONEST_DELAY = watching.behind_ms


async def test_control_a_step_with_its_face_parts_the_worlds(
    settings: Settings, codec: Codec, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that does not mask what is told at once is found out by the bytes."""
    monkeypatch.setattr(watching, "live_step", unmasked)
    script = Script()
    *_, done, watcher = parting(*await both(settings, codec, script, 2))

    assert done < len(script.steps) + DELAYS[2]
    assert watcher < len(script.steps) + DELAYS[2]


async def test_control_a_board_without_delay_is_read(
    settings: Settings, codec: Codec, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that forgets the delay is found out by the texts; an honest one shows none."""
    honest = await looked(replace(settings, data=settings.data / "honest"), codec)
    monkeypatch.setattr(watching, "behind_ms", behind_by_less)
    forgetful = await looked(replace(settings, data=settings.data / "forgetful"), codec)

    assert cards(honest, codec) == []
    assert "JD" in cards(forgetful, codec)


async def looked(settings: Settings, codec: Codec) -> list[bytes]:
    """Answer what a watcher is sent who comes two seconds too early."""
    async with House(settings, codec).open() as house, house.peer() as player:
        made = await house.race(player, faces=2)
        async with house.peer() as watcher:
            assert isinstance(await watcher.ask(Watch(1, made.code)), Ok)
            while not (told(watcher, Board) or told(watcher, Outlined)):
                await watcher.hear()
            await player.play(1, "D")
            await watcher.until(Progress)
            return watcher.raw


class Known:
    """Which cards lie open in a world after so many moves of the script."""

    def __init__(self, script: Script) -> None:
        game = Game.start(one_way(variant(ROW), KEY))
        self._open = [set(faces_of(game))]
        for *_, move in script.steps:
            game.play(parse_move(move))
            self._open.append(self._open[-1] | set(faces_of(game)))

    def after(self, moves: int) -> set[str]:
        """Answer the cards seen by then; none before the boards may be seen at all."""
        return set() if moves < 0 else self._open[min(moves, len(self._open) - 1)]


def faces_of(game: Game) -> Iterable[str]:
    """Answer the texts of all cards that lie open."""
    return texts_of(to_builtins(sight.view(game)))


@pytest.mark.parametrize("faces", DELAYS)
async def test_no_text_of_a_card_before_its_time(
    settings: Settings, codec: Codec, faces: Faces
) -> None:
    """The frames of each second name cards only that may be seen by then."""
    script = Script()
    known, delay = Known(script), DELAYS[faces]
    seconds = await traffic(House(settings, codec, dealer=one_way), script, faces)
    named = [[set(cards(frames, codec)) for frames in second] for second in seconds]

    for second, (_, _, *lookers) in enumerate(named[:-1]):
        allowed = known.after(-1 if faces == "end" else second - delay)
        assert all(look <= allowed for look in lookers), second
    for player, rival, *_ in seconds:
        for frame in (*player, *rival):
            assert not shows_others(codec, frame)
    for look in named[-1][2:]:
        assert faces == 0 or look >= known.after(0) - known.after(-1)


def shows_others(codec: Codec, frame: bytes) -> bool:
    """Say whether a frame shows anything of other players' boards than rows."""
    message = codec.decode_server(frame)
    steps = isinstance(message, Progress) and message.steps
    return bool(steps) or isinstance(message, Board | Outlined | Steps)


def steps_back() -> list[str]:
    """Play at random until a card comes back from a foundation."""
    for seed in count(1):
        chance, game, moves = Random(seed), Game.start(layout(variant("turn1"), DEAL)), list[str]()
        for _ in range(120):
            legal = [move for move in game.legal_moves() if move.text not in {"D", "R"}]
            back = next((move.text for move in legal if move.text.startswith("F")), None)
            if back is not None:
                return [*moves, back]
            home = [move for move in legal if move.text.endswith(">F")]
            options = home or legal if chance.random() < 0.7 else game.legal_moves()
            if not options:
                options = game.legal_moves()
            if not options:
                break
            move = chance.choice(options)
            game.play(move)
            moves.append(move.text)
    raise AssertionError


@pytest.mark.parametrize("faces", [2, "end"])
async def test_no_foundation_is_named(settings: Settings, codec: Codec, faces: Faces) -> None:
    """A card that comes back from a foundation would tell its suit by the foundation's number."""
    moves = steps_back()
    async with House(settings, codec).open() as house, house.peer() as player:
        made = await house.race(player, seed=SEED, faces=faces)
        async with house.peer() as watcher:
            assert isinstance(await watcher.ask(Watch(1, made.code)), Ok)
            for n, move in enumerate(moves, 1):
                assert isinstance(await player.play(n, move), Ack), move
            while not any(step.k == len(moves) for step in steps_of(watcher)):
                await watcher.hear()

            assert MASKED_BACK.fullmatch(steps_of(watcher)[-1].m)
            assert not [text for text in texts(watcher.raw, codec) if NAMED_BACK.match(text)]


def steps_of(peer: Peer) -> list[Step]:
    """Answer the steps that came with rows."""
    rows = [message for message in peer.heard if isinstance(message, Progress)]
    return [step for one in rows for step in one.steps]
