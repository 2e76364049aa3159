"""Who may see what.

The secret of a race is the order of the cards that nobody has seen. So two deals that look
alike and differ underneath must give the same bytes to everybody, in every answer, until a card
that tells them apart is shown to the one who may see it.
"""

from collections.abc import Iterable, Iterator
from itertools import product
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pantagruel_engine.deal import layout
from pantagruel_engine.position import Column, Position
from pantagruel_engine.variant import Variant
from pantagruel_protocol.server_messages import Ack, Deal, Over, Results, Resync, Reveal
from pantagruel_protocol.values import Row, SeatInfo
from pantagruel_server.race import sight
from pantagruel_server.race.commands import (
    BankGame,
    Decision,
    FinishGame,
    JoinRace,
    PlayMove,
    Refusal,
    StartRace,
)
from pantagruel_server.race.limits import BACKLOG_FRAMES
from pantagruel_server.race.opening import Ids, Options
from pantagruel_server.race.state import Dealer
from tests.server.race.positions import HIDDEN_KING, ONE_KING, TALON_KINGS, deals
from tests.server.race.table import HOST, IDS, SECRETS, WALL, Table, nonce

ON = frozenset({HOST, "ben"})
PLAYERS = (HOST, "ben")


def shuffled_underneath(seed: int) -> Dealer:
    """Answer a dealer that shuffles every card nobody sees: face down and in the stock."""

    def dealer(variant: Variant, key: bytes) -> Position:
        position = layout(variant, key)
        unseen = [face for column in position.columns for face in column.down]
        unseen += position.stock
        Random(seed).shuffle(unseen)
        cards = iter(unseen)
        columns = tuple(
            Column(tuple(next(cards) for _ in column.down), column.up)
            for column in position.columns
        )
        return Position(variant, columns, position.foundations, tuple(cards), ())

    return dealer


def swapped_at_the_bottom(variant: Variant, key: bytes) -> Position:
    """Deal as always, but for two cards that come to light late: a stock's and a column's last."""
    position = layout(variant, key)
    *others, (down, up) = position.columns
    *stock, bottom = position.stock
    columns = (*others, Column((bottom, *down[1:]), up))
    return Position(variant, columns, position.foundations, (*stock, down[0]), ())


def traffic(table: Table) -> dict[str, bytes]:
    """Answer all that the race says by itself at this moment, to whom, as bytes."""
    race, encode = table.race, msgspec.json.encode
    said = {
        "room": encode(sight.room(race, ON)),
        "countdown": encode(sight.countdown(race, WALL)),
        "progress": encode(sight.progress(race, range(len(race.seats)), ON, table.ms)),
        "effects": encode([effect[1:] for effect in table.effects]),
    }
    for number, player in enumerate(PLAYERS):
        said[f"frames of {player}"] = encode(table.frames(player))
        said[f"picture of {player}"] = encode(sight.resync(race, number))
    return said


def every_text() -> Iterator[str]:
    """Yield every kind of move text over nine columns, legal or not, and some that are none."""
    yield from ("D", "R", "W>F", "W>W", "S>T1", "", "T1>F:2", "T10>F", "W>T10", "F9>T1")
    for column in range(1, 10):
        yield from (f"W>T{column}", f"T{column}>F", f"T{column}>W", f"F{min(column, 8)}>F1")
    for source, target in product(range(1, 10), repeat=2):
        yield from (f"F{min(source, 8)}>T{target}", f"T{source}>T{target}")
        yield from (f"T{source}>T{target}:{count}" for count in (2, 3, 14))


def twins(variant: str, one: Dealer, two: Dealer) -> tuple[Table, Table]:
    """Start the same race twice, over two deals."""
    tables = (Table(Options(variant), one), Table(Options(variant), two))
    for table in tables:
        table.start(*PLAYERS)
    return tables


def answers(table: Table, texts: Iterable[str]) -> list[Decision]:
    """Answer what a player hears who tries each text, without playing any."""
    n = table.next_n(HOST)
    moves = [table.judged(PlayMove(HOST, n, text)) for text in texts]
    return [*moves, table.judged(FinishGame(HOST, n))]


