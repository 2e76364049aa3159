"""Who is who: guests by token, and what a name may be."""

import asyncio
import hashlib
import unicodedata
from asyncio import Future
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby

import msgspec
import precis_i18n

from pantagruel_protocol.values import LONGEST_NAME
from pantagruel_server.entropy import Entropy
from pantagruel_server.journal.port import Journal

KIND = "player"  # of the records in the journal
NEWCOMERS = 10_000  # some 5 MB of those who have neither joined nor created anything
STACKED_MARKS = 2  # on one letter: more than any living script needs, fewer than a tower

_nickname = precis_i18n.get_profile("NicknameCasePreserved")


class BadName(ValueError):
    """The name is empty, too long or holds what names may not."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody, known by an id that everybody may see.

    *unkept* is the hash of the token of a player who is in memory only.
    """

    id: str
    name: str
    bot: bool
    unkept: str | None = field(default=None, compare=False)


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
    """Makes guests and knows them again; only hashes of their tokens are kept.

    A guest is on disk from the first seat or race on. Until then memory holds it, which at most
    NEWCOMERS share: the one who was seen longest ago makes room, and is nobody any more.
    """

    def __init__(self, journal: Journal, entropy: Entropy) -> None:
        self._journal = journal
        self._entropy = entropy
        self._newcomers: dict[str, Player] = {}  # by the hash of the token, in the order of sight

    def __len__(self) -> int:
        """Count the players who are in memory only."""
        return len(self._newcomers)

    def guest(self, name: str | None, *, bot: bool = False) -> tuple[Player, str]:
        """Make a player of memory only, and answer it with its token."""
        player_id = self._entropy.id()
        shown = f"Guest {player_id[:4]}" if name is None else clean_name(name)
        token = self._entropy.token()
        player = Player(player_id, shown, bot, _hashed(token))
        self._see(player)
        return player, token

    async def known(self, token: str) -> Player | None:
        """Answer whose *token* this is; raises JournalError."""
        key = _hashed(token)
        if (newcomer := self._newcomers.get(key)) is not None:
            self._see(newcomer)
            return newcomer
        stored = await self._journal.get(KIND, key)
        if stored is None:
            return None
        record = msgspec.msgpack.decode(stored, type=_Record)
        return Player(record.id, record.name, record.bot)

    def keep(self, player: Player) -> Future[None]:
        """Put *player* on disk, together with what is appended before anything is awaited.

        Whoever is there already is not written again. Fails with JournalError.
        """
        if player.unkept is None:
            done: Future[None] = asyncio.get_running_loop().create_future()
            done.set_result(None)
            return done
        record = _Record(player.id, player.name, player.bot)
        kept = self._journal.put(KIND, player.unkept, msgspec.msgpack.encode(record))
        kept.add_done_callback(partial(self._kept, player.unkept))
        return kept

    def _kept(self, key: str, kept: Future[None]) -> None:
        if kept.exception() is None:
            self._newcomers.pop(key, None)

    def _see(self, newcomer: Player) -> None:
        key = str(newcomer.unkept)
        self._newcomers.pop(key, None)
        if len(self._newcomers) >= NEWCOMERS:
            del self._newcomers[next(iter(self._newcomers))]
        self._newcomers[key] = newcomer


def _hashed(token: str) -> str:
    # Plain SHA-256 is enough: a token has 256 bits of chance, there is nothing to guess.
    # Any text may be shown as one, half letters too: it is unknown then, not a fault of ours.
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()
