"""Every refusal, its reason and the cards that clash."""

import pytest

from pantagruel_engine.card import face_text
from pantagruel_engine.errors import IllegalMove, Reason
from pantagruel_engine.game import Game
from pantagruel_engine.judge import judge, may_lift
from pantagruel_engine.notation import parse_move
from pantagruel_engine.rows import variant
from tests.engine.boards import play, set_up


def refusal(game: Game, text: str) -> IllegalMove:
    """Answer why a move is refused; nothing of the game may have changed by asking."""
    before = game.position()
    with pytest.raises(IllegalMove) as error:
        game.play(parse_move(text))
    assert before == game.position()
    assert (game.moves, game.draws, game.ledger) == (0, 0, 0)
    return error.value


@pytest.mark.parametrize(
    ("text", "reason", "clash", "sentence"),
    [
        ("R", Reason.STOCK_NOT_EMPTY, "", "the stock is not empty yet"),
        ("W>T1", Reason.DOES_NOT_FIT, "JC 8S", "JC does not go on 8S"),
        ("W>T4", Reason.KING_ONLY, "JC", "an empty column takes a King, not JC"),
        ("W>T10", Reason.NO_SUCH_PILE, "", "there is no column 10"),
        ("W>F", Reason.FOUNDATION_ORDER, "JC", "no foundation is ready for JC"),
        ("T1>T2", Reason.DOES_NOT_FIT, "8S 9S", "8S does not go on 9S"),
        ("T1>T5", Reason.DOES_NOT_FIT, "8S 6C", "8S does not go on 6C"),
        ("T3>T2", Reason.DOES_NOT_FIT, "2H 9S", "2H does not go on 9S"),
        ("T5>T2", Reason.DOES_NOT_FIT, "6C 9S", "6C does not go on 9S"),
        ("T1>T4", Reason.KING_ONLY, "8S", "an empty column takes a King, not 8S"),
        ("T5>T4:2", Reason.KING_ONLY, "7H", "an empty column takes a King, not 7H"),
        ("T1>T2:2", Reason.NOT_FACE_UP, "", "column 1 has fewer than 2 cards face up"),
        ("T5>T1:3", Reason.NOT_FACE_UP, "", "column 5 has fewer than 3 cards face up"),
        ("T1>T1", Reason.SAME_PILE, "", "a column's cards are on it already"),
        ("T4>T4", Reason.EMPTY_SOURCE, "", "column 4 is empty"),
        ("T4>T1", Reason.EMPTY_SOURCE, "", "column 4 is empty"),
        ("T4>F", Reason.EMPTY_SOURCE, "", "column 4 is empty"),
        ("T10>T1", Reason.NO_SUCH_PILE, "", "there is no column 10"),
        ("T1>T10", Reason.NO_SUCH_PILE, "", "there is no column 10"),
        ("T10>F", Reason.NO_SUCH_PILE, "", "there is no column 10"),
        ("T1>F", Reason.FOUNDATION_ORDER, "8S", "no foundation is ready for 8S"),
        ("F1>T1", Reason.DOES_NOT_FIT, "AH 8S", "AH does not go on 8S"),
        ("F1>T4", Reason.KING_ONLY, "AH", "an empty column takes a King, not AH"),
        ("F2>T1", Reason.EMPTY_SOURCE, "", "foundation 2 is empty"),
        ("F9>T1", Reason.NO_SUCH_PILE, "", "there is no foundation 9"),
        ("F1>T10", Reason.NO_SUCH_PILE, "", "there is no column 10"),
        ("F1>F2", Reason.NEVER, "", "F1>F2 is allowed in no game"),
        ("F1>F", Reason.NEVER, "", "F1>F is allowed in no game"),
        ("F1>W", Reason.NEVER, "", "F1>W is allowed in no game"),
        ("T1>W", Reason.NEVER, "", "T1>W is allowed in no game"),
        ("W>W", Reason.NEVER, "", "W>W is allowed in no game"),
    ],
)
def test_refusal(text: str, reason: Reason, clash: str, sentence: str) -> None:
    """A move that the rules forbid is refused with its reason and with what it clashed with."""
    game = set_up("turn3", "8S", "9S", "2H", "", "KD|7H 6C", stock="9D", waste="QC JC", home="AH")

    error = refusal(game, text)

    assert (error.reason, clash.split()) == (reason, list(map(face_text, error.cards)))
    assert sentence == str(error)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("D", Reason.STOCK_EMPTY),
        ("R", Reason.WASTE_EMPTY),
        ("W>T1", Reason.WASTE_EMPTY),
        ("W>F", Reason.WASTE_EMPTY),
    ],
)
def test_empty_talon_gives_nothing(text: str, reason: Reason) -> None:
    """Without stock and waste there is nothing to draw, turn over or play."""
    assert reason is refusal(set_up("turn3", "8S"), text).reason