@pytest.mark.parametrize("variant", ["strict-royal", "turn1", "turn3"])
def test_what_lies_underneath_cannot_be_heard(variant: str) -> None:
    """Layout, rows, room and every refusal are the same whatever the unseen cards are."""
    one, two = twins(variant, layout, shuffled_underneath(1))
    texts = list(every_text())

    assert one.game(HOST).position() != two.game(HOST).position()
    assert traffic(one) == traffic(two)
    assert answers(one, texts) == answers(two, texts)
    assert any(isinstance(answer, Refusal) and answer.cards for answer in answers(one, texts))


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32), variant=st.sampled_from(["strict-royal", "turn1", "turn3"]))
def test_deals_are_told_apart_by_what_is_shown_and_by_nothing_else(
    seed: int, variant: str
) -> None:
    """Two games played alike sound alike until the mover, and nobody else, sees another card."""
    one, two = twins(variant, layout, swapped_at_the_bottom)
    chance = Random(seed)
    for ms in range(0, 90_000, 1_000):
        moves = one.game(HOST).legal_moves()
        assert moves == two.game(HOST).legal_moves()
        move = chance.choice(moves)
        before = traffic(one)
        for table in (one, two):
            table.ms = ms
            table.play(HOST, move.text)
        if one.acks(HOST)[-1] != two.acks(HOST)[-1]:
            _told_apart_by_shown_cards(one, two)
            assert before["frames of ben"] == traffic(one)["frames of ben"]
            return
        assert traffic(one) == traffic(two)
        assert answers(one, ["W>F", "W>T1", "T9>T1", "T9>F"]) == answers(
            two, ["W>F", "W>T1", "T9>T1", "T9>F"]
        )


def _told_apart_by_shown_cards(one: Table, two: Table) -> None:
    """Check that the mover's last answer differs in cards shown, and all else is the same."""
    first, second = one.acks(HOST)[-1], two.acks(HOST)[-1]
    blank = msgspec.structs.replace(first, drawn=second.drawn, flip=second.flip)
    apart = {f"frames of {HOST}", f"picture of {HOST}"}
    differing = {name for name, said in traffic(one).items() if said != traffic(two)[name]}

    assert blank == second
    assert differing <= apart


def test_secrets_stay_until_the_last_player_is_done() -> None:
    """No seed, salt or key is in anything said before the close, and all of it after."""
    table = Table()
    table.start(*PLAYERS)
    table.play(HOST, "D")
    table.accept(BankGame(HOST, 2))
    secrets = [SECRETS.server_seed.hex(), SECRETS.salt.hex(), table.race.dealt_key]
    before = b"".join(traffic(table).values())
    table.accept(BankGame("ben", 1))
    table.tick()
    after = b"".join(traffic(table).values())

    assert [secret.encode() in before for secret in secrets] == [False] * 3
    assert [secret.encode() in after for secret in secrets] == [True] * 3


def test_rivals_get_counts_and_no_card() -> None:
    """A row is place, cards home, hidden, score, passes, moves, there or not, and the ending."""
    table = Table(Options("strict-royal"), deals(HIDDEN_KING))
    table.start(*PLAYERS)
    table.ms = 300
    table.play("ben", "T1>F")
    table.accept(BankGame("ben", 2))

    assert sight.progress(table.race, [1, 0], {"ben"}, 450).rows == (
        Row(1, 1, 103, 0, 20, 1, 1, on=True, ended="bank"),
        Row(0, 2, 102, 1, 0, 1, 0, on=False, ended=None),
    )


def test_the_room_shows_who_sits_where() -> None:
    """Everything that a client needs to draw the lobby, and the commitment from the start."""
    table = Table(Options("turn3", passes=4, rank_by="score", limit_ms=90_000))
    table.seat("ben")
    table.accept(JoinRace("bot-1", "Bot", bot=True))
    room = sight.room(table.race, {"ben"})

    assert room.seats == (
        SeatInfo(0, "ben", "Ben", bot=False, ready=True, on=True),
        SeatInfo(1, "bot-1", "Bot", bot=True, ready=False, on=False),
    )
    assert Ids(room.race, room.deal_id, room.code, room.host) == IDS
    assert (room.variant, room.passes, room.rules) == ("turn3", 4, "turn3;passes=4;fresh")
    assert (room.kind, room.phase, room.places) == ("fresh", "open", 2)
    assert (room.limit_ms, room.rank_by) == (90_000, "score")
    assert room.commit == table.race.commit is not None


