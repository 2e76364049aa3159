"""`pantagruel race`: a server of its own, bots, results, a replay that verifies."""

import json
from pathlib import Path

import pytest

from pantagruel_protocol.replay_file import read
from pantagruel_protocol.verify import verify
from tests.client.commands.conftest import Run

FAST = ("race", "--players", 2, "--pace", 0, "--variant", "klondike-strict", "--seed", "a")


@pytest.mark.slow
def test_a_race_is_ranked_and_leaves_a_replay(run: Run, tmp_path: Path) -> None:
    """Without a terminal there are lines, a table, and the command that checks the replay."""
    out = tmp_path / "deep" / "replay.json"
    done = run(*FAST, "--out", out)

    assert done.exit_code == 0
    assert "no moves left" in done.stdout
    assert f"Check it: pantagruel verify {out}" in done.stdout
    assert verify(read(out.read_bytes())) is None
    assert run("verify", out).stdout.startswith(f"ok: {out}: klondike-strict, 2 players")


@pytest.mark.slow
def test_json_is_for_programs(run: Run, tmp_path: Path) -> None:
    """With --json the output is one object, and the replay lies in the given data folder."""
    done = run(*FAST, "--json", "--data", tmp_path / "data")
    whole = json.loads(done.stdout)

    assert done.exit_code == 0
    assert whole["results"][0]["result"]["place"] == 1
    assert Path(whole["replay"]).parent == tmp_path / "data" / "replays"
    assert (tmp_path / "data" / "pantagruel.db").is_file()


@pytest.mark.slow
def test_a_position_of_a_race_is_solved(run: Run, tmp_path: Path) -> None:
    """The deal, or what a player had before it after some commands."""
    out = tmp_path / "replay.json"
    run(*FAST, "--out", out)
    few = ("--nodes", "200")
    whole = run("solve", "--replay", out, *few)
    later = run("solve", "--replay", out, "--player", "1", "--at", "5", *few)

    assert whole.exit_code == later.exit_code == 0
    assert later.stdout.split(":")[0] in ("won", "unwinnable", "unknown")
    assert run("solve", "--replay", out, "--player", "3", *few).exit_code == 2
    assert "played" in run("solve", "--replay", out, "--player", "1", "--at", "9999").stderr


@pytest.mark.slow
def test_verify_names_what_was_changed(run: Run, tmp_path: Path) -> None:
    """One score changed by hand is found and named."""
    out = tmp_path / "replay.json"
    run(*FAST, "--out", out)
    whole = json.loads(out.read_text())
    whole["players"][1]["result"]["ledger"] += 5
    out.write_text(json.dumps(whole))
    done = run("verify", out)

    assert done.exit_code == 1
    assert "players[1].result.ledger" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("--variant", "whist"),
        ("--players", "0"),
        ("--players", "65"),
        ("--pace", "-1"),
        ("--seed", ""),
    ],
)
def test_wrong_wishes_exit_2(run: Run, arguments: tuple[str, ...]) -> None:
    """A race that cannot be is refused before a server starts."""
    assert run("race", *arguments).exit_code == 2


@pytest.mark.slow
def test_a_replay_that_cannot_be_written_is_said(run: Run, tmp_path: Path) -> None:
    """The path is named, in one line."""
    (tmp_path / "file").write_text("")
    done = run(*FAST, "--out", tmp_path / "file" / "replay.json")

    assert done.exit_code == 1
    assert "cannot be written" in done.stderr