def test_stock_card_is_not_played_from_the_stock() -> None:
    """A card that would fit stays where it is until it is drawn."""
    game = set_up("turn1", "8S", stock="7H")

    assert refusal(game, "W>T1").reason is Reason.WASTE_EMPTY


def test_hidden_card_is_no_part_of_a_run() -> None:
    """A hidden card that would head the run does not move with it."""
    game = set_up("turn3", "KH|QS", "", "5H", "4C|3D")

    assert refusal(game, "T1>T2:2").reason is Reason.NOT_FACE_UP
    assert refusal(game, "T4>T3:2").reason is Reason.NOT_FACE_UP


def test_ace_may_lie_on_a_two() -> None:
    """Nothing keeps an Ace off a Two of the other colour."""
    judge(set_up("turn1", "AS", "2H"), parse_move("T1>T2"))


@pytest.mark.parametrize("text", ["W>T3", "T1>T3:2", "F7>T3"])
def test_empty_column_takes_kings(text: str) -> None:
    """A King from anywhere, or a run headed by one, may enter an empty column."""
    game = set_up("turn1", "2H|KH QS", "8S", waste="KD", home="KC AC")

    judge(game, parse_move(text))


def test_whole_king_column_may_move_for_nothing() -> None:
    """It is legal, changes nothing and counts as a move."""
    game = play(set_up("turn1", "KS QH"), "T1>T2:2", "T2>T1:2")

    assert (game.moves, game.score) == (2, 0)


def test_any_part_needs_no_look_at_the_run() -> None:
    """Where any part of a run moves, both ways to ask say so."""
    game = set_up("turn3", "8S 7H 6C")

    assert game.any_part
    assert all(may_lift(game, game.up[0], count) for count in (1, 2, 3))
    assert not set_up("harp-single").any_part


LIFTS = {
    "turn3": {1, 2, 3},
    "gargantua-till-dawn": {3},
    "klondike-strict": {3},
    "harp-single": {1},
    "thumb-and-pouch": {1, 3},
}


@pytest.mark.parametrize("name", LIFTS)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_run_policy(name: str, count: int) -> None:
    """Any part of a run, the whole only, one card only, or the whole and one card."""
    game = set_up(name, "8S 7H 6C", "9D", "8C", "7D")
    target = {3: 2, 2: 3, 1: 4}[count]
    text = f"T1>T{target}:{count}"

    if count in LIFTS[name]:
        judge(game, parse_move(text))
    else:
        error = refusal(game, text)
        assert error.reason is Reason.RUN_POLICY
        assert str(error) == f"this game does not move the last {count} of 3 cards"


def test_single_moves_a_group_only_behind_a_king() -> None:
    """With single cards, a group headed by a King enters an empty column, no other group moves."""
    game = set_up("harp-single", "2C|KH QS JD", "QC JH", "KD")

    judge(game, parse_move("T1>T4:3"))
    assert refusal(game, "T1>T4:2").reason is Reason.RUN_POLICY
    assert refusal(game, "T2>T3:2").reason is Reason.RUN_POLICY
    assert refusal(game, "T1>T3:3").reason is Reason.DOES_NOT_FIT


