"""The replay that a finished race leaves behind."""

import pytest

from pantagruel_engine.deal import layout
from pantagruel_engine.game import Game
from pantagruel_engine.notation import Move
from pantagruel_protocol.replay_file import read, write
from pantagruel_protocol.verify import verify
from pantagruel_server.race.commands import BankGame, FinishGame, ForfeitGame
from pantagruel_server.race.opening import Options
from pantagruel_server.race.record import replay_of
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
