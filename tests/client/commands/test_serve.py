"""What needs the server says so where its packages are missing."""

import subprocess
import sys

import pytest

WITHOUT = (
    "import sys; sys.modules['aiohttp'] = None; sys.modules['precis_i18n'] = None;"
    "from pantagruel.__main__ import main; main()"
)


@pytest.mark.parametrize("command", ["serve", "race"])
def test_without_the_extra_it_is_named(command: str) -> None:
    """A base install names what to install, and exits 2."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, command], capture_output=True, text=True, check=False
    )

    assert done.returncode == 2
    assert "pip install 'pantagruel[server]'" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_face_does_not_import_the_server() -> None:
    """A bot's `from pantagruel import Client, run` brings no part of the server along."""
    code = (
        "import sys; from pantagruel import Client, run;"
        "print({name.split('.')[0] for name in sys.modules} & {'pantagruel_server', 'aiohttp'})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "set()"
