"""Tokens: kept per server and name, for their owner's eyes only."""

import stat
import sys
from pathlib import Path

import pytest

from pantagruel_client.address import Address
from pantagruel_client.tokens import Tokens, state_folder

HERE = Address.parse("127.0.0.1:8104")
THERE = Address.parse("race.lan")
SECRET = "5e" * 32


def test_a_token_is_found_again(tmp_path: Path) -> None:
    """What was put is got, by a fresh reader too, for that server and name alone."""
    Tokens(tmp_path / "deep" / "down").put(HERE, "Panurge", SECRET)
    again = Tokens(tmp_path / "deep" / "down")

    assert again.get(HERE, "Panurge") == SECRET
    assert again.get(HERE, "Badebec") is None
    assert again.get(THERE, "Panurge") is None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_nobody_else_can_read(tmp_path: Path) -> None:
    """The file is 0600, its folder 0700, also after a change."""
    tokens = Tokens(tmp_path / "pantagruel")
    tokens.put(HERE, "Panurge", SECRET)
    tokens.put(HERE, "Badebec", SECRET)

    assert stat.S_IMODE((tmp_path / "pantagruel").stat().st_mode) == 0o700
    files = list((tmp_path / "pantagruel").iterdir())
    assert [(file.name, stat.S_IMODE(file.stat().st_mode)) for file in files] == [
        ("tokens.json", 0o600)
    ]


def test_a_dropped_token_is_gone(tmp_path: Path) -> None:
    """A token that the server does not know is forgotten, the others stay."""
    tokens = Tokens(tmp_path)
    tokens.put(HERE, "Panurge", SECRET)
    tokens.put(HERE, "Badebec", SECRET)
    tokens.drop(HERE, "Panurge")
    tokens.drop(THERE, "Panurge")

    assert tokens.get(HERE, "Panurge") is None
    assert tokens.get(HERE, "Badebec") == SECRET


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"x": {"y": "not hex"}}'])
def test_a_damaged_file_is_an_empty_one(tmp_path: Path, damage: bytes) -> None:
    """Damage costs the tokens and nothing else: the next one is kept again."""
    (tmp_path / "tokens.json").write_bytes(damage)
    tokens = Tokens(tmp_path)

    assert tokens.get(HERE, "Panurge") is None
    tokens.put(HERE, "Panurge", SECRET)
    assert tokens.get(HERE, "Panurge") == SECRET


def test_the_state_folder_follows_the_environment(tmp_path: Path) -> None:
    """XDG_STATE_HOME counts when it is absolute, as its specification says."""
    assert state_folder({"XDG_STATE_HOME": str(tmp_path)}) == tmp_path / "pantagruel"
    assert state_folder({"XDG_STATE_HOME": "here"}) == state_folder({})
