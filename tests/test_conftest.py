"""The rule that a test leaves nothing behind bites."""

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

CASES = """
import asyncio, socket, subprocess, sys, threading
import pytest

kept = []

def test_clean(tmp_path):
    with (tmp_path / "file").open("w"):
        pass

async def test_clean_async():
    await asyncio.sleep(0)

def test_file(tmp_path):
    kept.append((tmp_path / "file").open("w"))

def test_socket():
    kept.append(socket.socket())

def test_process():
    kept.append(subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE))

def test_thread():
    kept.append(threading.Thread(target=threading.Event().wait, args=(2,), daemon=True))
    kept[-1].start()

async def test_task():
    kept.append(asyncio.create_task(asyncio.sleep(60)))

@pytest.fixture(scope="session", autouse=True)
def end():
    yield
    for process in (thing for thing in kept if isinstance(thing, subprocess.Popen)):
        process.communicate()
"""


@pytest.mark.slow
def test_each_kind_of_leftover_fails(pytester: pytest.Pytester) -> None:
    """Files, sockets, processes, threads and tasks left behind are errors; clean tests are not."""
    pytester.makeconftest(Path(__file__).with_name("conftest.py").read_text(encoding="utf-8"))
    pytester.makepyfile(CASES)
    pytester.makeini(
        "[pytest]\nasyncio_mode = auto\nasyncio_default_fixture_loop_scope = function\n"
    )

    done = pytester.runpytest_subprocess("-p", "no:cacheprovider")

    done.assert_outcomes(passed=7, errors=5)
    for name in ("file", "socket", "process", "thread", "task"):
        done.stdout.fnmatch_lines([f"ERROR*test_{name} *"])
