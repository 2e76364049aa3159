"""Lines from a person or a pipe, read beside everything else."""

import asyncio
import codecs
import os
import threading
from contextlib import suppress

CHUNK = 4096


class Keyboard:
    """The lines that come in on a file descriptor; None once there are no more.

    A daemon thread reads it, with os.read: unlike a buffered file, that may be left waiting when
    the program ends. Terminals, pipes and plain files all work that way.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, name="keyboard", daemon=True).start()

    async def line(self) -> str | None:
        """Wait for the next line."""
        line = await self._lines.get()
        if line is None:
            self._lines.put_nowait(None)  # the end is there for whoever asks again
        return line

    def _read(self) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        rest = ""
        while chunk := self._chunk():
            *lines, rest = (rest + decoder.decode(chunk)).split("\n")
            for line in lines:
                self._put(line)
        if rest:
            self._put(rest)
        self._put(None)

    def _chunk(self) -> bytes:
        try:
            return os.read(self._descriptor, CHUNK)
        except OSError:  # a terminal that went away
            return b""

    def _put(self, line: str | None) -> None:
        with suppress(RuntimeError):  # the loop has ended; nobody reads any more
            self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
