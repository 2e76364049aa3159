"""A replay in order passes, and whatever is changed in one is named."""

import json
from collections.abc import Callable, Iterator
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pantagruel_protocol.chain import sealed
from pantagruel_protocol.replay_file import BadReplay, ReplayFile, read, write
from pantagruel_protocol.values import Kind
from pantagruel_protocol.verify import FORFEIT_FROM_MS, PROVES, verify
from pantagruel_server.race.limits import FORFEIT_FROM_MS as RACE_FORFEIT_FROM_MS
from tests.protocol.replays import LIMIT_MS, race

Path = tuple[str | int, ...]


def plain(kind: Kind = "fresh") -> Any:
    """Answer the race as the JSON values that its file holds."""
    return json.loads(write(race(kind)))


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """Name every single value of a file."""
    steps = value.items() if isinstance(value, dict) else enumerate(value)
    for step, inner in steps:
        if isinstance(inner, dict | list) and inner:
            yield from leaves(inner, (*path, step))
        else:
            yield (*path, step)


def at(file: Any, path: Path) -> Any:
    """Follow *path* into a file."""
    for step in path:
        file = file[step]
    return file


def put(file: Any, path: Path, value: object) -> None:
    """Change one value of a file."""
    at(file, path[:-1])[path[-1]] = value


def found(file: Any, *, forged: bool = False) -> str:
    """Answer where a file is found to differ; a forger makes the chain fit again."""
    try:
        replay = read(json.dumps(file).encode())
    except BadReplay as bad:
        return str(bad)
    difference = verify(sealed(replay) if forged else replay)
    assert difference is not None, "nothing was found"
    assert difference.why
    return difference.where


def spoiled(value: object) -> list[object]:
    """Answer other values of the same kind."""
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1, value - 1, value + 1000]
        case str():
            return [value[:-1] + ("0" if value[-1] != "0" else "1"), value[::-1], value + "0"]
        case None:
            return [0, "ab" * 32]
        case _:
            return [[["x"]]]


