"""PGDEAL-1: from a 32-byte key to an order of 52k cards, and what binds a server to its seed.

Frozen: a change would be a new label. The vectors in the tests hold it.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from struct import unpack

from pantagruel_engine.card import FACES, RANKS, SUITS, face_of
from pantagruel_engine.errors import RulesError
from pantagruel_engine.position import Column, Position
from pantagruel_engine.variant import MOST_PACKS, Variant

KEY_BYTES = 32
DRAWS = 1 << 16


def order(key: bytes, packs: int) -> list[int]:
    """Shuffle the card ids 0..52*packs-1; the first is dealt first."""
    if len(key) != KEY_BYTES:
        raise RulesError(f"a key has {KEY_BYTES} bytes, not {len(key)}")
    if not 1 <= packs <= MOST_PACKS:
        raise RulesError(f"1 to {MOST_PACKS} packs can be dealt, not {packs}")
    cards = list(range(FACES * packs))
    numbers = draws(key, packs)
    for last in range(len(cards) - 1, 0, -1):
        limit = DRAWS - DRAWS % (last + 1)
        number = next(numbers)
        while number >= limit:  # rejected, so that each place is equally likely
            number = next(numbers)
        other = number % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def draws(key: bytes, packs: int) -> Iterator[int]:
    """Yield the 16-bit numbers that the shuffle takes, in order, without end."""
    prefix = b"pantagruel/deal/1\x00" + bytes([packs])
    block = 0
    while True:
        digest = hmac.digest(key, prefix + block.to_bytes(4, "big"), "sha256")
        yield from unpack(">16H", digest)
        block += 1


def key_of_text(text: str) -> bytes:
    """Answer the key of a numbered deal: SHA-256 of its text in UTF-8."""
    return hashlib.sha256(text.encode()).digest()


def deal_key(server_seed: bytes, deal_id: str, nonces: Sequence[bytes]) -> bytes:
    """Answer the key of a fresh deal from the server's seed and the players' nonces by seat."""
    return hmac.digest(
        server_seed, b"pantagruel/key/1" + _joined(deal_id.encode(), *nonces), "sha256"
    )


def commitment(salt: bytes, deal_id: str, rules: str, packs: int, server_seed: bytes) -> bytes:
    """Answer what the server publishes before a race to bind itself to its seed."""
    parts = _joined(deal_id.encode(), rules.encode(), bytes([packs]), server_seed)
    return hmac.digest(salt, b"pantagruel/commit/1" + parts, "sha256")


def layout(variant: Variant, key: bytes) -> Position:
    """Deal row by row, left to right: row r puts a card on every column of r cards or more."""
    if variant.ranks != RANKS:
        raise RulesError("only whole packs are dealt from a key")
    cards = iter(order(key, variant.packs))
    columns: list[list[int]] = [[] for _ in variant.columns]
    for row in range(max(variant.columns)):
        for column, size in zip(columns, variant.columns, strict=True):
            if row < size:
                column.append(face_of(next(cards)))
    return Position(
        variant,
        tuple(Column(tuple(column[:-1]), (column[-1],)) for column in columns),
        (0,) * (SUITS * variant.packs),
        tuple(map(face_of, cards)),
        (),
    )


def _joined(*parts: bytes) -> bytes:
    """Join the parts, each after its length in four bytes, so that no two lists look alike."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)
