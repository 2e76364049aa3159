"""The replay that a finished race leaves behind."""

import pytest
from msgspec import json

from pantagruel_engine.deal import layout
from pantagruel_engine.game import Game
from pantagruel_engine.notation import Move
from pantagruel_protocol.chain import finished
from pantagruel_protocol.replay_file import read, write
from pantagruel_protocol.verify import verify
from pantagruel_server.race.commands import BankGame, ChangeSettings, FinishGame, ForfeitGame
from pantagruel_server.race.events import MovePlayed, RaceRematched
from pantagruel_server.race.opening import Options
from pantagruel_server.race.record import info, recording, replay_of
from pantagruel_server.race.state import NotThere
from pantagruel_server.race.timing import after_outage
from tests.server.race.positions import TALON_KINGS, deals
from tests.server.race.table import HOST, SECRETS, WALL, Table, nonce


def raced(table: Table, moves: int) -> Table:
    """Let three players race: one banks, one forfeits, one plays to the limit, with an outage."""
    table.start(HOST, "ben", "cleo")
    for turn in range(moves):
        for player in (HOST, "ben", "cleo"):
            table.ms += 250
            legal = table.game(player).legal_moves()
            if legal:
                table.play(player, legal[turn * 7 % len(legal)].text)
        if turn == 2:
            table.happen(after_outage(table.race, table.wall + 77_000))
    table.ms = max(table.ms, 5_000)
    table.accept(BankGame(HOST, table.next_n(HOST)))
    table.accept(ForfeitGame("ben", table.next_n("ben")))
    table.tick(table.race.limit_ms)
    return table


@pytest.mark.parametrize("variant", ["turn1", "turn3", "strict-royal", "cardz-3", "klondike-1"])
@pytest.mark.parametrize("seed", [None, "Panurge"])
def test_a_replay_is_found_in_order(variant: str, seed: str | None) -> None:
    """Whoever checks it with the engine alone finds nothing, whatever was raced."""
    table = raced(Table(Options(variant, seats=3, seed=seed)), moves=40)

    assert verify(replay_of(table.race)) is None


def test_a_capped_race_is_found_in_order() -> None:
    """A host's own limit of passes stands in the row of rules and in the text."""
    table = raced(Table(Options("turn3", seats=3, passes=4, rank_by="score")), moves=30)
    replay = replay_of(table.race)

    assert replay.variant.max_passes == 4
    assert replay.deal.rules == "turn3;passes=4;fresh"
    assert verify(replay) is None


def test_a_replay_holds_what_was_secret() -> None:
    """Deal, times, stoppages and endings, by seat."""
    table = raced(Table(), moves=5)
    replay = replay_of(table.race)

    assert (replay.race, replay.deal.deal_id, replay.t0) == ("race-1", "deal-1", WALL + 3_000)
    assert replay.deal.server_seed == SECRETS.server_seed.hex()
    assert replay.deal.nonces == tuple(map(nonce, (HOST, "ben", "cleo")))
    assert replay.stoppages == ((2_250, 74_750),)
    assert [(player.seat, player.player) for player in replay.players] == [
        (0, HOST),
        (1, "ben"),
        (2, "cleo"),
    ]
    assert [player.ended[1] for player in replay.players] == ["bank", "forfeit", "limit"]


def test_a_finish_is_recorded_as_its_moves() -> None:
    """All of them carry the time of the one command; the ends are no moves."""
    table = Table(Options("turn1"), deals(TALON_KINGS))
    table.start(HOST, "ben")
    table.ms = 100
    table.play(HOST, "D", "R")
    table.ms = 900
    table.accept(FinishGame(HOST, 3))
    table.accept(BankGame("ben", 1))
    table.tick()
    finisher, banker = replay_of(table.race).players

    assert finisher.moves == (
        (100, "D"),
        (100, "R"),
        (900, "T1>F"),
        (900, "D"),
        (900, "W>F"),
    )
    assert finisher.ended == (900, "won")
    assert banker.moves == ()


def greedy(game: Game) -> str:
    """Choose the move that sends most home or turns most up, else the talon's."""

    def worth(move: Move) -> tuple[int, bool, bool]:
        twin = game.copy()
        twin.play(move)
        gained = twin.home - game.home + 2 * (game.hidden - twin.hidden)
        return gained, move.text[0] == "W", move.text in {"D", "R"}

    return max((move for move in game.legal_moves() if move.text[0] != "F"), key=worth).text


