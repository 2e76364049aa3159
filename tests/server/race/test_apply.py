"""What events do to a race."""

from typing import get_args

import pytest

from pantagruel_engine.card import face_text
from pantagruel_engine.deal import deal_key, layout
from pantagruel_protocol.server_messages import Ack, Deal, Over, Results, Reveal
from pantagruel_server.race.apply import apply
from pantagruel_server.race.commands import (
    BankGame,
    FinishGame,
    ForfeitGame,
    JoinRace,
    LeaveRace,
    MakeUnready,
    StartRace,
)
from pantagruel_server.race.effects import HANDLERS, BrokenHistory, Effect
from pantagruel_server.race.events import (
    ClockMarked,
    CountdownStarted,
    Event,
    GameBanked,
    LimitReached,
    MovePlayed,
    PlayerJoined,
    PlayerReadied,
    RaceCancelled,
    RaceClosed,
    RaceOpened,
    RaceRecorded,
    RaceStarted,
    RaceStoppedFor,
)
from pantagruel_server.race.opening import Options
from pantagruel_server.race.state import NotThere
from tests.server.race.positions import HIDDEN_KING, ONE_KING, TALON_KINGS, deals
from tests.server.race.table import HOST, SECRETS, WALL, Table, nonce, picture


def test_every_event_has_a_place_in_the_table() -> None:
    """The first event makes the race; all others are applied to it."""
    assert set(get_args(Event)) - {RaceOpened} == set(HANDLERS)


def test_seats_close_up_when_a_player_leaves() -> None:
    """The room changed, and nobody else is told anything."""
    table = Table()
    table.seat("ben", "cleo")
    table.accept(LeaveRace("ben"))

    assert [seat.player for seat in table.race.seats] == ["cleo"]
    assert table.effects == [Effect(room=True)] * len(table.effects)


def test_a_leaving_host_hands_over() -> None:
    """To whoever has sat longest; a race that nobody sits in keeps its host."""
    table = Table()
    table.seat("ben", HOST, "cleo")
    table.accept(LeaveRace("cleo"))
    assert table.race.host == HOST
    table.accept(LeaveRace(HOST))
    assert table.race.host == "ben"
    table.accept(LeaveRace("ben"))

    assert table.race.host == "ben"


def test_the_countdown_renumbers_who_races() -> None:
    """Who was not ready is out; the others close up in their order."""
    table = Table(Options("turn1", seats=4))
    table.seat("ben")
    table.accept(JoinRace("zoe", "Zoe", bot=False))
    table.seat("cleo", HOST)
    table.accept(MakeUnready("ben"))
    table.accept(StartRace(HOST, without_unready=True))

    assert [seat.player for seat in table.race.seats] == ["cleo", HOST]
    assert table.race.phase == "countdown"
    assert table.race.t0_wall == WALL + 3_000
    assert table.effects[-1] == Effect(room=True, countdown=True)


def test_a_fresh_deal_takes_the_last_nonces_in_seat_order() -> None:
    """Server and players make the key together; it is known at T0, not before."""
    table = Table()
    table.seat("ben", HOST)
    table.happen([PlayerReadied("ben", nonce("other"))])
    table.accept(StartRace(HOST, without_unready=False))
    with pytest.raises(NotThere, match="dealt no cards yet"):
        _ = table.race.dealt_key
    table.tick(0)
    nonces = [bytes.fromhex(nonce(name)) for name in ("other", HOST)]
    key = deal_key(SECRETS.server_seed, "deal-1", nonces)

    assert table.race.key == key.hex()
    assert table.game("ben").position() == layout(table.race.variant, key)


def test_a_numbered_deal_takes_no_nonces() -> None:
    """Its key is in the opening; the same text deals the same cards to whoever comes."""
    one, two = Table(Options("turn1", seed="x")), Table(Options("turn1", seed="x"))
    one.start(HOST)
    two.start(HOST, "ben")

    assert one.race.key == two.race.key
    assert one.race.nonces == two.race.nonces == ()
    assert one.game(HOST).position() == two.game("ben").position()


def test_t0_shows_everybody_the_same_layout() -> None:
    """One view, sent to each seat as its first frame, and a line for each."""
    table = Table()
    table.start(HOST, "ben")
    (deal,) = table.frames(HOST)
    effect = table.effects[-1]

    assert isinstance(deal, Deal)
    assert (deal.s, deal.ms) == (1, 0)
    assert effect == Effect(((0, deal), (1, deal)), room=True, rows=(0, 1))
    assert [column.down for column in deal.view.columns] == list(range(9))
    assert deal.view.stock == (None,) * 59
    assert table.standing() == (1, 1)