def test_the_countdown_publishes_the_nonces() -> None:
    """In the order of the seats that race, so that everybody can check the key afterwards."""
    table = Table()
    table.seat("ben", HOST)
    table.accept(StartRace(HOST, without_unready=False))
    countdown = sight.countdown(table.race, WALL + 5)

    assert (countdown.t0, countdown.now) == (WALL + 3_000, WALL + 5)
    assert countdown.seats == ("ben", HOST)
    assert countdown.nonces == (nonce("ben"), nonce(HOST))


def test_a_numbered_countdown_has_no_nonces() -> None:
    """They are not in its key."""
    table = Table(Options("turn1", seed="x"))
    table.seat(HOST)
    table.accept(StartRace(HOST, without_unready=False))

    assert sight.countdown(table.race, WALL).nonces == ()


def test_a_resume_gets_what_came_after() -> None:
    """After any frame exactly the rest, after the last one nothing."""
    table = Table(Options("strict-royal"), deals(ONE_KING))
    table.start(*PLAYERS)
    table.play(HOST, "T1>T2", "T2>T3", "T3>F")
    table.accept(BankGame("ben", 1))
    table.tick()
    frames = table.frames(HOST)

    assert [type(frame) for frame in frames] == [Deal, Ack, Ack, Ack, Over, Results, Reveal]
    assert [frame.s for frame in frames] == [1, 2, 3, 4, 5, 6, 7]
    for after in range(8):
        assert frames[after:] == sight.resume(table.race, HOST, after)


def test_a_client_that_is_ahead_is_put_right() -> None:
    """It saw what a journal lost: the whole picture, and how game and race ended, if they have."""
    table = Table(Options("strict-royal"), deals(ONE_KING))
    table.start(*PLAYERS)
    table.play(HOST, "T1>T2")
    assert [Resync] == [type(frame) for frame in sight.resume(table.race, HOST, 3)]
    table.play(HOST, "T2>F")
    (picture, over) = sight.resume(table.race, HOST, 99)

    assert isinstance(picture, Resync)
    assert (picture.s, picture.n, picture.view.moves) == (3, 2, 2)
    assert picture.view.foundations == (13,) * 8
    assert over == table.frames(HOST)[-1]


def test_a_long_backlog_is_a_picture() -> None:
    """A client that missed more than a socket should hold at once gets the state instead."""
    table = Table(Options("turn1"), deals(TALON_KINGS))
    table.start(HOST)
    table.play(HOST, *["D", "R"] * (BACKLOG_FRAMES // 2))
    assert len(sight.resume(table.race, HOST, 1)) == BACKLOG_FRAMES
    (picture,) = sight.resume(table.race, HOST, 0)

    assert isinstance(picture, Resync)
    assert (picture.s, picture.n) == (BACKLOG_FRAMES + 1, BACKLOG_FRAMES)
    assert picture.view.stock == ("KH",)


def test_nothing_is_resumed_before_t0_or_without_a_seat() -> None:
    """Whatever number a client claims to have seen."""
    table = Table()
    table.seat(HOST)

    assert sight.resume(table.race, HOST, 0) == sight.resume(table.race, HOST, 7) == []
    assert sight.resume(table.race, "zoe", 0) == []


def test_the_stock_is_shown_once_it_was_seen() -> None:
    """After a redeal a player knows the stock's order, before it only its height."""
    table = Table(Options("turn1"), deals(TALON_KINGS))
    table.start(HOST)

    assert sight.resync(table.race, 0).view.stock == (None,)
    table.play(HOST, "D", "R")
    assert sight.resync(table.race, 0).view.stock == ("KH",)
