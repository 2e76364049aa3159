"""Everything that is drawn by chance, from one source that is handed in."""

import os
from collections.abc import Callable

CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O, U: nobody reads them twice alike
LOOKALIKES = str.maketrans("ILO", "110", "- ")
ID_BYTES = 10
CODE_LENGTH = 8  # 40 bits: with 10,000 live races a guess hits once in a hundred million


def plain_code(typed: str) -> str:
    """Answer the join code that somebody meant by *typed*, whatever case or hyphens it has."""
    return typed.upper().translate(LOOKALIKES)


def is_id(text: str) -> bool:
    """Say whether *text* may be an id that we made: those have too much chance to be guessed."""
    return len(text) == 2 * ID_BYTES and not set(text) - set("0123456789abcdef")


class Entropy:
    """Ids, tokens, codes and seeds; the default source is the operating system's."""

    def __init__(self, source: Callable[[int], bytes] = os.urandom) -> None:
        self._source = source

    def id(self) -> str:
        """Name a player, a race or a deal: 80 bits, so that two never meet."""
        return self._source(ID_BYTES).hex()

    def token(self) -> str:
        """Answer a secret of 256 bits."""
        return self._source(32).hex()

    def seed(self) -> bytes:
        """Answer the 32 bytes that a deal or a commitment is made from."""
        return self._source(32)

    def code(self) -> str:
        """Answer a join code; it is as good as a key to an open race."""
        return "".join(CODE_ALPHABET[byte % 32] for byte in self._source(CODE_LENGTH))
