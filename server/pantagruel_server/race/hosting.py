"""What a host alone may do before the countdown: change the settings, send away, call off."""

from pantagruel_protocol.codes import Code
from pantagruel_server.race.commands import (
    Accepted,
    CancelRace,
    ChangeSettings,
    Decision,
    KickPlayer,
    Now,
    Refusal,
)
from pantagruel_server.race.events import PlayerKicked, RaceCancelled, SettingsChanged
from pantagruel_server.race.seating import too_late
from pantagruel_server.race.state import Race

_NOT_HOST = Refusal(Code.NOT_HOST, "only the host may do this")
_YOURSELF = Refusal(Code.NO_SUCH_PLAYER, "that is you: leave, or cancel the race")
_NOBODY = Refusal(Code.NO_SUCH_PLAYER, "nobody with this id is in the room")


def settings(race: Race, command: ChangeSettings, now: Now) -> Decision:
    """Change what differs from what is set."""
    refusal = _forbidden(race, command.player)
    if refusal is not None:
        return refusal
    old = race.settings
    changed = SettingsChanged(
        command.player,
        now.wall_ms,
        None if command.title == old.name else command.title,
        None if command.visibility == old.visibility else command.visibility,
        None if command.faces == old.faces else command.faces,
        None if command.chat == old.chat else command.chat,
    )
    same = (changed.title, changed.visibility, changed.faces, changed.chat) == (None,) * 4
    return Accepted(() if same else (changed,))


def kick(race: Race, command: KickPlayer, now: Now) -> Decision:
    """Send a player or a watcher away for good."""
    refusal = _forbidden(race, command.player)
    if refusal is not None:
        return refusal
    if command.kicked == command.player:
        return _YOURSELF
    if race.seat_of(command.kicked) is None and not command.watching:
        return _NOBODY
    return Accepted((PlayerKicked(command.player, command.kicked, now.wall_ms),))


def cancel(race: Race, command: CancelRace, now: Now) -> Decision:
    """Call the race off."""
    refusal = _forbidden(race, command.player)
    return refusal or Accepted((RaceCancelled(now.wall_ms, command.player),))


def _forbidden(race: Race, player: str) -> Refusal | None:
    if race.host != player:
        return _NOT_HOST
    return None if race.phase == "open" else too_late(race)
