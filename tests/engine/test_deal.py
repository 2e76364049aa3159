"""PGDEAL-1 against the handed vectors, and the layout that comes of an order."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from struct import pack

import pytest

from pantagruel_engine import deal
from pantagruel_engine.card import face_of
from pantagruel_engine.errors import RulesError
from pantagruel_engine.rows import VARIANTS, variant
from pantagruel_engine.variant import Variant

VECTORS = json.loads((Path(__file__).parent / "cases" / "deal_vectors.json").read_text("utf-8"))
KEY = bytes(range(32))


@pytest.mark.parametrize("vector", VECTORS["perm"], ids=lambda vector: vector["sha256"][:8])
def test_order_equals_vector(vector: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every handed order comes out, and takes as many numbers as the vector says."""
    taken: list[int] = []
    numbers = deal.draws

    def counted(key: bytes, packs: int) -> Iterator[int]:
        for number in numbers(key, packs):
            taken.append(number)
            yield number

    monkeypatch.setattr(deal, "draws", counted)
    packs = vector["decks"]
    assert isinstance(packs, int)
    order = deal.order(bytes.fromhex(str(vector["key"])), packs)

    assert vector["sha256"] == hashlib.sha256(pack(f">{len(order)}H", *order)).hexdigest()
    assert vector["first10"] == order[:10]
    assert vector["last5"] == order[-5:]
    assert vector.get("perm", order) == order
    if vector["draws"] is not None:
        assert vector["draws"] == len(taken)
        assert vector["rejected"] == len(taken) - (52 * packs - 1)


@pytest.mark.parametrize("vector", VECTORS["commit"], ids=lambda vector: vector["race_id"])
def test_commitment_equals_vector(vector: dict[str, str]) -> None:
    """Every handed commitment comes out."""
    answer = deal.commitment(
        bytes.fromhex(vector["salt"]),
        vector["race_id"],
        vector["rules"],
        int(vector["decks"]),
        bytes.fromhex(vector["server_seed"]),
    )

    assert vector["commitment"] == answer.hex()


@pytest.mark.parametrize("vector", VECTORS["deal_key"], ids=lambda vector: vector["race_id"])
def test_deal_key_equals_vector(vector: dict[str, object]) -> None:
    """Every handed key of a fresh deal comes out."""
    nonces = vector["nonces"]
    assert isinstance(nonces, list)
    answer = deal.deal_key(
        bytes.fromhex(str(vector["server_seed"])),
        str(vector["race_id"]),
        list(map(bytes.fromhex, nonces)),
    )

    assert vector["key"] == answer.hex()


def test_parts_of_a_key_do_not_run_together() -> None:
    """Where one nonce ends and the next begins changes the key."""
    seed = bytes(32)

    assert deal.deal_key(seed, "d", [b"ab", b"c"]) != deal.deal_key(seed, "d", [b"a", b"bc"])


def test_text_makes_a_key() -> None:
    """The key of a numbered deal is the SHA-256 of its text in UTF-8."""
    assert hashlib.sha256("Ü 1".encode()).digest() == deal.key_of_text("Ü 1")


@pytest.mark.parametrize(("key", "packs"), [(bytes(31), 2), (bytes(33), 2), (KEY, 0), (KEY, 256)])
def test_odd_keys_and_packs_are_refused(key: bytes, packs: int) -> None:
    """A key has 32 bytes and a deck 1 to 255 packs."""
    with pytest.raises(RulesError):
        deal.order(key, packs)


def test_largest_deck_is_an_order_of_all_its_cards() -> None:
    """255 packs still shuffle in 16-bit numbers."""
    assert list(range(255 * 52)) == sorted(deal.order(KEY, 255))


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=lambda rules: rules.id)
def test_layout_deals_rows(rules: Variant) -> None:
    """Cards go row by row to every column that is long enough; the last of each lies face up."""
    position = deal.layout(rules, KEY)

    order = list(map(face_of, deal.order(KEY, rules.packs)))
    rows = max(rules.columns)
    places = [
        (column, row)
        for row in range(rows)
        for column, size in enumerate(rules.columns)
        if row < size
    ]
    columns = [down + up for down, up in position.columns]
    assert order[: len(places)] == [columns[column][row] for column, row in places]
    assert order[len(places) :] == list(position.stock)
    assert all(len(up) == 1 for _, up in position.columns)
    assert rules.columns == tuple(map(len, columns))
    assert (rules.hidden, rules.stock) == (
        sum(len(down) for down, _ in position.columns),
        len(position.stock),
    )
    assert (position.waste, sum(position.foundations), position.redeals) == ((), 0, 0)


def test_small_decks_are_not_dealt() -> None:
    """PGDEAL-1 orders whole packs; a deck made small is set up as a position."""
    with pytest.raises(RulesError):
        deal.layout(replace(variant("klondike-1"), ranks=12), KEY)
