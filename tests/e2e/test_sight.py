"""No card leaks: what a player may not see changes no byte of what anybody is sent.

Two worlds share everything but the order of the hidden cards: ids, tokens, clock, commitment,
and each card that lies open. The same commands are given in both until a flip or a draw shows a
card in which they differ. Up to there the bytes are the same; from there on they are not.
"""

import itertools
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace as changed

from pantagruel_engine.board import Shown
from pantagruel_engine.deal import key_of_text, layout
from pantagruel_engine.errors import RulesError
from pantagruel_engine.game import Game
from pantagruel_engine.notation import parse_move
from pantagruel_engine.position import Column, Position
from pantagruel_engine.rows import variant
from pantagruel_engine.variant import Variant
from pantagruel_protocol.codecs import CODECS, Codec
from pantagruel_protocol.server_messages import Ack, Progress, Refused
from pantagruel_server.race import decide, sight
from pantagruel_server.race.commands import Decision, Refusal
from pantagruel_server.race.state import Race
from pantagruel_server.settings import BOUNDLESS, Settings
from tests.server.house import House, Peer

pytestmark = pytest.mark.slow

ROW = "strict-royal"
KEY = key_of_text("sight")
KNOWN_STOCK = 12  # so many cards of the stock, and each column's next one, are the same in both


def one_way(rules: Variant, _key: bytes) -> Position:
    """Deal the first world, whatever the seed and the nonces say."""
    return layout(rules, KEY)


def other_way(rules: Variant, key: bytes) -> Position:
    """Deal the second: the same open cards, and those under them in another order."""
    position = one_way(rules, key)
    deep = [card for column in position.columns for card in column.down[:-1]]
    deep += position.stock[KNOWN_STOCK:]
    Random(1).shuffle(deep)
    cards = iter(deep)
    columns = [
        Column((*itertools.islice(cards, max(len(down) - 1, 0)), *down[-1:]), up)
        for down, up in position.columns
    ]
    stock = (*position.stock[:KNOWN_STOCK], *cards)
    return replace(position, columns=tuple(columns), stock=stock)


WORLDS = (one_way, other_way)


class Script:
    """What is asked in both worlds, step by step, until they show different cards."""

    def __init__(self) -> None:
        rules, chance = variant(ROW), Random(26)
        games = [Game.start(deal(rules, KEY)) for deal in WORLDS]
        self.steps: list[list[str]] = []
        shown: list[Shown] = []
        while len(set(shown)) < 2:
            asked = self._wrong(games[0], chance)
            move = chance.choice(games[0].legal_moves())
            shown = [game.play(move) for game in games]
            self.steps.append([*asked, move.text])

    def _wrong(self, game: Game, chance: Random) -> list[str]:
        """Choose some commands that the open cards forbid."""
        piles = [f"T{number}" for number in range(1, 10)]
        texts = [f"{one}>{two}:{chance.randint(1, 3)}" for one in piles for two in piles]
        texts += ["R", "W>F", "W>T3", "F1>T1", *(f"{pile}>F" for pile in piles)]
        return chance.sample([text for text in texts if not allowed(game, text)], 4)


def allowed(game: Game, text: str) -> bool:
    """Ask the engine."""
    try:
        game.judge(parse_move(text))
    except RulesError:
        return False
    return True


async def asked(peer: Peer, others: list[Peer], n: int, texts: list[str]) -> None:
    """Give the commands of one step, the last of which is accepted, and hear all that follows."""
    for text in texts[:-1]:
        assert isinstance(await peer.play(n, text), Refused), text
    assert isinstance(await peer.play(n, texts[-1]), Ack), texts
    for each in (peer, *others):
        await each.until(Progress)


async def traffic(house: House, script: Script) -> list[tuple[bytes, ...]]:
    """Race by the script; answer the frames of the deal and of each step, player's and rival's."""
    steps: list[tuple[bytes, ...]] = []
    async with house.open(), house.peer("Panurge") as player, house.peer("Jean") as rival:
        await house.race(player, rival, variant=ROW, seed=None)
        steps.append((player.raw[-1], rival.raw[-1]))
        for peer in (player, rival):
            await peer.until(Progress)
        for n, texts in enumerate(script.steps, 1):
            start = len(player.raw), len(rival.raw)
            await asked(player, [rival], n, texts)
            await asked(rival, [player], n, texts)
            steps.append((*player.raw[start[0] :], *rival.raw[start[1] :]))
    return steps


async def both(settings: Settings, codec: Codec, script: Script) -> list[list[tuple[bytes, ...]]]:
    """Race in both worlds, each with the same clock, the same chance and an empty journal."""
    seen = []
    for deal in WORLDS:
        apart = replace(settings, data=settings.data / deal.__name__)
        seen.append(await traffic(House(apart, codec, dealer=deal), script))
    return seen


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Any free port, and ticks that nobody waits for long."""
    return Settings(port=0, data=tmp_path, tick_ms=5, close_ms=500, bounds=BOUNDLESS)


@pytest.fixture(params=CODECS.values(), ids=lambda codec: codec.name.rpartition(".")[2])
def codec(request: pytest.FixtureRequest) -> Codec:
    """Both encodings, one after the other."""
    found: Codec = request.param
    return found


def test_the_worlds_differ_late() -> None:
    """The script goes a good way, through flips and draws, before the worlds part."""
    script = Script()
    game = Game.start(one_way(variant(ROW), KEY))
    for *_, move in script.steps:
        game.play(parse_move(move))

    assert len(script.steps) > 8
    assert game.draws > 1
    assert game.hidden < 36


async def test_no_byte_depends_on_a_hidden_card(settings: Settings, codec: Codec) -> None:
    """Player and rival are sent the same bytes in both worlds until one of them shows a card."""
    script = Script()
    one, other = await both(settings, codec, script)

    assert len(one) == len(other) == len(script.steps) + 1
    assert one[:-1] == other[:-1]
    assert one[-1] != other[-1]


def deepest(game: Game) -> int:
    """Look at a card that nobody may know."""
    return game.down[-1][0]


def rows_that_whisper(race: Race, seats: Iterable[int], on: Collection[str], ms: int) -> Progress:
    """Show the rows at a time that a hidden card moves."""
    return HONEST_ROWS(race, seats, on, ms + deepest(race.seats[0].board))


def words_that_whisper(game: Game, number: int, n: int, ms: int, text: str) -> Decision:
    """Refuse in words whose length depends on a hidden card."""
    decision = HONEST_PLAY(game, number, n, ms, text)
    if isinstance(decision, Refusal):
        return changed(decision, why=decision.why + "." * deepest(game))
    return decision


HONEST_ROWS = sight.progress
HONEST_PLAY = decide._play  # noqa: SLF001 -- the one place that writes the words of a refusal
LEAKS: dict[str, Callable[..., object]] = {
    "pantagruel_server.race.sight.progress": rows_that_whisper,
    "pantagruel_server.race.decide._play": words_that_whisper,
}


@pytest.mark.parametrize("place", LEAKS)
async def test_control_finds_a_leak(
    settings: Settings, codec: Codec, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that lets a hidden card into a number or the length of a sentence is found out."""
    monkeypatch.setattr(place, LEAKS[place])
    one, other = await both(settings, codec, Script())

    assert one[:-1] != other[:-1]