def test_waste_and_home_do_not_ask_the_run_policy() -> None:
    """One card from the end of a run goes home even where runs move whole."""
    judge(set_up("klondike-strict", "3S 2H", home="AH"), parse_move("T1>F"))
    judge(set_up("klondike-strict", "3S", waste="2H"), parse_move("W>T1"))


@pytest.mark.parametrize("text", ["T1>T3", "T1>T3:2", "W>T3"])
def test_thumb_and_pouch_fills_empty_columns_with_anything(text: str) -> None:
    """Any card or build may enter an empty column there."""
    judge(set_up("thumb-and-pouch", "8S 7C", "2C", waste="3D"), parse_move(text))


def test_thumb_and_pouch_builds_on_any_other_suit() -> None:
    """Same colour is right there, same suit is wrong."""
    game = set_up("thumb-and-pouch", "8S", "9C", "9S")

    judge(game, parse_move("T1>T2"))
    assert refusal(game, "T1>T3").reason is Reason.DOES_NOT_FIT


@pytest.mark.parametrize(
    "name",
    [
        "strict-royal",
        "gargantua-till-dawn",
        "cardz-1",
        "cardz-3",
        "klondike-strict",
        "klondike-familiar",
        "thumb-and-pouch",
    ],
)
def test_foundations_keep_their_cards(name: str) -> None:
    """Where the variant says so no card comes down, whether it would fit or not."""
    game = set_up(name, "3C", home="2H")

    assert refusal(game, "F1>T1").reason is Reason.NO_RETURN
    assert refusal(game, "F1>T2").reason is Reason.NO_RETURN


def test_rollback_names_its_pile() -> None:
    """With hearts at 2 and 1 the Two comes down, the Ace does not fit."""
    game = set_up("turn1", "3C", home="2H AH")

    assert refusal(game, "F2>T1").reason is Reason.DOES_NOT_FIT
    judge(game, parse_move("F1>T1"))


@pytest.mark.parametrize(
    ("name", "passes"),
    [
        ("strict-royal", 3),
        ("gargantua", 2),
        ("gargantua-till-dawn", 2),
        ("harp", 4),
        ("harp-single", 4),
        ("klondike-strict", 1),
        ("thumb-and-pouch", 1),
    ],
)
def test_passes_run_out(name: str, passes: int) -> None:
    """Passes count the first trip: with three there are two redeals."""
    last = set_up(name, waste="9D 2C 7D", redeals=passes - 1)
    error = refusal(last, "R")

    assert error.reason is Reason.NO_PASSES_LEFT
    assert str(error) == f"the stock may be gone through {passes} times"
    if passes > 1:
        judge(set_up(name, waste="9D 2C 7D", redeals=passes - 2), parse_move("R"))


def test_passes_never_run_out_without_a_limit() -> None:
    """Unlimited means unlimited, even for one card in the waste."""
    judge(set_up("turn1", waste="9D", redeals=9999), parse_move("R"))


def test_host_may_cap_passes() -> None:
    """Turn-3 with four passes has three redeals."""
    capped = variant("turn3").with_passes(4)

    judge(set_up(capped, waste="9D 2C", redeals=2), parse_move("R"))
    assert refusal(set_up(capped, waste="9D 2C", redeals=3), "R").reason is Reason.NO_PASSES_LEFT


@pytest.mark.parametrize("text", ["D", "R", "W>F", "T1>F", "F1>T1", "F1>F2", "T99>T1"])
def test_everything_is_refused_after_the_end(text: str) -> None:
    """A won game answers every command alike."""
    game = play(set_up("klondike-1", "KC", home="KH KD KS QC"), "T1>F")

    with pytest.raises(IllegalMove) as error:
        judge(game, parse_move(text))
    assert error.value.reason is Reason.GAME_OVER
