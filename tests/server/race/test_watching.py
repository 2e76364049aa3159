"""What watchers may see of a race, and when."""

import re
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pantagruel_engine.deal import layout
from pantagruel_engine.game import Game
from pantagruel_engine.notation import parse_move
from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import Board
from pantagruel_protocol.values import Faces, Outline, Step, View
from pantagruel_server.race import sight, watching
from pantagruel_server.race.commands import (
    BankGame,
    FinishGame,
    ForfeitGame,
    KickPlayer,
    PlayMove,
    Refusal,
    StartRace,
)
from pantagruel_server.race.opening import Options
from pantagruel_server.race.state import Race
from pantagruel_server.race.watching import Late
from tests.server.race.positions import KING_AND_QUEEN, TALON_KINGS, deals
from tests.server.race.table import HOST, Table
from tests.server.race.test_sight import swapped_at_the_bottom, twins

PLAYERS = (HOST, "ben")
CARD = re.compile(rb'"[A23456789TJQK][HDSC]"')
VARIANTS = ["strict-royal", "turn1", "turn3", "klondike-3"]

variants = st.sampled_from(VARIANTS)
seeds = st.integers(0, 2**32)


def racing(faces: Faces = 0, *players: str) -> Table:
    """Answer a running race whose boards open when *faces* says."""
    table = Table(Options("turn1", seats=3, faces=faces))
    table.start(*(players or PLAYERS))
    return table


def wander(table: Table, chance: Random, steps: int) -> None:
    """Let two players try moves at random, each at a time of its own."""
    for _ in range(steps):
        player = chance.choice(PLAYERS)
        moves = table.game(player).legal_moves()
        table.ms += chance.choice([0, 1, 300, 2_000])
        if moves:
            table.play(player, chance.choice(moves).text)


def all_steps(race: Race) -> list[Step]:
    """Answer every command of a race as whoever watches it live hears of it."""
    return [
        watching.live_step(race, number, n)
        for number, seat in enumerate(race.seats)
        for n in range(1, seat.n + 1)
    ]


def refused(table: Table, player: str) -> Code | None:
    """Answer why *player* may not watch."""
    refusal = watching.forbidden(table.race, player)
    return refusal if refusal is None else refusal.code


def test_who_plays_does_not_watch() -> None:
    """From the first seat taken to the end of the own game; anybody else may, all the time."""
    table = Table()
    table.seat(*PLAYERS)
    assert [refused(table, one) for one in (HOST, "zoe")] == [Code.OWN_RACE, None]
    table.accept(StartRace(HOST, without_unready=False))
    assert [refused(table, one) for one in (HOST, "zoe")] == [Code.OWN_RACE, None]
    table.tick(0)
    assert [refused(table, one) for one in (HOST, "zoe")] == [Code.OWN_RACE, None]
    table.accept(BankGame(HOST, 1))
    assert [refused(table, one) for one in PLAYERS] == [None, Code.OWN_RACE]
    table.accept(BankGame("ben", 1))
    table.tick()

    assert [refused(table, one) for one in PLAYERS] == [None, None]


def test_who_was_sent_away_does_not_watch() -> None:
    """Not even when there is nothing to hide any more."""
    table = Table()
    table.seat(*PLAYERS)
    table.accept(KickPlayer(HOST, "ben", watching=False))
    assert refused(table, "ben") is Code.KICKED
    table.start()
    table.accept(BankGame(HOST, 1))
    table.tick()

    assert refused(table, "ben") is Code.KICKED


@pytest.mark.parametrize(("faces", "behind"), [(0, 0), (2, 2_000), (600, 600_000), ("end", None)])
def test_how_late_faces_come(faces: Faces, behind: int | None) -> None:
    """As the host chose; after the close at once."""
    table = racing(faces, HOST)
    assert watching.behind_ms(table.race) == behind
    table.accept(BankGame(HOST, 1))
    assert watching.behind_ms(table.race) == behind
    table.tick()

    assert watching.behind_ms(table.race) == 0


