"""A server killed with SIGKILL in the middle of races loses nothing that it acknowledged."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from pantagruel_protocol.replay_file import ReplayFile
from pantagruel_protocol.verify import verify
from pantagruel_server.race.events import Event, RaceClosed, RaceStarted, RaceStoppedFor
from tests.e2e.kills import Harness, moves_of
from tests.e2e.ledger import Differences, compare

KILLS = 10
SLACK_MS = 1_000  # two clocks of one machine are read one after the other, now and then late


@pytest.mark.slow
async def test_ten_kills_lose_nothing(tmp_path: Path) -> None:
    """After ten kills every acknowledged move is there, once, in order; outages are credited."""
    harness = Harness(tmp_path, "pantagruel_server")
    story = await harness.run(KILLS)
    journalled = await harness.journalled()
    moves = [move for race, events in journalled.items() for move in moves_of(race, events)]

    assert story.status == 0
    assert story.ledger.refused == []
    assert len(harness.server.outages) == KILLS
    assert compare(story.ledger.told, moves) == Differences([], [], [], [], [])
    for replay, (race, events) in zip(story.replays, journalled.items(), strict=True):
        agrees_with_journal(replay, race, events)
        credits_outages(replay, events, harness.server.outages)


@pytest.mark.slow
async def test_control_sees_moves_lost(tmp_path: Path) -> None:
    """The same harness on a server that acknowledges before the flush finds what it lost."""
    harness = Harness(tmp_path, "tests.e2e.hasty_server")
    story = await harness.run(kills=3)
    journalled = await harness.journalled()
    moves = [move for race, events in journalled.items() for move in moves_of(race, events)]

    assert compare(story.ledger.told, moves).lost


def agrees_with_journal(replay: ReplayFile, race: str, events: Sequence[Event]) -> None:
    """Check that the replay verifies and holds the journal's moves, each with its time."""
    told = moves_of(race, events)
    for player in replay.players:
        own = tuple((move.ms, move.text) for move in told if move.player == player.player)
        assert player.moves == own
    assert replay.race == race
    assert verify(replay) is None


def credits_outages(replay: ReplayFile, events: Sequence[Event], outages: Sequence[float]) -> None:
    """Check that each outage is a stoppage of the race and in nobody's time."""
    started = next(event for event in events if isinstance(event, RaceStarted))
    closed = next(event for event in events if isinstance(event, RaceClosed))
    stopped = [(e.at_ms, e.wall_ms) for e in events if isinstance(e, RaceStoppedFor)]
    wall_ms = closed.wall_ms - started.t0_wall
    stood_ms = sum(length for _, length in stopped)

    assert list(replay.stoppages) == stopped
    assert len(stopped) == len(outages)
    assert all(
        length >= outage_s * 1000 - SLACK_MS
        for (_, length), outage_s in zip(stopped, outages, strict=True)
    )
    assert closed.ms <= wall_ms - sum(outages) * 1000 + SLACK_MS
    assert closed.ms + stood_ms >= wall_ms - SLACK_MS
    assert max(player.result.elapsed_ms for player in replay.players) <= closed.ms
