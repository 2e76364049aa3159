"""A replay checked by anyone, offline, with the engine alone: name the first thing that differs.

Everything that can be computed is computed again: the rules from the variant's id, the
commitment and the key from what was revealed, the layout from the key, every game from its
moves, every result and place from the games, and last the chain over all of it.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, assert_never

from msgspec import Struct

from pantagruel_engine.deal import commitment, deal_key, layout
from pantagruel_engine.errors import RulesError
from pantagruel_engine.game import Game
from pantagruel_engine.notation import parse_move
from pantagruel_engine.position import Position
from pantagruel_engine.replay import ReplayError, replay
from pantagruel_engine.rows import variant
from pantagruel_engine.seen import seen_by_player
from pantagruel_engine.standings import RankBy, standings
from pantagruel_engine.variant import Variant
from pantagruel_engine.verdict import glance
from pantagruel_protocol.chain import chain_of
from pantagruel_protocol.replay_file import PlayerRecord, ReplayFile, VariantRow
from pantagruel_protocol.results import outcome, result
from pantagruel_protocol.values import Ending

# What a person must know who reads that a replay is in order.
PROVES = "Unsigned, this proves that the replay agrees with itself, not who made it."
FORFEIT_FROM_MS = 5_000  # races refuse a forfeit before


class Difference(NamedTuple):
    """Where the file differs from what follows from the rest of it, as a path, and how."""

    where: str
    why: str

    def __str__(self) -> str:
        return f"{self.where}: {self.why}"


class _Differs(Exception):
    def __init__(self, where: str, why: str) -> None:
        super().__init__(where, why)
        self.difference = Difference(where, why)


def verify(file: ReplayFile) -> Difference | None:
    """Answer the first difference in *file*, None when all of it fits together."""
    try:
        _check(file)
    except _Differs as found:
        return found.difference
    return None


def _check(file: ReplayFile) -> None:
    """Raise _Differs at the first difference; each check relies on those before it."""
    rules = _rules(file)
    _same("variant", VariantRow.of(rules), file.variant)
    _deal(file, rules)
    _seats(file)
    position = layout(rules, bytes.fromhex(file.deal.key))
    games = [
        _played(f"players[{number}]", player, position)
        for number, player in enumerate(file.players)
    ]
    _ends(file, games)
    _results(file, games)
    _stoppages(file)
    _same("chain", chain_of(file), file.chain)
    if file.signature is not None:
        raise _Differs("signature", "nobody signs this format yet, so it says nothing")


def _rules(file: ReplayFile) -> Variant:
    try:
        return variant(file.variant.id).with_passes(file.variant.max_passes)
    except RulesError as error:
        raise _Differs("variant.id", str(error)) from None


def _same(where: str, right: Struct, found: Struct) -> None:
    """Compare two structs of one class field by field, under the names that the file has."""
    for field, name in zip(right.__struct_fields__, right.__struct_encode_fields__, strict=True):
        expected, actual = getattr(right, field), getattr(found, field)
        if expected != actual:
            raise _instead(f"{where}.{name}", expected, actual)


def _instead(where: str, expected: object, actual: object) -> _Differs:
    return _Differs(where, f"the file says {actual}, the rest of it makes {expected}")


def _deal(file: ReplayFile, rules: Variant) -> None:
    deal = file.deal
    if deal.rules != rules.rules(deal.kind):
        raise _instead("deal.rules", rules.rules(deal.kind), deal.rules)
    if deal.kind == "numbered":
        _bare_deal(file)
        return
    if deal.commit is None or deal.salt is None or deal.server_seed is None:
        raise _Differs("deal", f"a {deal.kind} deal has commit, salt and server_seed")
    salt, seed = bytes.fromhex(deal.salt), bytes.fromhex(deal.server_seed)
    commit = commitment(salt, deal.deal_id, deal.rules, rules.packs, seed).hex()
    if commit != deal.commit:
        raise _instead("deal.commit", commit, deal.commit)
    takers = len(file.players) if deal.kind == "fresh" else 0
    if len(deal.nonces) != takers:
        raise _Differs("deal.nonces", f"there are {len(deal.nonces)}, not {takers}")
    key = deal.server_seed
    if deal.kind == "fresh":
        key = deal_key(seed, deal.deal_id, [bytes.fromhex(one) for one in deal.nonces]).hex()
    if key != deal.key:
        raise _instead("deal.key", key, deal.key)


def _bare_deal(file: ReplayFile) -> None:
    for field in ("commit", "salt", "server_seed", "nonces"):
        if getattr(file.deal, field):
            raise _Differs(f"deal.{field}", "a numbered deal has a key and nothing else")


def _seats(file: ReplayFile) -> None:
    known: set[str] = set()
    for number, player in enumerate(file.players):
        if player.seat != number:
            raise _instead(f"players[{number}].seat", number, player.seat)
        if player.player in known:
            raise _Differs(f"players[{number}].player", "the player has a seat already")
        known.add(player.player)


def _played(where: str, player: PlayerRecord, position: Position) -> Game:
    """Play one player's moves again and answer the game."""
    try:
        game = replay(position, player.moves)
    except ReplayError as error:
        raise _Differs(f"{where}.moves[{error.index}]", str(error)) from None
    for index, (_, text) in enumerate(player.moves):
        if text != parse_move(text).text:
            raise _instead(f"{where}.moves[{index}]", parse_move(text).text, text)
    return game


