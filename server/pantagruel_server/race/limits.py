"""The numbers of a race, each with where it comes from."""

from pantagruel_protocol.http_api import LONGEST_SEED, MAX_BELL_MS, MOST_PASSES, MOST_SEATS

# The life of a race.
COUNTDOWN_MS = 3_000
GO_ON_MS = 3_000  # after an outage the clock stands this long, so that nobody is caught unawares
FORFEIT_FROM_MS = 5_000  # a slip of the hand at the start must not cost the race
MARK_MS = 1_000  # at most so much thinking time is given back by an outage
RECORD_MS = 10 * 60_000  # results are provisional so long after the close
EMPTY_MS = 30 * 60_000  # a race that nobody sits in
LOBBY_MS = 24 * 3_600_000  # a race whose players never start: nothing is kept for ever

# What may be asked for; what only HTTP asks for has its bounds in the protocol.
SEATS = MOST_SEATS
LIMIT_MS = 24 * 3_600_000
BELL_MS = MAX_BELL_MS
USUAL_LIMIT_MS = 30 * 60_000
LIMITS_MS = {"strict-royal": 10 * 60_000}  # other defaults; most Strict Royal ends uncleared
PASSES = MOST_PASSES
COMMANDS = 4_000  # a seat's log stays in memory; a long Turn-1 game has under 1,000
SEED_TEXT = LONGEST_SEED
CHAT_LINES = 50  # what whoever comes later can read of the talk

# What one resume sends frame by frame: about 75 kB, well under what a socket may have waiting.
BACKLOG_FRAMES = 500
