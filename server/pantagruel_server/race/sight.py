"""Who may see what: every message that a race sends about itself is made here or in `watching`.

A player sees the own board; of rivals only counts. What watchers see is in the other module.
Nothing looks at a card that its receiver may not see, so no message can depend on one.
"""

from collections.abc import Collection, Iterable

from pantagruel_engine.board import Shown
from pantagruel_engine.card import face_text
from pantagruel_engine.game import Game
from pantagruel_engine.view import counts, player_view
from pantagruel_protocol.results import result
from pantagruel_protocol.server_messages import (
    Ack,
    Countdown,
    Deal,
    Over,
    Progress,
    Results,
    Resync,
    Reveal,
    Room,
    SeatFrame,
)
from pantagruel_protocol.values import Card, Column, Placing, Row, SeatInfo, View
from pantagruel_server.race.limits import BACKLOG_FRAMES
from pantagruel_server.race.ranking import place
from pantagruel_server.race.state import Race, Seat


def room(race: Race, on: Collection[str], watchers: int = 0) -> Room:
    """Show the room to everybody in it; *on* are the players whose sockets are there."""
    return Room(
        race=race.id,
        deal_id=race.deal_id,
        code=race.code,
        variant=race.variant.id,
        rules=race.rules,
        kind=race.kind,
        host=race.host,
        phase=race.phase,
        places=race.places,
        seats=tuple(
            seat_info(seat, number, on=seat.player in on) for number, seat in enumerate(race.seats)
        ),
        limit_ms=race.limit_ms,
        rank_by=race.rank_by.value,
        passes=race.variant.max_passes,
        commit=race.commit,
        settings=race.settings,
        watchers=watchers,
        bell_ms=race.bell_ms,
        rings_ms=race.rings_ms,
        rematch=race.rematch,
    )


def seat_info(seat: Seat, number: int, *, on: bool) -> SeatInfo:
    """Show who sits in a seat; *on* says that a socket of the player is there."""
    return SeatInfo(number, seat.player, seat.name, seat.bot, seat.ready, on, seat.agreed)


def countdown(race: Race, now: int) -> Countdown:
    """Announce T0; *now* is UTC."""
    return Countdown(race.t0_wall, now, tuple(seat.player for seat in race.seats), race.nonces)


def progress(race: Race, seats: Iterable[int], on: Collection[str], ms: int) -> Progress:
    """Show to everybody in the room the lines of *seats* at race time *ms*."""
    return Progress(ms, tuple(_row(race, number, on) for number in seats))


def _row(race: Race, number: int, on: Collection[str]) -> Row:
    seat = race.seats[number]
    shown = counts(seat.board)
    return Row(
        seat=number,
        place=place(race, number),
        home=shown.home,
        hidden=shown.hidden,
        score=shown.score,
        passes=shown.passes,
        moves=shown.moves,
        on=seat.player in on,
        ended=None if seat.ended is None else seat.ended[1],
    )


def resume(race: Race, player: str, after_s: int) -> list[SeatFrame | Resync]:
    """Answer the seat's frames after number *after_s*.

    A client that is ahead of its seat (it saw what a journal lost) or far behind gets the whole
    picture instead, and after it only how the game and the race ended.
    """
    number = race.seat_of(player)
    if number is None:
        return []
    seat = race.seats[number]
    missed = len(seat.frames) - after_s
    if 0 <= missed <= BACKLOG_FRAMES or seat.game is None:
        return list(seat.frames[after_s:])
    return [resync(race, number), *seat.frames[seat.n + 1 :]]


def resync(race: Race, number: int) -> Resync:
    """Show a seat its own board as it is after its last command."""
    seat = race.seats[number]
    return Resync(s=seat.n + 1, ms=race.ms, n=seat.n, view=view(seat.board))


def deal(game: Game) -> Deal:
    """Show the layout; it is the same for everybody."""
    return Deal(s=1, ms=0, view=view(game))


def ack(seat: Seat, ms: int, shown: Shown, played: tuple[str, ...]) -> Ack:
    """Answer the seat's last command: what it showed, and the counts after it."""
    game = seat.board
    return Ack(
        s=len(seat.frames) + 1,
        n=seat.n,
        ms=ms,
        score=game.score,
        streak=game.streak,
        home=game.home,
        hidden=game.hidden,
        moves=game.moves,
        draws=game.draws,
        redeals=game.redeals,
        drawn=faces(shown.drawn),
        flip=None if shown.flip is None else face_text(shown.flip),
        played=played,
        time_bonus=game.time_bonus,
        ended=None if seat.ended is None else seat.ended[1],
    )


def over(seat: Seat) -> Over:
    """Tell a player how the own game ended."""
    ms, ending = seat.end
    return Over(
        s=len(seat.frames) + 1, ms=ms, ended=ending, result=result(seat.board, seat.end, None)
    )


def results(seat: Seat, rows: tuple[Placing, ...]) -> Results:
    """Show a player the final table."""
    return Results(s=len(seat.frames) + 1, rows=rows)


def reveal(race: Race, seat: Seat) -> Reveal:
    """Show a player what was kept secret until the last one was done."""
    return Reveal(
        s=len(seat.frames) + 1,
        key=race.dealt_key,
        replay=replay_path(race),
        nonces=race.nonces,
        server_seed=race.server_seed,
        salt=race.salt,
    )


def replay_path(race: Race) -> str:
    """Say where the replay lies."""
    return f"/api/races/{race.id}/replay"


def view(game: Game) -> View:
    """Show a player the own board, with the talon cards seen so far."""
    seen = player_view(game)
    return View(
        columns=tuple(Column(down, faces(up)) for down, up in seen.columns),
        foundations=seen.foundations,
        stock=tuple(None if face is None else face_text(face) for face in seen.stock),
        waste=faces(seen.waste),
        redeals=seen.redeals,
        moves=seen.moves,
        draws=seen.draws,
        score=seen.score,
        streak=seen.streak,
        time_bonus=seen.time_bonus,
    )


def faces(cards: tuple[int, ...]) -> tuple[Card, ...]:
    """Write cards as the wire names them."""
    return tuple(map(face_text, cards)) if cards else ()
