"""Whole races that tests can seal, spoil and check: three players who play by simple habits."""

from functools import cache

from msgspec.structs import replace

from pantagruel_engine.deal import commitment, deal_key, key_of_text, layout
from pantagruel_engine.game import Game
from pantagruel_engine.notation import Kind as MoveKind
from pantagruel_engine.notation import Move
from pantagruel_engine.position import Position
from pantagruel_engine.rows import variant
from pantagruel_protocol.chain import sealed
from pantagruel_protocol.replay_file import (
    FORMAT,
    SCHEME,
    UNSEALED,
    DealRecord,
    PlayerRecord,
    ReplayFile,
    VariantRow,
)
from pantagruel_protocol.values import Ending, Kind, Result

SALT = b"\x5a" * 32
NONCES = tuple(bytes([seat]) * 16 for seat in (1, 2, 3))
LIMIT_MS = 600_000
NAMES = ("Ada", "Bücherwurm", "Cléo 🂡")


@cache
def race(kind: Kind = "fresh") -> ReplayFile:
    """Answer the replay of a Turn-1 race: one cleared it, one banked, one ran into the limit."""
    rules = variant("turn1")
    deal = _deal(kind, rules.rules(kind))
    position = layout(rules, bytes.fromhex(deal.key))
    played = [_play(position, pace, most) for pace, most in ((1500, 380), (2000, 60), (4000, 30))]
    ends: tuple[tuple[int, Ending], ...] = (
        (played[0][0].elapsed_ms, "won"),
        (played[1][0].elapsed_ms + 700, "bank"),
        (LIMIT_MS, "limit"),
    )
    return sealed(
        ReplayFile(
            format=FORMAT,
            race="race-1",
            variant=VariantRow.of(rules),
            deal=deal,
            t0=1_750_000_000_000,
            limit_ms=LIMIT_MS,
            bell_ms=None,
            rank_by="time",
            players=tuple(
                PlayerRecord(
                    player=f"player-{seat}",
                    seat=seat,
                    name=NAMES[seat],
                    moves=moves,
                    ended=ends[seat],
                    result=_result(game, ends[seat][0], seat + 1),
                )
                for seat, (game, moves) in enumerate(played)
            ),
            stoppages=((12_000, 4_321), (50_000, 2)),
            chain=UNSEALED,
            signature=None,
        )
    )


def _deal(kind: Kind, rules: str) -> DealRecord:
    """Make a deal, of a seed of which the first player is known to clear it."""
    seed = {"fresh": 21, "pool": 15, "numbered": 0}[kind].to_bytes(32, "big")
    deal = DealRecord(
        scheme=SCHEME,
        deal_id="deal-1",
        kind=kind,
        rules=rules,
        key=key_of_text("1").hex(),
        commit=commitment(SALT, "deal-1", rules, 2, seed).hex(),
        salt=SALT.hex(),
        server_seed=seed.hex(),
        nonces=(),
    )
    match kind:
        case "numbered":
            return replace(deal, commit=None, salt=None, server_seed=None)
        case "pool":
            return replace(deal, key=seed.hex())
        case "fresh":
            key = deal_key(seed, "deal-1", NONCES).hex()
            return replace(deal, key=key, nonces=tuple(nonce.hex() for nonce in NONCES))


def _play(position: Position, pace: int, most: int) -> tuple[Game, tuple[tuple[int, str], ...]]:
    """Play by the plainest of habits, a move every *pace* ms, *most* moves at most."""
    game = Game.start(position)
    moves: list[tuple[int, str]] = []
    while not game.won and len(moves) < most:
        move = max(game.legal_moves(), key=lambda move: liking(game, move))
        ms = pace * (len(moves) + 1)
        game.play(move, ms)
        moves.append((ms, move.text))
    return game, tuple(moves)


def liking(game: Game, move: Move) -> int:
    """Answer how gladly a simple player makes a legal move; 0: not at all."""
    match move.kind:
        case MoveKind.WASTE_TO_FOUNDATION | MoveKind.COLUMN_TO_FOUNDATION:
            return 5
        case MoveKind.COLUMN_TO_COLUMN if game.down[move.source]:
            return 4 * (move.count == len(game.up[move.source]))
        case MoveKind.WASTE_TO_COLUMN:
            return 3
        case MoveKind.DRAW:
            return 2
        case MoveKind.REDEAL:
            return 1
        case _:
            return 0


def _result(game: Game, ended_ms: int, place: int) -> Result:
    return Result(
        class_="cleared" if game.won else "unfinished",
        place=place,
        ledger=game.score,
        streak=game.streak,
        time_bonus=game.time_bonus,
        total=game.total,
        foundations=game.home,
        hidden=game.hidden,
        moves=game.moves,
        draws=game.draws,
        redeals=game.redeals,
        elapsed_ms=ended_ms,
    )
