"""The `pantagruel` command as a process of its own, talked to line by line."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from os import environ
from pathlib import Path

PATIENCE_S = 30


class Running:
    """A command that runs: its lines are read as they come, whatever it says is kept."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.said: list[str] = []

    async def until(self, words: str) -> str:
        """Read lines up to the one that holds *words*."""
        out = self._process.stdout
        assert out is not None
        async with asyncio.timeout(PATIENCE_S):
            while line := (await out.readline()).decode():
                self.said.append(line.rstrip("\n"))
                if words in line:
                    return line.rstrip("\n")
        said = "\n".join(self.said)
        raise AssertionError(f"{words!r} was never said in:\n{said}")

    def type(self, *lines: str) -> None:
        """Type lines."""
        into = self._process.stdin
        assert into is not None
        into.write("".join(f"{line}\n" for line in lines).encode())

    def interrupt(self) -> None:
        """Press Ctrl-C."""
        self._process.send_signal(signal.SIGINT)

    def terminate(self) -> None:
        self._process.terminate()

    async def end(self) -> tuple[int, str]:
        """Wait for the end; answer the status and everything that was said."""
        async with asyncio.timeout(PATIENCE_S):
            out, _ = await self._process.communicate()
        self.said += out.decode().splitlines()
        assert self._process.returncode is not None
        return self._process.returncode, "\n".join(self.said)


@asynccontextmanager
async def command(
    folder: Path, *arguments: str, server: str | None = None
) -> AsyncIterator[Running]:
    """Start `pantagruel` with its state in *folder*; errors come among what it says."""
    names = {"XDG_STATE_HOME": str(folder / "state"), "PYTHONUNBUFFERED": "1"}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "pantagruel", *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env={**environ, **names, **({"PANTAGRUEL_SERVER": server} if server else {})},
    )  # fmt: skip
    try:
        yield Running(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()
