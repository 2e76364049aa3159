"""Who may talk in a room, and whose words reach whom.

Who watches, or is done, may see cards that others still race for: their words keep away from
those who play, until nobody does.
"""

from pantagruel_protocol.codes import Code
from pantagruel_server.race.commands import Accepted, Decision, Now, Refusal, SayText
from pantagruel_server.race.events import Chatted
from pantagruel_server.race.state import Line, Race

_OFF = Refusal(Code.CHAT_OFF, "the host has switched the chat off")
_PLAYERS_ONLY = Refusal(Code.CHAT_OFF, "the host lets players alone talk")
_GONE = Refusal(Code.RACE_UNKNOWN, "the race is closed for good")
_RACING = ("running", "closing")


def say(race: Race, command: SayText, now: Now) -> Decision:
    """Let somebody in the room say something, if the switch allows it."""
    number = race.seat_of(command.player)
    if race.phase in {"recorded", "cancelled"}:
        return _GONE
    if race.settings.chat == "off":
        return _OFF
    if race.settings.chat == "players" and number is None:
        return _PLAYERS_ONLY
    name = command.name if number is None else race.seats[number].name
    return Accepted((Chatted(command.player, name, command.text, now.wall_ms, number is None),))


def apart(race: Race, player: str) -> bool:
    """Say whether words of *player* must not reach whoever still plays."""
    return race.phase in _RACING and not race.plays(player)


def hears(race: Race, line: Line, player: str) -> bool:
    """Say whether *player*, who has a seat or watches, may read *line* now."""
    return not (line.apart and race.phase in _RACING and race.plays(player))
