"""What a race refuses before anybody looks at its cards."""

from pantagruel_protocol.codes import Code
from pantagruel_server.race.commands import Refusal

BUSY = Refusal(Code.BUSY, "too many requests of this race wait for the journal")
SUSPENDED = Refusal(Code.SUSPENDED, "the journal does not answer; try again after `resync`")
TWICE = Refusal(Code.OWN_RACE, "you have a seat in another race of the same deal")
STRANGER = Refusal(Code.NOT_YOUR_RACE, "you have no seat in that race")
TOO_MUCH_TALK = Refusal(Code.TOO_FAST, "you say too much: wait a second")
