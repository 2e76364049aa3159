"""What is said of a game's prospects: only what was seen, and only what is so."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given

from pantagruel_engine.card import FACES, UNKNOWN, rank
from pantagruel_engine.game import Game
from pantagruel_engine.position import Column, Position
from pantagruel_engine.rows import variant
from pantagruel_engine.seen import seen_all, seen_by_player
from pantagruel_engine.variant import Build, EmptyColumn, RunMoves, Variant
from pantagruel_engine.verdict import Answer, Verdict, glance, judge
from pantagruel_engine.view import player_view
from tests.engine.boards import dealt, play, set_up
from tests.engine.chance import SMALL, choices, examples, families, playing, seeds
from tests.engine.exhaustive import truth
from tests.engine.test_cases import CASES

MOST = 20_000  # positions of a plain search
PLAYED = 60
STUCK = ["9H", "9D", "9H", "9D", "JH", "JH", "JD", "JD"]  # on none of them goes another, or a King

# Small decks of every kind of rule.
DECKS = [
    replace(
        variant("turn1"),
        packs=packs,
        ranks=ranks,
        columns=columns,
        draw=draw,
        max_passes=passes,
        foundation_return=returns,
        run_moves=policy,
    )
    for number, (packs, ranks, columns, draw, passes, returns, policy) in enumerate(
        product(
            (1, 2), (3, 4, 5), ((1, 2), (2, 3, 3)), (1, 3), (1, 2, None), (True, False), RunMoves
        )
    )
    if number % 7 == 0 and packs * ranks * 4 > sum(columns)
]
POUCH = replace(
    variant("thumb-and-pouch"),
    ranks=4,
    columns=(2, 3),
    build=Build.OTHER_SUIT,
    empty_column=EmptyColumn.ANY,
)


def shuffled(rules: Variant, chance: Random) -> Position:
    """Deal a deck of any size."""
    deck = [face for face in range(FACES) if rank(face) <= rules.ranks] * rules.packs
    chance.shuffle(deck)
    columns = []
    for size in rules.columns:
        *down, up = deck[:size]
        del deck[:size]
        columns.append(Column(tuple(down), (up,)))
    return Position(rules, tuple(columns), (0,) * 4 * rules.packs, tuple(deck), ())


def stages(rules: Variant, seed: int) -> Iterator[Game]:
    """Play a deal, liking cards that go home or off the waste, and yield every position."""
    chance = Random(seed)
    game = Game.start(shuffled(rules, chance))
    for _ in range(PLAYED):
        yield game
        moves = game.legal_moves()
        if not moves:
            return
        liked = [move for move in moves if move.text[0] == "W" or move.text.endswith(">F")]
        game.play(chance.choice(liked if liked and chance.random() < 0.7 else moves))


def compared(rules: Variant, seed: int) -> Counter[str]:
    """Hold every proved verdict of a game to the plain search, and count them."""
    counts: Counter[str] = Counter()
    for game in stages(rules, seed):
        seen = seen_by_player(game)
        for answer in (glance(seen), judge(seen)):
            right = truth(game, MOST)
            if right is None:
                counts["too large"] += 1
            elif answer.verdict is Verdict.DEAD:
                assert not right.progress, game.position().text()
                assert answer.pays >= right.pays, game.position().text()
                counts["dead" if answer.pays else "spent"] += 1
            elif answer.verdict is Verdict.ALIVE:
                assert right.progress, game.position().text()
                counts["alive"] += 1
            else:
                counts[answer.verdict] += 1
    return counts


def test_proved_verdicts_are_true() -> None:
    """On small decks of every kind of rule no plain search contradicts a verdict."""
    counts: Counter[str] = Counter()
    for seed, rules in enumerate([*DECKS[::3], POUCH]):
        counts += compared(rules, seed)

    assert min(counts["dead"], counts["spent"], counts["alive"]) >= 20, counts


@pytest.mark.slow
@pytest.mark.parametrize("part", range(6))
def test_proved_verdicts_are_true_of_many(part: int) -> None:
    """Nor does it in many more games."""
    counts: Counter[str] = Counter()
    for seed in range(part, 24, 6):
        for rules in [*DECKS, POUCH]:
            counts += compared(rules, seed)

    assert min(counts["dead"], counts["spent"], counts["alive"]) >= 100, counts


@families(SMALL)
@examples(5)
@given(seed=seeds, picks=choices)
def test_nothing_unseen_counts(name: str, seed: str, picks: list[int]) -> None:
    """Hidden cards, and those of a stock not seen yet, can be any or unknown: all is the same."""
    game = dealt(name, seed)
    for number, (move, ms) in enumerate(playing(game, picks)):
        game.play(move, ms)
        if number % 8 == 0:
            answer = judge(seen_by_player(game), 500)

            assert judge(seen_by_player(swapped(game)), 500) == answer
            assert judge(seen_by_player(from_view(game)), 500) == answer


def swapped(game: Game) -> Game:
    """Answer a game that looks the same, with its unseen cards in the opposite order."""
    twin = game.copy()
    unseen = [card for down in twin.down for card in down]
    unseen += [] if twin.redeals else twin.stock
    for down in twin.down:
        down[:] = [unseen.pop() for _ in down]
    if not twin.redeals:
        twin.stock[:] = [unseen.pop() for _ in twin.stock]
    return twin


def from_view(game: Game) -> Game:
    return Game.from_view(player_view(game), game.variant)


@examples(20)
@given(seed=seeds, picks=choices)
def test_dead_stays_dead(seed: str, picks: list[int]) -> None:
    """Nothing that can be played brings a dead game back to life."""
    game = dealt("klondike-familiar", seed)
    dead = False
    for move, ms in playing(game, picks):
        game.play(move, ms)
        seen = seen_by_player(game)
        verdict = glance(seen).verdict
        # A long pass may hide what was seen to be dead from nobody: it is dead still.
        assert not dead or verdict in (Verdict.DEAD, Verdict.UNDECIDED)
        dead = dead or verdict is Verdict.DEAD


def test_dead_is_withheld_until_the_talon_is_seen() -> None:
    """Where a card of the first pass was not seen yet nothing is dead, whatever it is."""
    game = set_up("turn1", *STUCK, stock="2C 5D", waste="7D")
    assert judge(seen_by_player(game)) == Answer(Verdict.UNDECIDED, pays=False)

    play(game, "D", "D")
    assert judge(seen_by_player(game)) == Answer(Verdict.DEAD, pays=False)
    play(game, "R")
    assert judge(seen_by_player(game)) == Answer(Verdict.DEAD, pays=False)


def test_alive_stands_though_not_all_is_seen() -> None:
    """A talon card that has a place is progress, whatever comes after it."""
    game = set_up("turn1", *STUCK[:7], "8D", stock="2C 5D", waste="7S")

    assert judge(seen_by_player(game)) == Answer(Verdict.ALIVE, pays=True)


@pytest.mark.parametrize(
    ("rules", "columns", "answer"),
    [
        ("turn3", ["QH|KS", "", "9C"], Answer(Verdict.ALIVE, pays=True)),
        ("turn3", ["QH|KS", "9C", *["2H"] * 2, *["3H"] * 2], Answer(Verdict.ALIVE, pays=True)),
        ("thumb-and-pouch", ["QH|2S", ""], Answer(Verdict.ALIVE, pays=True)),
    ],
)
def test_run_over_hidden_cards_that_an_empty_column_takes_is_a_flip(
    rules: str, columns: list[str], answer: Answer
) -> None:
    """A King, or whatever an empty column takes, turns up what it lay on."""
    assert judge(seen_by_player(set_up(rules, *columns))) == answer


def test_dead_game_may_pay() -> None:
    """It does while more cards can come home, and is spent when none can."""
    game = set_up("gargantua-till-dawn", *STUCK[:7], "2CAH")
    assert glance(seen_by_player(game)) == Answer(Verdict.DEAD, pays=True)
    assert not glance(seen_by_player(game)).spent

    game = set_up("gargantua-till-dawn", *STUCK[:7], "2C")
    assert glance(seen_by_player(game)) == Answer(Verdict.DEAD, pays=False)
    assert glance(seen_by_player(game)).spent


def test_search_is_bounded() -> None:
    """What is not found within the bound is undecided, and no matter of time."""
    case = next(case for case in CASES if case["id"] == 20)
    seen = seen_all(Game.start(Position.from_plain(case["position"])))

    assert glance(seen) == Answer(Verdict.UNDECIDED, pays=True)
    assert judge(seen, 1) == Answer(Verdict.UNDECIDED, pays=True)
    assert judge(seen, 2_000) == Answer(Verdict.ALIVE, pays=True)


def test_finishable_and_won() -> None:
    """What needs no choice any more, and what needs no move."""
    game = set_up("klondike-1", "KH", home="QH KD KS KC")
    assert judge(seen_by_player(game)).verdict is Verdict.FINISHABLE

    assert judge(seen_by_player(play(game, "T1>F"))) == Answer(Verdict.WON, pays=False)


def test_view_of_a_game_without_a_card_is_enough() -> None:
    """A client can ask of its own view, in which hidden cards are unknown."""
    game = from_view(dealt("strict-royal"))

    assert UNKNOWN in game.stock
    assert judge(seen_by_player(game)) == judge(seen_by_player(dealt("strict-royal")))
