"""The pure modules of the browser client, tested by node, and all its types, checked by tsc."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TESTS = sorted(path.name for path in HERE.glob("*.test.mjs"))


def run(command: str | Path, *arguments: str) -> str:
    """Run *command* here; fails with what it printed."""
    done = subprocess.run(
        [command, *arguments], cwd=HERE, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def node(missing: Callable[[str], object]) -> str:
    """Find node, 20 or newer."""
    found = shutil.which("node")
    if found is None:
        missing("node is not on this machine")
        return ""
    if int(run(found, "-p", "process.versions.node.split('.')[0]")) < 20:
        missing("node is older than 20")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", TESTS)
def test_pure_modules(node: str, name: str) -> None:
    """Each file of tests passes, and has tests in it."""
    report = run(node, "--test", "--test-reporter=tap", name)

    assert "\n# pass 0\n" not in report


@pytest.mark.slow
def test_types(node: str, missing: Callable[[str], object]) -> None:
    """What the JSDoc says of every value is what is done with it."""
    compiler = HERE / "node_modules/typescript/bin/tsc"
    if not compiler.is_file():
        missing("typescript is not there: npm ci --prefix tests/web")
    run(node, str(compiler), "--project", "tsconfig.json")


@pytest.mark.slow
def test_a_race_of_a_server_is_proved(node: str, tmp_path: Path) -> None:
    """What a server writes passes in the browser's proof, and not when it is changed."""
    replay = tmp_path / "replay.json"
    race = ["race", "--players", "2", "--pace", "0", "--json", "--out", str(replay)]
    run(Path(sys.executable).with_name("pantagruel"), *race, "--variant", "klondike-1")

    assert not run(node, "verify.mjs", str(replay))

    replay.write_text(replay.read_text("utf-8").replace('"place": 1', '"place": 2'), "utf-8")
    with pytest.raises(AssertionError, match=r"^place players\[\d\].result.place the file says 2"):
        run(node, "verify.mjs", str(replay))
