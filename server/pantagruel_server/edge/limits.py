"""The numbers that keep one visitor from taking everybody's room, each with its reason."""

FRAME_BYTES = 4 * 1024  # the longest message of a client has under 300 bytes
# aiohttp itself hangs up without a word of ours; up to here we answer and close in order. Its
# read queue may hold as much of any frames anyway.
READ_BYTES = 64 * 1024
FRAGMENTS = 16  # of one message; clients of ours send whole ones
BODY_BYTES = 16 * 1024  # of an HTTP request; a race's options have under 500
OUTBOX_BYTES = 256 * 1024  # queue 2: about 2,500 acks behind; whoever lags so far resumes instead
REASON_BYTES = 123  # RFC 6455, 5.5: a control frame has 125 bytes, two of them the close code
# Of each kind of count: 2 MB at most; a million addresses need a botnet, and get their rates.
ADDRESSES = 10_000