def test_a_move_is_acknowledged_with_what_it_showed() -> None:
    """The answer has the cards and the counts; the mover's line changed."""
    table = Table(Options("strict-royal"), deals(HIDDEN_KING))
    table.start(HOST, "ben")
    table.ms = 250
    table.play(HOST, "T1>F")
    ack = table.acks(HOST)[0]

    assert ack == Ack(
        s=2,
        n=1,
        ms=250,
        score=20,
        streak=0,
        home=103,
        hidden=0,
        moves=1,
        draws=0,
        redeals=0,
        flip="KH",
    )
    assert table.effects[-1] == Effect(((0, ack),), rows=(0, 1))
    assert table.race.ms == 250


def test_a_draw_shows_its_cards_and_moves_nobody() -> None:
    """The waste's new top comes last; places are as they were."""
    table = Table()
    table.start(HOST, "ben")
    stock = table.game(HOST).position().stock
    table.play(HOST, "D")
    ack = table.acks(HOST)[0]

    assert ack.drawn == tuple(map(face_text, stock[:3]))
    assert table.effects[-1].rows == (0,)


def test_overtaking_changes_the_line_of_whoever_is_overtaken() -> None:
    """A place is relative: the seats that fall back are named too, the others are not."""
    table = Table(Options("strict-royal", seats=3), deals(HIDDEN_KING))
    table.start(HOST, "ben", "cleo")
    table.play("ben", "T1>F")
    assert (table.standing(), table.effects[-1].rows) == ((2, 1, 2), (0, 1, 2))
    table.ms = 10
    table.play("cleo", "T1>F")

    assert (table.standing(), table.effects[-1].rows) == ((3, 1, 2), (0, 2))


def test_a_win_ends_the_game() -> None:
    """The answer says so, and how the game ended follows in the next frame."""
    table = Table(Options("strict-royal"), deals(ONE_KING))
    table.start(HOST, "ben")
    table.ms = 61_000
    table.play(HOST, "T1>F")
    _, ack, over = table.frames(HOST)

    assert isinstance(ack, Ack)
    assert isinstance(over, Over)
    assert (ack.s, ack.ended, ack.time_bonus) == (2, "won", 539)
    assert (over.s, over.ms, over.ended) == (3, 61_000, "won")
    assert (over.result.class_, over.result.place, over.result.total) == ("cleared", None, 549)
    assert table.race.playing == 1


def test_a_finish_is_one_command_of_many_moves() -> None:
    """One number, one time and one answer, which carries the moves and the cards they drew."""
    table = Table(Options("turn1"), deals(TALON_KINGS))
    table.start(HOST, "ben")
    table.ms = 2_000
    table.accept(FinishGame(HOST, 1))
    _, ack, over = table.frames(HOST)

    assert isinstance(ack, Ack)
    assert (ack.n, ack.ms, ack.ended) == (1, 2_000, "won")
    assert ack.played == ("T1>F", "D", "W>F")
    assert ack.drawn == ("KH",)
    assert (ack.moves, ack.draws, ack.score, ack.streak) == (2, 1, 20, 0)
    assert isinstance(over, Over)
    assert table.standing() == (1, 2)


@pytest.mark.parametrize(
    ("command", "word"), [(BankGame("ben", 2), "bank"), (ForfeitGame("ben", 2), "forfeit")]
)
def test_a_game_given_up_keeps_its_score(command: BankGame | ForfeitGame, word: str) -> None:
    """The board's value counts, and the result says how it ended."""
    table = Table(Options("strict-royal"), deals(HIDDEN_KING))
    table.start(HOST, "ben")
    table.ms = 5_100
    table.play("ben", "T1>F")
    table.ms = 6_000
    table.accept(command)
    _, _, ack, over = table.frames("ben")

    assert isinstance(ack, Ack)
    assert isinstance(over, Over)
    assert (ack.n, ack.ms, ack.ended, ack.score) == (2, 6_000, word, 20)
    assert (over.ms, over.ended) == (6_000, word)
    assert (over.result.class_, over.result.ledger) == ("unfinished", 20)
    assert over.result.elapsed_ms == 6_000
    assert table.effects[-1].rows == (1,)


def test_the_limit_ends_what_goes_on() -> None:
    """Who was done before is left alone."""
    table = Table()
    table.start(HOST, "ben")
    table.accept(BankGame(HOST, 1))
    table.happen([LimitReached(600_000)])
    over = table.frames("ben")[-1]

    assert isinstance(over, Over)
    assert table.effects[-1] == Effect(((1, over),), rows=(1,))
    assert (over.s, over.ms, over.ended) == (2, 600_000, "limit")
    assert len(table.frames(HOST)) == 3
    assert table.race.playing == 0


