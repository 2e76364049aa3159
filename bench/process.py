"""Processes of a benchmark: started by it, read by their first line, measured by the kernel."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Self, cast

TICKS_PER_S = os.sysconf("SC_CLK_TCK")
PAGE_KB = os.sysconf("SC_PAGE_SIZE") / 1_000
UTIME, STIME = 11, 12  # in /proc/PID/stat, counted after the name in brackets


class Process:
    """A Python module that runs; leaving the `with` ends it."""

    def __init__(self, *command: str, environment: Mapping[str, str] | None = None) -> None:
        self._complaints = TemporaryFile()  # noqa: SIM115 -- closed by stop
        self._process = subprocess.Popen(
            [sys.executable, "-m", *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            env={**os.environ, **(environment or {})},
            text=True,
        )
        self._in = cast("IO[str]", self._process.stdin)
        self._out = cast("IO[str]", self._process.stdout)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def line(self) -> str:
        """Read the next line that it prints; one that ends without a line says why."""
        line = self._out.readline()
        if not line:
            self._complaints.seek(0)
            raise RuntimeError(self._complaints.read().decode()[-2000:])
        return line.rstrip()

    def ask(self, command: str) -> str:
        """Give it a line, and read the line that answers."""
        self._in.write(f"{command}\n")
        self._in.flush()
        return self.line()

    def cpu_s(self) -> float:
        """Answer the CPU time of all its threads, user and system, in seconds."""
        stat = Path(f"/proc/{self._process.pid}/stat").read_text()
        fields = stat.rpartition(")")[2].split()
        return (int(fields[UTIME]) + int(fields[STIME])) / TICKS_PER_S

    def resident_kb(self) -> float:
        """Answer how much memory it has, in kB."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        return pages * PAGE_KB

    def stop(self) -> str:
        """Ask it to end, and answer what it still had to say."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        said = self._process.communicate()[0]
        self._complaints.close()
        return said
