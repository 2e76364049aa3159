"""A server in a process of its own, started, killed and started again."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from pantagruel_server.settings import BOUNDLESS, to_environment

ROOT = Path(__file__).parent.parent.parent
STARTING_S = 20  # far more than any machine needs: a server that hangs must fail the test


def free_port() -> int:
    """Answer a port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class ServerProcess:
    """One data folder and one port; *module* is what python runs for them."""

    def __init__(self, folder: Path, module: str = "pantagruel_server") -> None:
        self.data = folder / "data"
        self.port = free_port()
        self.outages: list[float] = []  # seconds from each kill to the next answer
        self._module = module
        self._log = folder / "server.log"
        self._process: subprocess.Popen[bytes] | None = None
        self._killed_at: float | None = None

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        process = self._process = self._spawn()
        async with asyncio.timeout(STARTING_S):
            while not await self._answers():
                assert process.poll() is None, self._log.read_text()
                await asyncio.sleep(0.02)
        if self._killed_at is not None:
            self.outages.append(time.monotonic() - self._killed_at)

    def kill(self) -> None:
        """Kill it with SIGKILL: it gets no chance to write anything more."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        self._killed_at = time.monotonic()
        self._process = None

    def stop(self) -> int:
        """Ask it to end, and answer its exit status."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        status = self._process.wait(STARTING_S)
        self._process = None
        return status

    def end(self) -> None:
        """Leave nothing running, whatever happened."""
        if self._process is not None:
            self.kill()

    def _spawn(self) -> subprocess.Popen[bytes]:
        place = {"PANTAGRUEL_PORT": str(self.port), "PANTAGRUEL_DATA": str(self.data)}
        with self._log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", self._module],
                cwd=ROOT,
                env={**os.environ, **place, **to_environment(BOUNDLESS)},
                stdout=log,
                stderr=log,
            )

    async def _answers(self) -> bool:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            return False
        writer.close()
        await writer.wait_closed()
        return True
