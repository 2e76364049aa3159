"""Who is who: guests by token, and what a name may be."""

import hashlib
import unicodedata
from dataclasses import dataclass
from itertools import groupby

import msgspec
import precis_i18n

from pantagruel_protocol.values import LONGEST_NAME
from pantagruel_server.entropy import Entropy
from pantagruel_server.journal.port import Journal

KIND = "player"  # of the records in the journal
STACKED_MARKS = 2  # on one letter: more than any living script needs, fewer than a tower

_nickname = precis_i18n.get_profile("NicknameCasePreserved")


class BadName(ValueError):
    """The name is empty, too long or holds what names may not."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody, known by an id that everybody may see."""

    id: str
    name: str
    bot: bool


class _Record(msgspec.Struct, frozen=True, array_like=True, tag="player/1"):
    """A player as the journal keeps it, under the hash of the token."""

    id: str
    name: str
    bot: bool


def clean_name(name: str) -> str:
    """Bring *name* into the one form that is shown (RFC 8266), or raise BadName."""
    try:
        nickname = str(_nickname.enforce(name))
    except ValueError:
        raise BadName("a name is letters, digits, marks and single spaces") from None
    if len(nickname) > LONGEST_NAME:
        msg = f"a name has {LONGEST_NAME} characters at most"
        raise BadName(msg)
    for mark, run in groupby(nickname, lambda letter: bool(unicodedata.combining(letter))):
        if mark and len(tuple(run)) > STACKED_MARKS:
            raise BadName("too many marks on one letter")
    return nickname


class Identity:
    """Makes guests and knows them again; only hashes of their tokens are kept."""

    def __init__(self, journal: Journal, entropy: Entropy) -> None:
        self._journal = journal
        self._entropy = entropy

    async def guest(self, name: str | None, *, bot: bool = False) -> tuple[Player, str]:
        """Make a player and answer it with its token, once both are on disk."""
        player_id = self._entropy.id()
        shown = f"Guest {player_id[:4]}" if name is None else clean_name(name)
        record = _Record(player_id, shown, bot)
        token = self._entropy.token()
        await self._journal.put(KIND, _hashed(token), msgspec.msgpack.encode(record))
        return Player(record.id, record.name, record.bot), token

    async def known(self, token: str) -> Player | None:
        """Answer whose *token* this is."""
        stored = await self._journal.get(KIND, _hashed(token))
        if stored is None:
            return None
        record = msgspec.msgpack.decode(stored, type=_Record)
        return Player(record.id, record.name, record.bot)


def _hashed(token: str) -> str:
    # Plain SHA-256 is enough: a token has 256 bits of chance, there is nothing to guess.
    # Any text may be shown as one, half letters too: it is unknown then, not a fault of ours.
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()
