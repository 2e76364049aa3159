"""The words that a person may type in a room, each with what it does."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import NamedTuple

USAGE_WIDTH = 21
LIKE_A_WORD = 3  # letters; what is shorter is more likely a move


class Word(NamedTuple):
    """One word: how it is typed, what it does, and the act itself, given what follows it."""

    usage: str
    does: str
    act: Callable[[str], Awaitable[None]]

    @property
    def names(self) -> tuple[str, ...]:
        """The word and its other forms: `say, /`."""
        return tuple(form.split()[0] for form in self.usage.split(", "))


class Words:
    """Every word of a room, under headings."""

    def __init__(self, parts: Mapping[str, Iterable[Word]]) -> None:
        self._parts = {heading: tuple(words) for heading, words in parts.items()}
        self._named = {
            name: word for words in self._parts.values() for word in words for name in word.names
        }

    def find(self, line: str) -> tuple[Word, str] | None:
        """Answer the word that *line* begins with, and what follows it."""
        if line.startswith("/"):
            return self._named["say"], line[1:].strip()
        name, _, rest = line.partition(" ")
        word = self._named.get(name.lower())
        takes = word is not None and len(word.usage.split(", ")[0].split()) > 1
        return None if word is None or (rest.strip() and not takes) else (word, rest.strip())

    def meant(self, line: str) -> Word | None:
        """Answer the word that was likely meant where none was found."""
        name = line.partition(" ")[0].lower()
        if name in self._named:
            return self._named[name]
        if len(name) < LIKE_A_WORD or not name[0].isalpha():
            return None
        long = [known for known in self._named if len(known) >= LIKE_A_WORD]
        close = get_close_matches(name, long, 1)
        return self._named[close[0]] if close else None

    def lines(self, *headings: str) -> Iterator[str]:
        """Write the words under *headings*, one a line; under all where none is named."""
        for heading, words in self._parts.items():
            if not headings or heading in headings:
                yield f"{heading}:"
                for word in words:
                    yield f"  {word.usage:<{USAGE_WIDTH}} {word.does}"
