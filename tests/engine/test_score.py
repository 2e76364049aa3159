"""What games are worth, and the bounds of it."""

import pytest

from pantagruel_engine.game import Game
from pantagruel_engine.notation import Kind, parse_move
from pantagruel_engine.position import Column, Position
from pantagruel_engine.rows import VARIANTS, variant
from pantagruel_engine.score import time_bonus
from tests.engine.boards import dealt, play, set_up

ROYAL = ["turn1", "turn3", "strict-royal"]


def gains(game: Game, *texts: str) -> list[int]:
    """Play moves and answer what each adds to the score."""
    points = []
    for text in texts:
        before = game.score
        play(game, text)
        points.append(game.score - before)
    return points


def test_royal_points() -> None:
    """5 from waste to column, 10 to a foundation, 10 a flip, -15 for a rollback, 0 otherwise."""
    game = set_up("turn3", "2C|7H", "8S", "3H", stock="2S AH", waste="AD", home="AC AS")

    assert gains(game, "W>F", "T1>T2", "T1>F", "F7>T3", "T3>F") == [10, 10, 10, -15, 10]
    assert gains(game, "D", "W>F", "W>F") == [0, 10, 10]
    assert gains(set_up("turn3", "3H", waste="2S"), "W>T1") == [5]


def test_flip_pays_beside_its_move() -> None:
    """A card that goes home off a hidden one pays for both."""
    assert gains(set_up("turn3", "9C|AH"), "T1>F") == [20]


@pytest.mark.parametrize(("name", "penalty"), [("turn1", 20), ("turn3", 0), ("strict-royal", 0)])
def test_redeal_penalty(name: str, penalty: int) -> None:
    """Turn-1 pays 20 for each pass after the first, the others nothing."""
    game = set_up(name, waste="9D")

    assert gains(game, "R", "D", "R") == [-penalty, 0, -penalty]


def test_score_has_no_floor() -> None:
    """Turn-1 from 0: a redeal, two draws and a card to a column make -15, not 5."""
    game = set_up("turn1", "4S", waste="9D 3H")

    assert gains(game, "R", "D", "D", "W>T1") == [-20, 0, 0, 5]
    assert game.score == game.ledger == -15


def test_dealt_cards_are_not_flips() -> None:
    """The nine cards dealt face up pay nothing: 36 flips there are in all."""
    assert [dealt(name).score for name in ROYAL] == [0, 0, 0]
    assert [dealt(name).hidden for name in ROYAL] == [36, 36, 36]


def stacked(*, waste_first: bool) -> Game:
    """Deal Turn-1 so that the columns go home rank by rank, then the stock.

    The stock's ranks go down where its cards shall visit columns, else up.
    """
    deck = [suit * 13 + rank for rank in range(13) for suit in (0, 0, 1, 1, 2, 2, 3, 3)]
    rules = variant("turn1")
    tableau, stock = deck[:45], deck[45:]
    columns: list[list[int]] = [[] for _ in rules.columns]
    cards = iter(tableau)
    for layer in range(9):  # from the face-up cards down to the bottom of the longest column
        for column, size in zip(columns, rules.columns, strict=True):
            if layer < size:
                column.insert(0, next(cards))
    if waste_first:
        stock.sort(key=lambda face: -(face % 13))
    return Game.start(
        Position(
            rules,
            tuple(Column(tuple(column[:-1]), (column[-1],)) for column in columns),
            (0,) * 8,
            tuple(stock),
            (),
        )
    )


def home(game: Game) -> None:
    """Send cards home from columns as long as one can go."""
    while ends := [move for move in game.legal_moves() if move.kind is Kind.COLUMN_TO_FOUNDATION]:
        game.play(ends[0])


def test_win_straight_from_stock_pays_1400() -> None:
    """Every talon card goes from the waste to its foundation."""
    game = stacked(waste_first=False)

    home(game)
    while not game.won:
        play(game, "D", "W>F")

    assert (game.score, game.moves, game.draws) == (1400, 104, 59)


def test_most_is_1695_and_1685_before_the_last_card() -> None:
    """Every talon card visits a column first: 59 * 15 + 45 * 10 + 36 * 10."""
    game = stacked(waste_first=True)

    home(game)
    while game.stock:
        play(game, "D")
        landing = (move for move in game.legal_moves() if move.kind is Kind.WASTE_TO_COLUMN)
        game.play(next(landing))
    before = 0
    while not game.won:
        before = game.score
        game.play(game.finish_moves()[0])

    assert (before, game.score) == (1685, 1695)
    assert game.score == 59 * 15 + 45 * 10 + 36 * 10


@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize("name", ROYAL)
def test_bounds_are_the_same_for_every_deal(name: str, seed: str) -> None:
    """The identity gives 1695 whatever lies face up, and 1400 with 59 cards straight home."""
    game = dealt(name, seed)
    worth = 5 * sum(map(len, game.up + game.down)) - 10 * game.hidden

    assert 15 * game.variant.cards - worth == 1695
    assert 1695 - 5 * len(game.stock) == 1400