def test_a_finished_game_is_found_in_order() -> None:
    """A whole deal played by hand until it can be finished, and finished by one command."""
    table = Table(Options("klondike-1", seed="seed 21"))
    table.start(HOST, "ben")
    while not table.game(HOST).finishable:
        table.ms += 400
        table.play(HOST, greedy(table.game(HOST)))
    table.accept(FinishGame(HOST, table.next_n(HOST)))
    table.accept(BankGame("ben", 1))
    table.tick()
    replay = replay_of(table.race)

    assert replay.players[0].result.class_ == "cleared"
    assert len(replay.players[0].moves) > table.race.seats[0].n
    assert verify(replay) is None


def test_a_replay_survives_its_file_and_the_journal() -> None:
    """Written, read, and made again from the events it is the same."""
    table = raced(Table(dealer=layout), moves=10)
    replay = replay_of(table.race)

    assert read(write(replay)) == replay
    assert replay_of(table.recovered()) == replay


def test_there_is_no_replay_while_somebody_races() -> None:
    """It would show the deal."""
    table = Table()
    table.start(HOST, "ben")
    table.accept(BankGame(HOST, 1))

    with pytest.raises(NotThere, match="running: its replay is still secret"):
        replay_of(table.race)


@pytest.mark.parametrize("moves", [0, 7, 40])
def test_step_by_step_it_is_the_same_file(moves: int) -> None:
    """Whoever makes it in slices makes the same bytes."""
    table = raced(Table(Options("turn3", seats=3, bell_ms=60_000)), moves)

    assert finished(recording(table.race)) == write(replay_of(table.race))


def test_no_step_has_many_moves() -> None:
    """The longer the games the more steps, so that none of them holds up other races."""
    table = Table(Options("turn1", seats=2, seed="long"))
    table.start(HOST, "ben")
    for n in range(1, 2_501):
        for number, seat in enumerate(table.race.seats):
            text = "D" if seat.board.stock else "R"
            table.happen([MovePlayed(number, n, table.ms, text)])
    table.tick(table.race.limit_ms)
    steps = list(recording(table.race))

    assert len(steps) > 5_000 / 100


def test_anybody_may_know_of_a_race() -> None:
    """Its rules, who sits there and the commitment; cards and secrets are not in it."""
    table = Table(Options("turn3", seats=3, title="Friday", bell_ms=60_000))
    table.start(HOST, "ben")
    table.play(HOST, "D")
    shown = info(table.race, on={"ben"}, watchers=4)

    assert (shown.race, shown.phase, shown.host, shown.places) == ("race-1", "running", HOST, 3)
    assert [(seat.player, seat.on) for seat in shown.seats] == [(HOST, False), ("ben", True)]
    assert (shown.settings.name, shown.watchers, shown.bell_ms) == ("Friday", 4, 60_000)
    assert (shown.opened, shown.t0, shown.closed) == (WALL, WALL + 3_000, None)
    assert (shown.results, shown.replay) == ((), None)
    assert [act.act for act in shown.acts] == ["opened", "start"]


def test_results_are_known_once_the_race_is_over() -> None:
    """With the way to the replay."""
    table = raced(Table(), moves=5)
    shown = info(table.race)

    places = [row.result.place for row in shown.results]
    assert len(places) == 3
    assert places[0] == 1
    assert (shown.replay, shown.closed) == ("/api/races/race-1/replay", WALL)


def test_the_way_in_is_known_of_listed_races_alone() -> None:
    """Code and link, and the code of the rematch wherever it stands."""
    table = Table(Options("strict-royal", seats=1, visibility="code"))
    table.start(HOST)
    table.accept(BankGame(HOST, 1))
    table.tick()
    table.happen([RaceRematched(HOST, "race-2", "SECOND22", WALL)])
    closed = info(table.race, link="http://example.org/join#CODE2345")
    listed = Table(Options("strict-royal", seats=1))
    listed.seat(HOST)
    listed.accept(ChangeSettings(HOST, visibility="listed"))
    open_ = info(listed.race, link="http://example.org/join#CODE2345")

    assert [act.act for act in closed.acts] == ["opened", "start", "rematch"]
    for secret in (b"CODE2345", b"SECOND22"):
        assert secret not in json.encode(closed)
    assert (open_.code, open_.link) == ("CODE2345", "http://example.org/join#CODE2345")