def test_a_step_with_faces_says_what_its_player_was_told() -> None:
    """A draw, a flip, a finish with the moves that it made, and an end by word."""
    table = Table(Options("turn1", faces=0), deals(TALON_KINGS))
    table.start(*PLAYERS)
    table.ms = 100
    table.play(HOST, "D")
    table.play(HOST, "R")
    table.accept(FinishGame(HOST, 3))
    table.accept(BankGame("ben", 1))

    assert all_steps(table.race) == [
        Step(0, 1, 100, "D", drawn=("KH",)),
        Step(0, 2, 100, "R"),
        Step(0, 3, 100, "finish", drawn=("KH",), played=("T1>F", "D", "W>F")),
        Step(1, 1, 100, "bank"),
    ]


@pytest.mark.parametrize("faces", [1, "end"])
def test_a_blank_step_says_that_something_moved(faces: Faces) -> None:
    """Nothing it showed, and not from which foundation a card came: that would be its suit."""
    table = Table(Options("turn1", faces=faces), deals(TALON_KINGS))
    table.start(*PLAYERS)
    table.play(HOST, "D", "T1>F", "F8>T2")
    table.ms = 5_000
    table.accept(ForfeitGame("ben", 1))

    assert all_steps(table.race) == [
        Step(0, 1, 0, "D"),
        Step(0, 2, 0, "T1>F"),
        Step(0, 3, 0, "F>T2"),
        Step(1, 1, 5_000, "forfeit"),
    ]


@settings(max_examples=25, deadline=None)
@given(seed=seeds, variant=variants)
def test_what_is_blank_holds_no_card(seed: int, variant: str) -> None:
    """Whatever is played: no outline and no blank step names one, or a foundation."""
    table = Table(Options(variant, faces="end"))
    table.start(*PLAYERS)
    wander(table, Random(seed), 60)
    outlines = [watching.outline(table.race, number) for number in range(2)]
    steps = all_steps(table.race)

    assert CARD.search(msgspec.json.encode((outlines, steps))) is None
    assert [step for step in steps if step.m[0] == "F" and step.m[1] != ">"] == []
    assert [(one.k, one.view.moves) for one in outlines] == [
        (seat.n, seat.board.moves) for seat in table.race.seats
    ]


@settings(max_examples=15, deadline=None)
@given(seed=seeds, variant=st.sampled_from(["strict-royal", "turn1", "turn3"]))
def test_blank_boards_cannot_tell_two_deals_apart(seed: int, variant: str) -> None:
    """Played alike, two deals that differ underneath look the same, even once their players know.

    Later boards differ only once the command that told them apart may be seen.
    """
    one, two = twins(variant, layout, swapped_at_the_bottom)
    chance, apart_ms = Random(seed), None
    lates = [Late(table.race) for table in (one, two)]
    for ms in range(0, 40_000, 1_000):
        moves = [move for move in one.game(HOST).legal_moves() if _may(two, move.text)]
        if not moves:
            break
        move = chance.choice(moves)
        for table in (one, two):
            table.ms = ms
            table.play(HOST, move.text)
            table.race.settings = msgspec.structs.replace(table.race.settings, faces="end")
        if apart_ms is None and one.acks(HOST)[-1] != two.acks(HOST)[-1]:
            apart_ms = ms
        steps = [late.advance(ms - 5_000, 100) for late in lates]
        boards = [late.board(0) for late in lates]
        assert _blank(one) == _blank(two)
        if apart_ms is None or ms - 5_000 < apart_ms:
            assert (steps[0], boards[0]) == (steps[1], boards[1])


def _may(table: Table, text: str) -> bool:
    judged = table.judged(PlayMove(HOST, table.next_n(HOST), text))
    return not isinstance(judged, Refusal)


def _blank(table: Table) -> bytes:
    """Answer all that watchers get at once of boards whose faces come later."""
    outlines = [watching.outline(table.race, number) for number in range(2)]
    return msgspec.json.encode((outlines, all_steps(table.race)))