@pytest.mark.parametrize(
    ("elapsed_ms", "bonus"),
    [
        (0, 600),
        (1, 600),
        (999, 600),
        (1000, 599),
        (365_000, 235),
        (599_000, 1),
        (599_999, 1),
        (600_000, 0),
        (690_000, 0),
    ],
)
def test_time_bonus(elapsed_ms: int, bonus: int) -> None:
    """A point for each second left of ten minutes, a begun one counted."""
    assert bonus == time_bonus(elapsed_ms)


@pytest.mark.parametrize(
    ("elapsed_ms", "bonus"), [(690_000, 0), (365_000, 235), (599_999, 1), (600_000, 0)]
)
@pytest.mark.parametrize("name", ROYAL)
def test_time_bonus_of_a_win(name: str, elapsed_ms: int, bonus: int) -> None:
    """It goes by the race time of the winning move and stands apart from the score."""
    game = set_up(name, "KC", home="KH KH KD KD KS KS KC QC")
    game.play(parse_move("T1>F"), elapsed_ms)

    assert (game.score, game.time_bonus, game.total) == (10, bonus, 10 + bonus)


def test_no_time_bonus_without_a_win() -> None:
    """A game not won has none, however fast."""
    game = play(set_up("turn3", "KC", "KS", home="KH KH KD KD KS QS KC QC"), "T1>F")

    assert (game.time_bonus, game.total) == (0, 10)


@pytest.mark.parametrize(
    "name", [name for name, rules in VARIANTS.items() if rules.packs <= 2 and name not in ROYAL]
)
def test_bonuses_are_royal(name: str) -> None:
    """No other game pays for speed or for streaks."""
    packs = variant(name).packs
    game = set_up(name, "KC", "KS", home="KH KD QS QC" + " KH KD KS KC" * (packs - 1))

    play(game, "T2>F", "T1>F", ms=1000)

    assert game.won
    assert (game.time_bonus, game.streak, game.total) == (0, 0, game.score)


@pytest.mark.parametrize(
    ("name", "start", "end"),
    [
        ("klondike-strict", -52, 208),
        ("klondike-familiar", -52, 208),
        ("klondike-easy", -52, 208),
        ("gargantua-till-dawn", -104, 416),
    ],
)
def test_casino(name: str, start: int, end: int) -> None:
    """The deck costs a dollar a card, each card home pays five."""
    packs = variant(name).packs

    assert start == dealt(name).score
    assert end == won(name).score
    assert gains(set_up(name, "AH", "2C|AS"), "T1>F", "T2>F") == [5, 5]
    assert end == 260 * packs - 52 * packs


def won(name: str) -> Game:
    packs = variant(name).packs
    return play(set_up(name, "KC", home="KH KD KS QC" + " KH KD KS KC" * (packs - 1)), "T1>F")


@pytest.mark.parametrize("name", ["harp", "gargantua", "klondike-1", "ultra-2", "thumb-and-pouch"])
def test_count(name: str) -> None:
    """One for each card home, no more and no less."""
    assert dealt(name).score == 0
    assert won(name).score == variant(name).cards
    assert gains(set_up(name, "AH", "2C|AS"), "T1>F", "T2>F") == [1, 1]


def test_cardz() -> None:
    """Ten a card home, five a card turned up; the game as dealt and its win."""
    assert dealt("cardz-1").score == 0
    assert won("cardz-3").score == 10 * 104 + 5 * 36
    # 26 + 26 + 24 + 24 cards home, no hidden one left.
    game = set_up("cardz-1", "KC QD", "KS", "QC", waste="KD", home="KH KH KD JD KS QS KC JC")
    assert game.score == 10 * 99 + 5 * 36
    assert gains(game, "R", "D", "T1>F", "W>F") == [-100, 0, 10, 10]


def test_cardz_floor_is_of_the_formula() -> None:
    """What a floor hid is not given back: the next card is counted from below it."""
    game = set_up("cardz-1", "2C|AH", waste="KD", home="AD")
    hidden = 5 * (36 - game.hidden)  # the rest of the deck lies hidden, so this is far below 0
    assert hidden < -100

    assert gains(game, "T1>F", "R") == [0, 0]
    assert game.score == 0


@pytest.mark.parametrize("name", ["harp", "klondike-strict", "turn1"])
def test_time_of_the_last_change(name: str) -> None:
    """It is the race time at which the score last changed, not that of the last command."""
    game = set_up(name, "AH", "AS", "3C", stock="4C 5C")
    assert game.last_score_ms == 0

    play(game, "T1>F", ms=1500)
    play(game, "D", ms=2500)

    assert (game.last_score_ms, game.elapsed_ms) == (1500, 2500)
