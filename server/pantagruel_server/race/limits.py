"""The numbers of a race, each with where it comes from."""

# The life of a race.
COUNTDOWN_MS = 3_000
GO_ON_MS = 3_000  # after an outage the clock stands this long, so that nobody is caught unawares
FORFEIT_FROM_MS = 5_000  # a slip of the hand at the start must not cost the race
MARK_MS = 1_000  # at most so much thinking time is given back by an outage
RECORD_MS = 10 * 60_000  # results are provisional so long after the close
EMPTY_MS = 30 * 60_000  # a race that nobody sits in
LOBBY_MS = 24 * 3_600_000  # a race whose players never start: nothing is kept for ever

# What may be asked for.
SEATS = 64
LIMIT_MS = 24 * 3_600_000
BELL_MS = 3600 * 1000
USUAL_LIMIT_MS = 30 * 60_000
LIMITS_MS = {"strict-royal": 10 * 60_000}  # other defaults; most Strict Royal ends uncleared
PASSES = 1_000  # more than anybody can go through in LIMIT_MS
COMMANDS = 4_000  # a seat's log stays in memory; a long Turn-1 game has under 1,000
SEED_TEXT = 200
CHAT_LINES = 50  # what whoever comes later can read of the talk

# What one resume sends frame by frame: about 75 kB, well under what a socket may have waiting.
BACKLOG_FRAMES = 500