def as_of(race: Race, number: int, ms: int) -> tuple[int, View]:
    """Play a seat's commands made at *ms* or before, by themselves: how many, and the board."""
    seat = race.seats[number]
    game = Game.start(race.dealer(race.variant, bytes.fromhex(race.dealt_key)))
    made = [n for n in range(1, seat.n + 1) if seat.answer(n).ms <= ms]
    for n in made:
        for text in seat.answer(n).played or (seat.commands[n - 1],):
            if text not in {"bank", "forfeit"}:
                game.play(parse_move(text), seat.answer(n).ms)
    return len(made), sight.view(game)


@settings(max_examples=25, deadline=None)
@given(
    seed=seeds,
    variant=variants,
    behind=st.sampled_from([1_000, 5_000]),
    most=st.sampled_from([1, 3, 1_000]),
)
def test_late_boards_are_as_late_as_they_are_said_to_be(
    seed: int, variant: str, behind: int, most: int
) -> None:
    """Never a command too early; each once, in order, without a gap; and no later than due."""
    table = Table(Options(variant, faces=1))
    table.start(*PLAYERS)
    chance, late, told = Random(seed), Late(table.race), list[Step]()
    for _ in range(15):
        wander(table, chance, 4)
        steps = late.advance(table.ms - behind, most)
        while len(steps) == most:
            told += steps
            steps = late.advance(table.ms - behind, most)
        told += steps
        for number in range(2):
            shown: Board = late.board(number)
            assert (shown.k, shown.view) == as_of(table.race, number, table.ms - behind)
    table.race.settings = msgspec.structs.replace(table.race.settings, faces=0)
    for number in range(2):
        of_seat = [step for step in told if step.seat == number]
        whole = [step for step in all_steps(table.race) if step.seat == number]
        assert of_seat == whole[: late.k(number)]


def test_late_boards_catch_up_bit_by_bit() -> None:
    """A watcher who comes after thousands of commands does not hold up everybody else."""
    table = racing(1)
    for _ in range(10):
        table.play(HOST, "D")
        table.play("ben", "D")
    late = Late(table.race)
    counts = [(len(late.advance(table.ms, 6)), late.complete) for _ in range(4)]

    assert counts == [(6, False), (6, False), (6, False), (2, True)]
    table.play(HOST, "D")
    assert [step.k for step in late.advance(table.ms, 6)] == [11]


def test_a_board_is_what_its_player_sees() -> None:
    """With the number of the last command in it, and its time."""
    table = racing()
    assert watching.board(table.race, 1) == Board(1, 0, 0, sight.view(table.game("ben")))
    table.ms = 700
    table.play("ben", "D")

    assert watching.board(table.race, 1) == Board(1, 1, 700, sight.view(table.game("ben")))


def test_an_outline_counts() -> None:
    """Columns are two numbers each, and what is home is one number."""
    table = Table(Options("strict-royal", faces="end"), deals(KING_AND_QUEEN))
    table.start(HOST)
    table.play(HOST, "T2>F")

    shown = watching.outline(table.race, 0)
    assert (shown.seat, shown.k) == (0, 1)
    assert shown.view == Outline(
        columns=((0, 1), *((0, 0),) * 7, (0, 1)),
        home=102,
        stock=0,
        waste=0,
        redeals=0,
        moves=1,
        draws=0,
        score=10,
    )


def test_the_end_is_told_without_a_number() -> None:
    """Watchers have no seat whose frames could be counted."""
    table = racing(0)
    table.accept(BankGame(HOST, 1))
    table.accept(BankGame("ben", 1))
    table.tick()
    results, reveal = watching.results(table.race), watching.reveal(table.race)

    assert (results.s, reveal.s) == (None, None)
    assert [row.player for row in results.rows] == [*PLAYERS]
    assert reveal.key == table.race.dealt_key
