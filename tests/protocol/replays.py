"""Whole races that tests can seal, spoil and check: three players who play by simple habits."""

from functools import cache

from pantagruel_engine.deal import commitment, deal_key, layout
from pantagruel_engine.game import Game
from pantagruel_engine.notation import Kind, Move
from pantagruel_engine.rows import variant
from pantagruel_protocol.chain import sealed
from pantagruel_protocol.replay_file import (
    FORMAT,
    UNSEALED,
    DealRecord,
    PlayerRecord,
    ReplayFile,
    VariantRow,
)
from pantagruel_protocol.values import Ending, Result

NONCES = tuple(bytes([seat]) * 16 for seat in (1, 2, 3))
SALT = b"\x5a" * 32
SEED = (2).to_bytes(32, "big")  # of which the first player clears the deal
LIMIT_MS = 600_000
PLACES = (1, 2, 3)


@cache
def race() -> ReplayFile:
    """Answer the replay of a Turn-1 race: one cleared it, one banked, one ran into the limit."""
    rules = variant("turn1")
    key = deal_key(SEED, "deal-1", NONCES)
    played = [_play(key, pace, most) for pace, most in ((1500, 1000), (2000, 60), (4000, 30))]
    ends: list[tuple[int, Ending]] = [
        (played[0][0].elapsed_ms, "won"),
        (played[1][0].elapsed_ms + 700, "bank"),
        (LIMIT_MS, "limit"),
    ]
    return sealed(
        ReplayFile(
            format=FORMAT,
            race="race-1",
            variant=VariantRow.of(rules),
            deal=DealRecord(
                deal_id="deal-1",
                kind="fresh",
                rules=rules.rules("fresh"),
                key=key.hex(),
                commit=commitment(SALT, "deal-1", rules.rules("fresh"), 2, SEED).hex(),
                salt=SALT.hex(),
                server_seed=SEED.hex(),
                nonces=tuple(nonce.hex() for nonce in NONCES),
            ),
            t0=1_750_000_000_000,
            limit_ms=LIMIT_MS,
            bell_ms=None,
            rank_by="time",
            players=tuple(
                PlayerRecord(
                    player=f"player-{seat}",
                    seat=seat,
                    name=("Ada", "Bücherwurm", "Cléo 🂡")[seat],
                    moves=moves,
                    ended=ends[seat],
                    result=_result(game, ends[seat][0], PLACES[seat]),
                )
                for seat, (game, moves) in enumerate(played)
            ),
            stoppages=((12_000, 4_321),),
            chain=UNSEALED,
            signature=None,
        )
    )


def _play(key: bytes, pace: int, most: int) -> tuple[Game, tuple[tuple[int, str], ...]]:
    """Play by the plainest of habits, a move every *pace* ms, *most* moves at most."""
    game = Game.start(layout(variant("turn1"), key))
    moves: list[tuple[int, str]] = []
    while not game.won and len(moves) < most:
        move = max(game.legal_moves(), key=lambda move: _liking(game, move))
        ms = pace * (len(moves) + 1)
        game.play(move, ms)
        moves.append((ms, move.text))
    return game, tuple(moves)


def _liking(game: Game, move: Move) -> int:
    match move.kind:
        case Kind.WASTE_TO_FOUNDATION | Kind.COLUMN_TO_FOUNDATION:
            return 5
        case Kind.COLUMN_TO_COLUMN if game.down[move.source]:
            return 4 * (move.count == len(game.up[move.source]))
        case Kind.WASTE_TO_COLUMN:
            return 3
        case Kind.DRAW:
            return 2
        case Kind.REDEAL:
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