def dotted(path: Path) -> str:
    """Write a path as differences do."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).lstrip(".")


LEAVES = [
    path
    for path in leaves(plain())
    if path[2:3] != ("moves",) or path[3] in (0, 1, len(at(plain(), path[:3])) - 1)
]


@pytest.mark.parametrize("kind", get_args(Kind))
def test_a_good_file(kind: Kind) -> None:
    """A replay as the race made it is in order, whatever its deal came from."""
    assert verify(race(kind)) is None
    assert verify(read(write(race(kind)))) is None


@pytest.mark.parametrize("path", LEAVES, ids=dotted)
def test_every_change_is_found(path: Path) -> None:
    """Any one value that is changed is found, the names of players excepted."""
    for value in spoiled(at(plain(), path)):
        file = plain()
        put(file, path, value)
        if value == at(plain(), path):
            continue  # a text that reads the same backwards
        if path[-1] == "name":
            assert verify(read(json.dumps(file).encode())) is None
        else:
            assert found(file)


@settings(deadline=None)
@given(data=st.data())
def test_every_move_is_bound(data: st.DataObject) -> None:
    """Any move of any player that is changed, moved in time, lost or doubled is found."""
    file = plain()
    seat = data.draw(st.integers(0, 2))
    moves = file["players"][seat]["moves"]
    index = data.draw(st.integers(0, len(moves) - 1))
    change: Callable[[], object] = data.draw(
        st.sampled_from(
            [
                lambda: put(moves, (index, 0), moves[index][0] + 1),
                lambda: put(moves, (index, 0), max(0, moves[index][0] - 1)),
                lambda: put(moves, (index, 1), "D" if moves[index][1] != "D" else "R"),
                lambda: put(moves, (index, 1), "T1>T2" if moves[index][1] != "T1>T2" else "D"),
                lambda: moves.pop(index),
                lambda: moves.insert(index, moves[index]),
                lambda: moves.append([LIMIT_MS - 1, "D"]),
            ]
        )
    )
    change()

    assert found(file)


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("variant.id", "golf", "variant.id"),
        ("variant.id", "turn3", "variant.draw"),
        ("variant.draw", 3, "variant.draw"),
        ("variant.pass_penalty", 0, "variant.pass_penalty"),
        ("variant.max_passes", 3, "deal.rules"),
        ("variant.columns[8]", 8, "variant.columns"),
        ("deal.rules", "turn1;passes=3;fresh", "deal.rules"),
        ("deal.kind", "pool", "deal.rules"),
        ("deal.kind", "numbered", "deal.rules"),
        ("deal.deal_id", "deal-2", "deal.commit"),
        ("deal.salt", "00" * 32, "deal.commit"),
        ("deal.server_seed", "00" * 32, "deal.commit"),
        ("deal.commit", "00" * 32, "deal.commit"),
        ("deal.commit", None, "deal"),
        ("deal.salt", None, "deal"),
        ("deal.server_seed", None, "deal"),
        ("deal.nonces[1]", "00" * 16, "deal.key"),
        ("deal.nonces", [], "deal.nonces"),
        ("deal.key", "00" * 32, "deal.key"),
        ("players[1].seat", 2, "players[1].seat"),
        ("players[1].player", "player-0", "players[1].player"),
        ("players[1].moves[0][1]", "T1>F", "players[1].moves[0]"),
        ("players[1].moves[1][0]", 1, "players[1].moves[1]"),
        ("players[0].moves[0][1]", "T01>T2", "players[0].moves[0]"),
        ("players[0].ended", [1, "won"], "players[0].ended"),
        ("players[0].ended[1]", "bank", "players[0].ended"),
        ("players[1].ended[1]", "won", "players[1].ended"),
        ("players[1].ended[1]", "limit", "players[1].ended"),
        ("players[1].ended[1]", "bell", "players[1].ended"),
        ("players[1].ended[1]", "dead", "players[1].ended"),
        ("players[1].ended[1]", "eject", "players[1].result.class"),
        ("players[1].ended[0]", LIMIT_MS, "players[1].ended"),
        ("players[1].ended[0]", 1, "players[1].ended"),
        ("players[2].ended[0]", LIMIT_MS - 1, "players[2].ended"),
        ("players[2].ended[1]", "bell", "players[2].ended"),
        ("players[2].ended[1]", "dead", "players[2].ended"),
        ("limit_ms", 300_000, "players[0].moves[199]"),
        ("limit_ms", 700_000, "players[2].ended"),
        ("bell_ms", 1000, "players[2].ended"),
        ("players[0].result.class", "unfinished", "players[0].result.class"),
        ("players[0].result.place", 2, "players[0].result.place"),
        ("players[0].result.place", None, "players[0].result.place"),
        ("players[0].result.ledger", 1506, "players[0].result.ledger"),
        ("players[0].result.streak", 0, "players[0].result.streak"),
        ("players[0].result.time_bonus", 600, "players[0].result.time_bonus"),
        ("players[0].result.total", 9999, "players[0].result.total"),
        ("players[0].result.foundations", 103, "players[0].result.foundations"),
        ("players[1].result.hidden", 0, "players[1].result.hidden"),
        ("players[1].result.moves", 1, "players[1].result.moves"),
        ("players[1].result.draws", 1, "players[1].result.draws"),
        ("players[1].result.redeals", 1, "players[1].result.redeals"),
        ("players[1].result.elapsed_ms", 1, "players[1].result.elapsed_ms"),
        ("stoppages[1][0]", 1, "stoppages[1]"),
        ("signature", "ab" * 32, "signature"),
    ],
)
def test_a_forger_is_caught(path: str, value: object, where: str) -> None:
    """What follows from something else is named even where the chain was made to fit."""
    file = plain()
    steps = path.replace("[", ".").replace("]", "").split(".")
    put(file, tuple(int(step) if step.isdigit() else step for step in steps), value)

    assert where == found(file, forged=True)
    assert where == found(file)


@pytest.mark.parametrize(
    ("path", "value", "stage"),
    [
        ("race", "race-2", "header"),
        ("t0", 1, "header"),
        ("rank_by", "score", "header"),
        ("bell_ms", 300_000, "header"),
        ("players.1.player", "somebody", "header"),
        ("players.1.moves.0.0", 1999, "moves"),
        ("stoppages.0.1", 4322, "stoppages"),
        ("stoppages", [], "stoppages"),
        ("players.1.ended.1", "forfeit", "results"),
        ("chain.header", "00" * 32, "header"),
        ("chain.moves", "00" * 32, "moves"),
        ("chain.stoppages", "00" * 32, "stoppages"),
        ("chain.results", "00" * 32, "results"),
    ],
)
def test_the_chain_names_the_stage(path: str, value: object, stage: str) -> None:
    """What follows from nothing else is held by the chain, stage by stage."""
    file = plain()
    steps = path.split(".")
    put(file, tuple(int(step) if step.isdigit() else step for step in steps), value)

    assert f"chain.{stage}" == found(file)


def test_a_move_has_one_spelling() -> None:
    """A text that means the same move in other signs is named, though the game is the same."""
    file = plain()
    moves = file["players"][0]["moves"]
    index = next(
        i for i, (_, text) in enumerate(moves) if text[0] == text[3:4] == "T" and ":" not in text
    )
    moves[index][1] += ":1"

    assert f"players[0].moves[{index}]" == found(file, forged=True)


def test_other_deals() -> None:
    """A pool deal has no nonces and deals its seed, a numbered one has a key alone."""
    pool, numbered = plain("pool"), plain("numbered")
    pool["deal"]["nonces"] = ["00" * 16]
    numbered["deal"]["salt"] = "00" * 32

    assert found(pool, forged=True) == "deal.nonces"
    assert found(numbered, forged=True) == "deal.salt"
    pool["deal"] |= {"nonces": [], "key": "00" * 32}
    assert found(pool, forged=True) == "deal.key"


def test_whole_players() -> None:
    """A player can be neither taken out, nor put in, nor moved to another seat."""
    less, more, turned = plain(), plain(), plain()
    less["players"].pop()
    more["players"].append(more["players"][2] | {"seat": 3, "player": "player-3"})
    turned["players"].reverse()

    assert found(less, forged=True) == "deal.nonces"
    assert found(more, forged=True) == "deal.nonces"
    assert found(turned, forged=True) == "players[0].seat"


def test_early_forfeit() -> None:
    """Nobody can have forfeited in the first seconds, as the race itself has it."""
    file = plain()
    file["players"][1] |= {"moves": [], "ended": [FORFEIT_FROM_MS - 1, "forfeit"]}

    assert found(file, forged=True) == "players[1].ended"
    assert FORFEIT_FROM_MS == RACE_FORFEIT_FROM_MS


BELL_MS = 120_000


def rung() -> Any:
    """Answer the race with a bell, which ended the game that went on."""
    file = plain()
    rings = file["players"][0]["ended"][0] + BELL_MS
    file["bell_ms"] = BELL_MS
    file["players"][2]["ended"] = [rings, "bell"]
    file["players"][2]["result"]["elapsed_ms"] = rings
    return file


def test_the_bell() -> None:
    """After the first win the bell ends every game that still goes on."""
    assert verify(sealed(read(json.dumps(rung()).encode()))) is None


def _end(file: Any, number: int, ms: int, word: str) -> None:
    file["players"][number]["ended"] = [ms, word]
    file["players"][number]["result"]["elapsed_ms"] = ms


@pytest.mark.parametrize(
    ("late", "word", "why"),
    [
        (1, "bell", "the race ended at"),
        (-1, "bell", "the race ended at"),
        (0, "limit", "the file says limit, the rest of it makes bell"),
        (0, "bank", "the race ended at"),
        (0, "forfeit", "the race ended at"),
        (0, "won", "the file says won"),
    ],
)
def test_nothing_ends_at_the_bell_but_by_the_bell(late: int, word: str, why: str) -> None:
    """Neither earlier nor later, and by no other word."""
    file = rung()
    _end(file, 2, file["players"][2]["ended"][0] + late, word)
    difference = verify(sealed(read(json.dumps(file).encode())))

    assert difference is not None
    assert (difference.where, why in difference.why) == ("players[2].ended", True)


def test_nobody_moves_after_the_bell() -> None:
    """A move at its time is too late already."""
    file = rung()
    rings = file["players"][2]["ended"][0]
    file["players"][2]["moves"][-1][0] = rings
    difference = verify(sealed(read(json.dumps(file).encode())))

    assert difference is not None
    assert difference.where == "players[2].moves[29]"
    assert difference.why == f"{rings} ms: the bell was at {rings}"


@pytest.mark.parametrize("bell_ms", [None, LIMIT_MS])
def test_no_bell_rings_that_was_not_to_ring(bell_ms: int | None) -> None:
    """Without one, or with one beyond the limit, the limit is the end."""
    file = rung()
    file["bell_ms"] = bell_ms
    assert found(file, forged=True) == "players[2].ended"
    file = plain()
    file["bell_ms"] = LIMIT_MS - file["players"][0]["ended"][0]

    assert verify(sealed(read(json.dumps(file).encode()))) is None


def test_a_race_closed_by_consent() -> None:
    """Whoever still played banked at one moment, which is before the end of time."""
    file = plain()
    for number in (1, 2):
        _end(file, number, 590_000, "bank")
    assert verify(sealed(read(json.dumps(file).encode()))) is None
    _end(file, 2, LIMIT_MS, "bank")

    assert found(file, forged=True) == "players[2].ended"


def test_no_moves() -> None:
    """A player who never moved has a result too."""
    file = plain()
    file["players"][2]["moves"] = []
    nothing = ("ledger", "streak", "total", "foundations", "moves", "draws", "redeals")
    file["players"][2]["result"] |= dict.fromkeys(nothing, 0)
    file["players"][2]["result"]["hidden"] = 36

    assert verify(sealed(read(json.dumps(file).encode()))) is None


def test_a_race_without_differences_says_what_that_means() -> None:
    """Agreement is not authorship, and the verdict says so."""
    assert "not who made it" in PROVES


def test_a_difference_reads_as_a_sentence() -> None:
    """What is shown names the place, what is there and what should be."""
    file = plain()
    file["players"][0]["result"]["ledger"] = 1
    replay: ReplayFile = read(json.dumps(file).encode())

    assert str(verify(replay)) == (
        "players[0].result.ledger: the file says 1, the rest of it makes 1505"
    )
