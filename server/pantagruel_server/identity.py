"""Who is who: guests by token."""

import asyncio
import hashlib
from asyncio import Future
from dataclasses import dataclass, field
from functools import partial

import msgspec

from pantagruel_server.entropy import Entropy
from pantagruel_server.journal.port import Journal
from pantagruel_server.names import clean_name

KIND = "player"  # of the records in the journal
NEWCOMERS = 10_000  # some 5 MB of those who have neither joined nor created anything


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
