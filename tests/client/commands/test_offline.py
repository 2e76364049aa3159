"""deal, solve, verify, cases: what they print, and one plain line when something is wrong."""

import json
from pathlib import Path

import pytest

from pantagruel_engine.deal import key_of_text, layout
from pantagruel_engine.game import Game
from pantagruel_engine.notation import parse_move
from pantagruel_engine.position import Position
from pantagruel_engine.rows import variant
from tests.client.commands.conftest import Run

KEY = "00" * 31 + "ff"


def test_deal_prints_the_layout(run: Run) -> None:
    """The key, the variant, a line for each column, the stock."""
    done = run("deal", "--variant", "strict-royal", "--seed", "abbey")
    lines = done.stdout.splitlines()

    assert done.exit_code == 0
    assert lines[0] == f"key {key_of_text('abbey').hex()}"
    assert len(lines) == 2 + 9 + 1


def test_deal_as_json_is_the_position(run: Run) -> None:
    """Programs read the position as the engine writes it."""
    done = run("deal", "--variant", "klondike-1", "--key", KEY, "--json")
    whole = json.loads(done.stdout)
    expected = layout(variant("klondike-1"), bytes.fromhex(KEY))

    assert whole["key"] == KEY
    assert Position.from_plain(whole["position"]) == expected


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("deal", "--variant", "whist", "--seed", "a"), "there are: turn1, turn3, strict-royal"),
        (("deal", "--variant", "turn1"), "either --key or --seed"),
        (("deal", "--variant", "turn1", "--seed", "a", "--key", KEY), "either --key or --seed"),
        (("deal", "--variant", "turn1", "--key", "12"), "64 hex digits"),
        (("deal", "--variant", "turn1", "--key", "zz" * 32), "64 hex digits"),
        (("deal", "--variant", "turn1", "--key", f" {KEY[2:]} "), "64 hex digits"),
        (("solve", "--variant", "turn1"), "one of --key, --seed and --replay"),
        (("solve", "--seed", "a"), "go with --variant"),
        (("solve", "--variant", "turn1", "--seed", "a", "--at", "3"), "with --replay"),
        (("solve", "--variant", "whist", "--seed", "a"), "there are: turn1"),
        (("solve", "--replay", "x.json", "--variant", "turn1"), "names its own variant"),
        (("solve", "--replay", "nowhere.json"), "No such file"),
        (("verify", "nowhere.json"), "No such file"),
        (("cases", "nowhere.json"), "No such file"),
        (("deal",), "Missing option"),
        (("serve", "--port", "70000"), "choose one from 0 (any free one) to 65535"),
        (("serve", "--port", "x"), "--port must be a whole number"),
        (("dance",), "No such command"),
        (("bot", "K7QWERTY", "--pace", "inf"), "is no number"),
        (("bot", "K7QWERTY", "--pace", "nan"), "than or equal to 0"),
        (("race", "--pace", "inf"), "is no number"),
        (("play", "--create", "--minutes", "nan"), "than or equal to 360"),
        (("play", "--create", "--faces", "601"), "seconds up to 600, or end"),
        (("play", "--create", "--faces", "-1"), "seconds up to 600, or end"),
        (("play", "--create", "--title", "x" * 61), "60 characters at most"),
        (("play", "--create", "--bell", "1"), "than or equal to 5"),
        (("watch", "K7QWERTY", "--every", "inf"), "is no number"),
        (("watch", "http://race.lan:8104"), "say which race: a CODE, an id or a link"),
    ],
)
def test_wrong_usage_exits_2(run: Run, arguments: tuple[str, ...], said: str) -> None:
    """What was asked wrongly is said in words, never by a traceback."""
    done = run(*arguments)

    assert done.exit_code == 2
    assert said in " ".join(done.stderr.split())
    assert "Traceback" not in done.output


def test_solve_prints_a_line_that_wins(run: Run) -> None:
    """The answer, and a move a word."""
    done = run("solve", "--variant", "turn1", "--seed", "st0")
    answer, line = done.stdout.splitlines()
    game = Game.start(layout(variant("turn1"), key_of_text("st0")))
    for word in line.split():
        game.play(parse_move(word))

    assert done.exit_code == 0
    assert answer.startswith(
        f"won: {game.moves} moves, {game.draws} draws, {game.redeals} redeals;"
    )
    assert game.won


def test_solve_says_when_it_does_not_know(run: Run) -> None:
    """A bound that is met is no failure."""
    done = run("solve", "--variant", "strict-royal", "--seed", "st0", "--nodes", "100")

    assert done.exit_code == 0
    assert done.stdout.startswith("unknown: ")
    assert "positions, every move" in done.stderr


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b"\xff\xfe", b'{"format": "other"}'])
def test_verify_knows_what_is_no_replay(run: Run, tmp_path: Path, content: bytes) -> None:
    """A file that is no replay fails, in one line with its name."""
    path = tmp_path / "file.json"
    path.write_bytes(content)
    done = run("verify", path)

    assert done.exit_code == 1
    assert len(done.stderr.splitlines()) == 1
    assert f"{path} is not a replay" in done.stderr


def test_cases_count_what_came_out(run: Run, tmp_path: Path) -> None:
    """One line each, at the end the sums; a difference exits 1."""
    position = layout(variant("klondike-1"), bytes.fromhex(KEY)).to_plain()
    right = {"id": 1, "position": position, "trace": [{"move": "D", "legal": True, "score": 0}]}
    wrong = {"id": 2, "position": position, "trace": [{"move": "R", "legal": True, "score": 0}]}
    words = {"id": 3, "rule": "in words"}
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps([right, words]))
    bad.write_text(json.dumps([wrong]))
    fine = run("cases", good)
    both = run("cases", good, bad)

    assert fine.exit_code == 0
    assert fine.stdout.splitlines()[0] == "1: right"
    assert fine.stdout.splitlines()[-1] == "1 right, 0 wrong, 1 passed over"
    assert both.exit_code == 1
    assert "2: wrong: step 1: " in both.stdout
    assert both.stdout.splitlines()[-1] == "1 right, 1 wrong, 1 passed over"


def test_cases_that_are_none_fail(run: Run, tmp_path: Path) -> None:
    """A file that is no list of cases is said to be none."""
    path = tmp_path / "cases.json"
    path.write_text("{}")
    done = run("cases", path)

    assert done.exit_code == 1
    assert "is no JSON list of cases" in done.stderr


@pytest.mark.parametrize(
    "command",
    ["race", "play", "watch", "races", "bot", "serve", "deal", "solve", "verify", "cases", None],
)
def test_help_is_everywhere(run: Run, command: str | None) -> None:
    """Every command explains itself, with an example."""
    done = run(*(filter(None, (command, "--help"))))

    assert done.exit_code == 0
    assert command is None or f"pantagruel {command}" in done.stdout


@pytest.mark.parametrize("command", ["race", "restore"])
def test_help_names_the_extra(run: Run, command: str) -> None:
    """What a command needs is named whole: square brackets are no markup."""
    assert "pip install 'pantagruel[server]'" in run(command, "--help").stdout
