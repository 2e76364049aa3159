"""The worker that searches: a question a line on its input, an answer a line on its output.

`python -m pantagruel_server.rooms.searching`; it ends with its input.
"""

import os
import signal
import sys
from contextlib import suppress
from typing import BinaryIO

from msgspec import json

from pantagruel_engine.seen import Seen
from pantagruel_engine.verdict import Answer, judge

NICENESS = 10  # players do not wait for it

_QUESTIONS = json.Decoder(Seen)
_ANSWERS = json.Decoder(Answer)


def question(seen: Seen) -> bytes:
    """Write what is asked as a line."""
    return json.encode(seen) + b"\n"


def answer(line: bytes) -> Answer:
    """Read an answer; raises DecodeError."""
    return _ANSWERS.decode(line)


def work(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer every question, in order, until there are no more."""
    for line in questions:
        answers.write(json.encode(judge(_QUESTIONS.decode(line))) + b"\n")
        answers.flush()


def main() -> None:
    """Work for the server that started this process; Ctrl-C in its terminal is for the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError, OSError):  # where there are no priorities
        os.nice(NICENESS)
    with suppress(BrokenPipeError):  # the server is gone
        work(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
