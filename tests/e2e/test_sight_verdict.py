"""That a game is dead is told by what its player has seen: no verdict depends on a hidden card.

Two worlds differ in nothing but the order of hidden cards, which nothing ever turns up here. So
everything that player, rival and watcher are sent is the same, to the last byte.
"""

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from pantagruel_engine.position import Column, Position
from pantagruel_engine.variant import Variant
from pantagruel_protocol.client_messages import Watch
from pantagruel_protocol.codecs import CODECS, Codec
from pantagruel_protocol.server_messages import (
    Ack,
    Board,
    Ok,
    Over,
    Progress,
    ServerMessage,
    Verdict,
)
from pantagruel_server.race.state import Dealer, Seat
from pantagruel_server.rooms import verdicts
from pantagruel_server.settings import BOUNDLESS, Settings
from tests.server.held import HeldJournal
from tests.server.house import House, Peer
from tests.server.race.positions import ACE_PAYS, CROWDED, SPENT

pytestmark = pytest.mark.slow
TURNS = ("R", "D") * 4


class Game(NamedTuple):
    """A dead game: where it begins, what is played, and what its player is told after that."""

    line: str
    moves: tuple[str, ...]
    told: type[ServerMessage]


GAMES = [
    Game(SPENT, TURNS, Over),
    Game(ACE_PAYS, TURNS, Verdict),
    Game(CROWDED, TURNS[:6], Verdict),  # the last pass is over: that is when a search is asked
    Game(ACE_PAYS, (*TURNS, "T1>F"), Over),
]


def world(line: str, *, turned: bool) -> Dealer:
    """Answer a dealer of a position, or of one that looks the same and is another underneath."""

    def dealer(_variant: Variant, _key: bytes) -> Position:
        position = Position.parse(line)
        *columns, (down, up) = position.columns
        last = Column(down[::-1] if turned else down, up)
        return replace(position, columns=(*columns, last))

    return dealer


async def step(peer: Peer, others: list[Peer], n: int, text: str) -> None:
    """Play one move, and hear all that follows."""
    assert isinstance(await peer.play(n, text), Ack)
    for each in (peer, *others):
        await each.until(Progress)


async def sent(settings: Settings, codec: Codec, game: Game, *, turned: bool) -> list[list[bytes]]:
    """Answer every frame that player, rival and watcher are sent from the first move on."""
    apart = replace(settings, data=settings.data / str(turned))
    dealer = world(game.line, turned=turned)
    house = House(apart, codec, dealer=dealer, open_journal=HeldJournal().open)
    variant = game.line.partition(" ")[0]
    async with house.open(), house.peer("A") as player, house.peer("B") as rival:
        made = await house.race(player, rival, variant=variant, seed=None)
        async with house.peer("C") as watcher:
            assert isinstance(await watcher.ask(Watch(watcher.q(), made.code)), Ok)
            everybody = [player, rival, watcher]
            for peer in (player, rival):
                await peer.until(Progress)
            for _ in range(2):
                await watcher.until(Board)
            starts = [len(peer.raw) for peer in everybody]
            for n, text in enumerate(game.moves, 1):
                await step(player, [rival, watcher], n, text)
            if not any(isinstance(message, game.told) for message in player.heard):
                await player.until(game.told)
            await step(rival, [player, watcher], 1, game.moves[0])
            return [peer.raw[start:] for peer, start in zip(everybody, starts, strict=True)]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Any free port, and ticks that nobody waits for long."""
    return Settings(port=0, data=tmp_path, tick_ms=5, close_ms=500, bounds=BOUNDLESS)


@pytest.fixture(params=CODECS.values(), ids=lambda codec: codec.name.rpartition(".")[2])
def codec(request: pytest.FixtureRequest) -> Codec:
    """Both encodings, one after the other."""
    found: Codec = request.param
    return found


@pytest.mark.parametrize("game", GAMES, ids=["spent", "pays", "searched", "paid"])
async def test_no_byte_depends_on_a_hidden_card(
    settings: Settings, codec: Codec, game: Game
) -> None:
    """Whether, when and how a game is called dead is the same in both worlds."""
    one = await sent(settings, codec, game, turned=False)
    other = await sent(settings, codec, game, turned=True)

    assert one == other


async def test_control_finds_a_leak(
    settings: Settings, codec: Codec, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that looks at another time, for the sake of a hidden card, is found out."""

    def whispers(seat: Seat) -> bool:
        deep = seat.board.down[-1]
        return seat.lull == (4 if deep[0] < deep[-1] else 8)

    monkeypatch.setattr(verdicts, "due", whispers)
    game = GAMES[1]
    one = await sent(settings, codec, game, turned=False)
    other = await sent(settings, codec, game, turned=True)

    assert one != other