def test_the_close_ranks_and_reveals() -> None:
    """Every seat gets the table and the secrets, as its last two frames."""
    table = Table(Options("strict-royal"), deals(ONE_KING))
    table.start(HOST, "ben")
    table.play("ben", "T1>F")
    table.accept(BankGame(HOST, 1))
    table.tick(40)
    results, reveal = table.frames(HOST)[-2:]

    assert isinstance(results, Results)
    assert [
        (row.result.place, row.seat, row.player, row.name, row.ended) for row in results.rows
    ] == [
        (1, 1, "ben", "Ben", (0, "won")),
        (2, 0, HOST, "Anna", (0, "bank")),
    ]
    assert reveal == Reveal(
        s=5,
        key=table.race.dealt_key,
        replay="/api/races/race-1/replay",
        nonces=(nonce(HOST), nonce("ben")),
        server_seed=SECRETS.server_seed.hex(),
        salt=SECRETS.salt.hex(),
    )
    assert (table.race.phase, table.race.ms, table.race.closed_wall) == ("finished", 40, WALL)
    assert [seat for seat, _ in table.effects[-1].frames] == [0, 0, 1, 1]
    assert table.effects[-1].room


def test_the_clock_is_noted() -> None:
    """Marks and stoppages tell nobody anything."""
    table = Table()
    table.start(HOST)
    table.happen([ClockMarked(1_500), RaceStoppedFor(1_500, 9_000)])

    assert table.effects[-2:] == [Effect(), Effect()]
    assert table.race.ms == 1_500
    assert table.race.stoppages == [(1_500, 9_000)]


def test_the_last_phases() -> None:
    """A finished race is recorded, an open one cancelled."""
    recorded, cancelled = Table(), Table()
    recorded.start(HOST)
    recorded.happen([GameBanked(0, 1, 5), RaceClosed(5, WALL), RaceRecorded(WALL)])
    cancelled.happen([RaceCancelled(WALL)])

    assert (recorded.race.phase, recorded.effects[-1]) == ("recorded", Effect(room=True))
    assert (cancelled.race.phase, cancelled.effects[-1]) == ("cancelled", Effect(room=True))


@pytest.mark.parametrize(
    "event",
    [
        PlayerJoined(1, "zoe", "Zoe", bot=False, wall_ms=WALL),
        CountdownStarted((HOST,), WALL),
        RaceStarted(WALL),
        RaceRecorded(WALL),
        RaceCancelled(WALL),
        RaceClosed(0, WALL),
        MovePlayed(0, 2, 0, "D"),
        GameBanked(0, 0, 0),
    ],
)
def test_what_cannot_have_happened_is_not_believed(event: Event) -> None:
    """A journal that contradicts the race is a fault that must show, not be mended."""
    table = Table()
    table.start(HOST)
    before = picture(table.race)

    with pytest.raises(BrokenHistory):
        apply(table.race, event)
    assert before == picture(table.race)


def test_nothing_happens_to_a_game_that_has_ended() -> None:
    """Not even under the right number."""
    table = Table()
    table.start(HOST, "ben")
    table.accept(BankGame(HOST, 1))

    with pytest.raises(BrokenHistory, match="nobody plays in seat 0"):
        apply(table.race, MovePlayed(0, 2, 0, "D"))


def test_readiness_of_a_stranger_is_not_believed() -> None:
    """An event names players who sit in the race."""
    with pytest.raises(BrokenHistory, match="zoe has no seat"):
        apply(Table().race, PlayerReadied("zoe", nonce("zoe")))


def test_a_deal_without_key_and_seed_is_not_believed() -> None:
    """Nobody could say afterwards which cards were dealt."""
    table = Table()
    table.seat(HOST)
    table.race.server_seed = None
    table.accept(StartRace(HOST, without_unready=False))

    with pytest.raises(BrokenHistory, match="neither a key nor a seed"):
        apply(table.race, RaceStarted(WALL))


def test_a_race_opens_once() -> None:
    """The first event makes the race, and is never applied to one."""
    table = Table()

    with pytest.raises(BrokenHistory, match="RaceOpened while race race-1 is open"):
        apply(table.race, table.history[0])


def test_a_race_is_what_its_events_made_of_it() -> None:
    """Recovered from bytes it has the same games, numbers and frames."""
    table = Table(Options("turn1", seats=3), deals(TALON_KINGS))
    table.start(HOST, "ben", "cleo")
    table.play("ben", "D", "R", "T1>F")
    table.ms = 700
    table.accept(BankGame(HOST, 1))
    table.accept(FinishGame("ben", 4))
    table.tick(600_000_000)

    assert picture(table.recovered()) == picture(table.race)
