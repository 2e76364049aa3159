"""How a race begins."""

import hashlib

import pytest

from pantagruel_engine.deal import commitment
from pantagruel_server.race.events import decode, encode
from pantagruel_server.race.limits import LIMIT_MS, PASSES, SEATS, SEED_TEXT
from pantagruel_server.race.opening import BadOptions, Options, opened
from pantagruel_server.race.state import Race
from tests.server.race.table import IDS, SECRETS, WALL


def test_a_fresh_deal_is_committed_to() -> None:
    """The commitment binds deal, rules and seed; seed and salt stay in the event."""
    event = opened(Options("strict-royal"), IDS, SECRETS, WALL)
    bound = commitment(
        SECRETS.salt, "deal-1", "strict-royal;passes=3;fresh", 2, SECRETS.server_seed
    )

    assert event.kind == "fresh"
    assert event.commit == bound.hex()
    assert (event.server_seed, event.salt) == (SECRETS.server_seed.hex(), SECRETS.salt.hex())
    assert event.key is None


def test_a_numbered_deal_has_its_key_in_a_text() -> None:
    """Nothing is committed to: the text gives the deal away."""
    event = opened(Options("turn3", seed="Gargantua"), IDS, SECRETS, WALL)

    assert event.kind == "numbered"
    assert event.key == hashlib.sha256(b"Gargantua").hexdigest()
    assert event.commit is event.server_seed is event.salt is None


@pytest.mark.parametrize(
    ("options", "limit_ms"),
    [
        (Options("strict-royal"), 600_000),
        (Options("turn3"), 1_800_000),
        (Options("strict-royal", limit_ms=1), 1),
        (Options("turn1", limit_ms=LIMIT_MS), LIMIT_MS),
    ],
)
def test_the_limit_has_a_default(options: Options, limit_ms: int) -> None:
    """Ten minutes for Strict Royal, thirty otherwise, or what the host says."""
    assert opened(options, IDS, SECRETS, WALL).limit_ms == limit_ms


@pytest.mark.parametrize(
    ("options", "passes", "rules"),
    [
        (Options("strict-royal"), 3, "strict-royal;passes=3;fresh"),
        (Options("turn3"), None, "turn3;passes=none;fresh"),
        (Options("turn3", passes=4), 4, "turn3;passes=4;fresh"),
        (Options("turn3", passes=PASSES), PASSES, "turn3;passes=1000;fresh"),
        (Options("turn1", passes=2, seed="x"), 2, "turn1;passes=2;numbered"),
    ],
)
def test_passes_may_be_capped(options: Options, passes: int | None, rules: str) -> None:
    """The limit in force is in the event, in the race and in the text of the rules."""
    event = decode(encode(opened(options, IDS, SECRETS, WALL)))
    race = Race.opened(opened(options, IDS, SECRETS, WALL))

    assert event == opened(options, IDS, SECRETS, WALL)
    assert race.variant.max_passes == passes
    assert race.rules == rules


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (Options("solitaire"), "solitaire"),
        (Options("turn1", seats=0), "seats is 0, not 1 to 64"),
        (Options("turn1", seats=SEATS + 1), "seats is 65"),
        (Options("turn1", limit_ms=0), "limit_ms is 0"),
        (Options("turn1", limit_ms=LIMIT_MS + 1), "limit_ms is 86400001"),
        (Options("turn1", passes=0), "passes is 0"),
        (Options("turn1", passes=PASSES + 1), "passes is 1001"),
        (Options("turn1", seed=""), "the length of seed is 0"),
        (Options("turn1", seed="x" * (SEED_TEXT + 1)), "the length of seed is 201"),
    ],
)
def test_bad_options_are_refused_in_words(options: Options, why: str) -> None:
    """The host reads which option is wrong and what it may be."""
    with pytest.raises(BadOptions, match=why):
        opened(options, IDS, SECRETS, WALL)


def test_a_race_opens_empty() -> None:
    """The host takes no seat by opening it."""
    race = Race.opened(opened(Options("turn1", seats=5, rank_by="score"), IDS, SECRETS, WALL))

    assert (race.id, race.deal_id, race.code, race.host) == (
        "race-1",
        "deal-1",
        "CODE2345",
        "anna",
    )
    assert (race.phase, race.places, race.rank_by) == ("open", 5, "score")
    assert race.seats == []
