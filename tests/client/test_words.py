"""Words: found as they are typed, guessed where they are not, all of them explained."""

import pytest

from pantagruel_client.words import Word, Words


async def nothing(_: str) -> None:
    """Do nothing."""


def word(usage: str) -> Word:
    return Word(usage, "does something", nothing)


WORDS = Words(
    {
        "Here": (word("say TEXT, /TEXT"), word("b [N], board"), word("start"), word("start!")),
        "There": (word("settings"), word("? [all], help")),
    }
)


@pytest.mark.parametrize(
    ("line", "usage", "rest"),
    [
        ("say Good  luck", "say TEXT, /TEXT", "Good  luck"),
        ("SAY hi", "say TEXT, /TEXT", "hi"),
        ("/hi there", "say TEXT, /TEXT", "hi there"),
        ("b", "b [N], board", ""),
        ("board 2", "b [N], board", "2"),
        ("start!", "start!", ""),
        ("?", "? [all], help", ""),
    ],
)
def test_words_are_found(line: str, usage: str, rest: str) -> None:
    """In any case, with what follows as it was typed."""
    found = WORDS.find(line)

    assert found is not None
    assert (found[0].usage, found[1]) == (usage, rest)


@pytest.mark.parametrize("line", ["37", "start now", "bb", "settings 3"])
def test_what_is_no_word_is_none(line: str) -> None:
    """A word that takes nothing is not meant where something follows."""
    assert WORDS.find(line) is None


@pytest.mark.parametrize(
    ("line", "usage"),
    [
        ("setings", "settings"),
        ("start now", "start"),
        ("strat", "start"),
        ("37", None),
        ("0312", None),
        ("zz", None),
        ("pantagruel", None),
    ],
)
def test_what_was_meant(line: str, usage: str | None) -> None:
    """The nearest word, and none for what is rather a move or nothing like it."""
    meant = WORDS.meant(line)

    assert (meant.usage if meant else None) == usage


def test_help_has_a_line_for_each() -> None:
    """Under its heading, or under those asked for."""
    assert len(list(WORDS.lines())) == 8
    assert list(WORDS.lines("There")) == [
        "There:",
        "  settings              does something",
        "  ? [all], help         does something",
    ]
