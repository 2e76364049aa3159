"""The replay of a finished race: what anyone needs to play it again and to check it."""

from collections.abc import Collection, Generator, Iterator
from itertools import islice

from msgspec.structs import replace

from pantagruel_protocol.chain import chaining, finished
from pantagruel_protocol.http_api import HostAct, RaceInfo
from pantagruel_protocol.replay_file import (
    FORMAT,
    SCHEME,
    UNSEALED,
    DealRecord,
    PlayedMove,
    PlayerRecord,
    ReplayFile,
    VariantRow,
    pieces,
)
from pantagruel_protocol.values import Placing
from pantagruel_server.race import sight
from pantagruel_server.race.ranking import placings
from pantagruel_server.race.state import BANK, FINISH, FORFEIT, NotThere, Race, Seat

PIECES = 300  # of a file that are written at a time: about a hundred moves
MOVES = 1_000  # that are gathered at a time: a millisecond or two, too
_OVER = {"finished", "recorded"}


def replay_of(race: Race) -> ReplayFile:
    """Write down a race whose last player is done, or raise NotThere: it holds the secrets."""
    return finished(_sealing(race))


def recording(race: Race) -> Generator[None, None, bytes]:
    """Make the replay file step by step, none of which takes long."""
    replay = yield from _sealing(race)
    written: list[bytes] = []
    rest = pieces(replay)
    while some := "".join(islice(rest, PIECES)):
        written.append(some.encode())
        yield
    players = list(replay.players)
    del replay, rest
    while players:  # to let go of so many moves takes its time as well
        del players[-1]
        yield
    return b"".join(written)


def _sealing(race: Race) -> Generator[None, None, ReplayFile]:
    if race.phase not in _OVER:
        why = f"race {race.id} is {race.phase}: its replay is still secret"
        raise NotThere(why)
    players = []
    for row in sorted(placings(race), key=lambda row: row.seat):
        player = yield from _player(race.seats[row.seat], row)
        players.append(player)
    unsealed = ReplayFile(
        format=FORMAT,
        race=race.id,
        variant=VariantRow.of(race.variant),
        deal=_deal(race),
        t0=race.t0_wall,
        limit_ms=race.limit_ms,
        bell_ms=race.bell_ms,
        rank_by=race.rank_by.value,
        players=tuple(players),
        stoppages=tuple(race.stoppages),
        chain=UNSEALED,
        signature=None,
    )
    chain = yield from chaining(unsealed)
    return replace(unsealed, chain=chain)


def info(
    race: Race, on: Collection[str] = (), watchers: int = 0, link: str | None = None
) -> RaceInfo:
    """Show a race to anybody; *link* invites to it, *on* are the players whose sockets are there.

    The way in, to this race and to its rematch, is shown of listed races alone.
    """
    listed = race.settings.visibility == "listed"
    over = race.phase in _OVER
    return RaceInfo(
        race=race.id,
        deal_id=race.deal_id,
        code=race.code if listed else None,
        link=link if listed else None,
        variant=race.variant.id,
        rules=race.rules,
        kind=race.kind,
        phase=race.phase,
        host=race.host,
        places=race.places,
        seats=tuple(
            sight.seat_info(seat, number, on=seat.player in on)
            for number, seat in enumerate(race.seats)
        ),
        watchers=watchers,
        limit_ms=race.limit_ms,
        bell_ms=race.bell_ms,
        rank_by=race.rank_by.value,
        passes=race.variant.max_passes,
        commit=race.commit,
        settings=race.settings,
        opened=race.opened_wall,
        t0=race.t0_wall or None,
        closed=race.closed_wall or None,
        results=placings(race) if over else (),
        replay=sight.replay_path(race) if over else None,
        rematch=race.rematch if listed else None,
        acts=tuple(act if listed else _closed(act) for act in race.acts),
    )


def _closed(act: HostAct) -> HostAct:
    """Leave out the code of a rematch."""
    return replace(act, what="") if act.act == "rematch" else act


def _deal(race: Race) -> DealRecord:
    return DealRecord(
        scheme=SCHEME,
        deal_id=race.deal_id,
        kind=race.kind,
        rules=race.rules,
        key=race.dealt_key,
        commit=race.commit,
        salt=race.salt,
        server_seed=race.server_seed,
        nonces=race.nonces,
    )


def _player(seat: Seat, row: Placing) -> Generator[None, None, PlayerRecord]:
    played = _moves(seat)
    moves: list[PlayedMove] = []
    while some := list(islice(played, MOVES)):
        moves += some
        yield
    return PlayerRecord(
        player=row.player,
        seat=row.seat,
        name=row.name,
        moves=tuple(moves),
        ended=row.ended,
        result=row.result,
    )


def _moves(seat: Seat) -> Iterator[PlayedMove]:
    """Yield race time and text of each move; a finish's moves all have the time of the finish."""
    for n, command in enumerate(seat.commands, 1):
        ack = seat.answer(n)
        if command == FINISH:
            yield from ((ack.ms, text) for text in ack.played)
        elif command not in {BANK, FORFEIT}:
            yield ack.ms, command