def _stop(file: ReplayFile, games: Sequence[Game]) -> tuple[int, Ending]:
    """Answer the race time from which nobody could move any more, and what brought it about."""
    wins = [game.elapsed_ms for game in games if game.won]
    if wins and file.bell_ms is not None and min(wins) + file.bell_ms < file.limit_ms:
        return min(wins) + file.bell_ms, "bell"
    return file.limit_ms, "limit"


def _ends(file: ReplayFile, games: Sequence[Game]) -> None:
    """Check that nobody moved too late and that each game ended as the file says."""
    stop, gong = _stop(file, games)
    for number, (player, game) in enumerate(zip(file.players, games, strict=True)):
        where = f"players[{number}]"
        for index, (ms, _) in enumerate(player.moves):
            if ms >= stop:
                raise _Differs(f"{where}.moves[{index}]", f"{ms} ms: the {gong} was at {stop}")
        ms, word = player.ended
        _word(f"{where}.ended", word, game, gong)
        for right, why in _times(word, ms, game.elapsed_ms, stop):
            if not right:
                raise _Differs(f"{where}.ended", f"{word} at {ms} ms, but {why}")


def _word(where: str, word: Ending, game: Game, gong: Ending) -> None:
    """Check what a game is said to have ended by, as far as the game and the clock show it."""
    if game.won != (word == "won"):
        raise _instead(where, "won" if game.won else "another end", word)
    if word == "dead" and not glance(seen_by_player(game)).spent:
        raise _Differs(where, "dead, but something can be won or paid yet")
    if word in ("limit", "bell") and word != gong:
        raise _instead(where, gong, word)


def _times(word: Ending, ms: int, last: int, stop: int) -> Iterator[tuple[bool, str]]:
    """Yield what must be true of the race time of an end, and how to say that it is not."""
    yield ms >= last, f"the last move came at {last} ms"
    match word:
        case "won":
            yield ms == last, f"the last move came at {last} ms"
        case "limit" | "bell":
            yield ms == stop, f"the race ended at {stop} ms"
        case "forfeit":
            yield ms >= FORFEIT_FROM_MS, f"nobody can forfeit before {FORFEIT_FROM_MS} ms"
            yield ms < stop, f"the race ended at {stop} ms"
        case "bank" | "dead" | "eject":
            yield ms < stop, f"the race ended at {stop} ms"
        case _:
            assert_never(word)


def _results(file: ReplayFile, games: Sequence[Game]) -> None:
    outcomes = [
        outcome(number, game, player.ended[1])
        for number, (player, game) in enumerate(zip(file.players, games, strict=True))
    ]
    places = {one.outcome.seat: one.place for one in standings(outcomes, RankBy(file.rank_by))}
    for number, (player, game) in enumerate(zip(file.players, games, strict=True)):
        right = result(game, player.ended, places[number])
        _same(f"players[{number}].result", right, player.result)


def _stoppages(file: ReplayFile) -> None:
    for number, (one, next_) in enumerate(pairwise(file.stoppages), 1):
        if next_[0] < one[0]:
            raise _Differs(f"stoppages[{number}]", "it comes before the one before it")
