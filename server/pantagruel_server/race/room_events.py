"""What happens around the games: seats, readiness, settings, talk, the start and the close."""

from msgspec.structs import replace

from pantagruel_engine.deal import deal_key
from pantagruel_engine.game import Game
from pantagruel_protocol.http_api import Act, HostAct
from pantagruel_protocol.server_messages import Said, SeatFrame
from pantagruel_server.race import events as ev
from pantagruel_server.race import sight
from pantagruel_server.race.effects import NOTHING, ROOM, BrokenHistory, Effect, on, seated, told
from pantagruel_server.race.limits import COUNTDOWN_MS
from pantagruel_server.race.ranking import placings, rank
from pantagruel_server.race.state import Line, Race, Seat
from pantagruel_server.race.talking import apart


@on(ev.PlayerJoined, "open")
def _joined(race: Race, event: ev.PlayerJoined) -> Effect:
    if event.seat != len(race.seats):
        why = f"seat {event.seat} of race {race.id} is taken after {len(race.seats)} others"
        raise BrokenHistory(why)
    race.seats.append(Seat(event.player, event.name, event.bot))
    race.touched_wall = event.wall_ms
    return ROOM


@on(ev.PlayerLeft, "open")
def _left(race: Race, event: ev.PlayerLeft) -> Effect:
    _unseat(race, event.player, event.wall_ms)
    if race.host == event.player and race.seats and not event.watches:
        race.host = race.seats[0].player
        _act(race, event.wall_ms, "host", event.player, player=race.host)
    return ROOM


@on(ev.PlayerReadied, "open")
def _readied(race: Race, event: ev.PlayerReadied) -> Effect:
    seated(race, event.player).nonce = event.nonce
    return ROOM


@on(ev.PlayerUnreadied, "open")
def _unreadied(race: Race, event: ev.PlayerUnreadied) -> Effect:
    seated(race, event.player).nonce = None
    return ROOM


@on(ev.SettingsChanged, "open")
def _settings_changed(race: Race, event: ev.SettingsChanged) -> Effect:
    """Set what is not None; who was ready for other eyes has to be so again."""
    asked = {
        "name": event.title,
        "visibility": event.visibility,
        "faces": event.faces,
        "chat": event.chat,
    }
    changed = {name: value for name, value in asked.items() if value is not None}
    race.settings = replace(race.settings, **changed)
    if event.faces is not None:
        for seat in race.seats:
            seat.nonce = None
    what = ", ".join(f"{name}: {value}" for name, value in changed.items())
    _act(race, event.wall_ms, "settings", event.host, what=what)
    return ROOM


@on(ev.PlayerKicked, "open")
def _kicked(race: Race, event: ev.PlayerKicked) -> Effect:
    _unseat(race, event.player, event.wall_ms)
    race.kicked.add(event.player)
    _act(race, event.wall_ms, "kick", event.host, player=event.player)
    return Effect(room=True, kicked=event.player)


@on(ev.Chatted, "open", "countdown", "running", "closing", "finished")
def _chatted(race: Race, event: ev.Chatted) -> Effect:
    said = Said(event.player, event.name, event.text, event.wall_ms, event.watching)
    line = Line(said, apart(race, event.player))
    race.chat.append(line)
    return Effect(said=line)


@on(ev.CountdownStarted, "open", "countdown")
def _countdown_started(race: Race, event: ev.CountdownStarted) -> Effect:
    """Renumber the seats over those who race; the others are out."""
    if event.host is not None:
        out = [seat.name for seat in race.seats if seat.player not in event.players]
        what = f"left out: {', '.join(out)}"[:400] if out else ""
        _act(race, event.t0_wall - COUNTDOWN_MS, "start", event.host, what=what)
    race.seats = [seated(race, player) for player in event.players]
    race.phase, race.t0_wall, race.ms = "countdown", event.t0_wall, -COUNTDOWN_MS
    return Effect(room=True, countdown=True)


@on(ev.RaceStarted, "countdown")
def _race_started(race: Race, event: ev.RaceStarted) -> Effect:
    """Deal: the same layout to everybody."""
    race.key = race.key or _fresh_key(race)
    position = race.dealer(race.variant, bytes.fromhex(race.key))
    for number, seat in enumerate(race.seats):
        seat.game = Game.start(position)
        seat.rank = rank(race, number)
    race.phase, race.t0_wall, race.ms = "running", event.t0_wall, 0
    race.playing = len(race.seats)
    frame = sight.deal(race.seats[0].board)
    frames = tuple(told(race, number, frame) for number in range(len(race.seats)))
    return Effect(frames, room=True, rows=tuple(range(len(race.seats))))


@on(ev.ClockMarked, "running")
def _clock_marked(race: Race, event: ev.ClockMarked) -> Effect:
    race.ms = event.ms
    return NOTHING


@on(ev.RaceStoppedFor, "running")
def _race_stopped_for(race: Race, event: ev.RaceStoppedFor) -> Effect:
    race.stoppages.append((event.at_ms, event.wall_ms))
    return NOTHING


@on(ev.RaceClosed, "running", "closing")
def _race_closed(race: Race, event: ev.RaceClosed) -> Effect:
    """Rank the race and lift the secrets."""
    if race.playing:
        why = f"race {race.id} is closed while {race.playing} games go on"
        raise BrokenHistory(why)
    race.phase, race.ms, race.closed_wall = "finished", event.ms, event.wall_ms
    rows = placings(race)
    frames: list[tuple[int, SeatFrame]] = []
    for number, seat in enumerate(race.seats):
        frames.append(told(race, number, sight.results(seat, rows)))
        frames.append(told(race, number, sight.reveal(race, seat)))
    return Effect(tuple(frames), room=True)


@on(ev.RaceRecorded, "finished")
def _race_recorded(race: Race, _event: ev.RaceRecorded) -> Effect:
    race.phase = "recorded"
    return ROOM


@on(ev.RaceRematched, "finished")
def _race_rematched(race: Race, event: ev.RaceRematched) -> Effect:
    race.rematch = event.code
    _act(race, event.wall_ms, "rematch", event.host, what=event.code)
    return ROOM


@on(ev.RaceCancelled, "open")
def _race_cancelled(race: Race, event: ev.RaceCancelled) -> Effect:
    race.phase = "cancelled"
    if event.host is not None:
        _act(race, event.wall_ms, "cancel", event.host)
    return ROOM


def _unseat(race: Race, player: str, wall_ms: int) -> None:
    race.seats = [seat for seat in race.seats if seat.player != player]
    race.touched_wall = wall_ms


def _act(
    race: Race, at: int, act: Act, host: str, *, player: str | None = None, what: str = ""
) -> None:
    """Add a line to the audit trail."""
    race.acts.append(HostAct(at, act, host, player, what))


def _fresh_key(race: Race) -> str:
    if race.server_seed is None:
        why = f"race {race.id} has neither a key nor a seed"
        raise BrokenHistory(why)
    nonces = [bytes.fromhex(nonce) for nonce in race.nonces]
    return deal_key(bytes.fromhex(race.server_seed), race.deal_id, nonces).hex()
