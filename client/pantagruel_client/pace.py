"""How fast a client speaks: never faster than the server said at the door."""

from pantagruel_protocol.values import Limits


class Pace:
    """A bucket of tokens, one a message, for one socket.

    It holds half of the burst that the server bears: the line may deliver in a heap what went
    out apart, and the other half makes up for that.
    """

    def __init__(self, limits: Limits, now: float) -> None:
        self._rate = limits.rate
        self._most = max(1.0, limits.burst / 2)
        self._tokens = self._most
        self._at = now

    def wait_s(self, now: float) -> float:
        """Answer how long the next message has to wait."""
        self._fill(now)
        return 0.0 if self._free or self._tokens >= 1 else (1 - self._tokens) / self._rate

    def note(self, now: float) -> None:
        """Count a message that goes out."""
        self._fill(now)
        self._tokens -= 1

    @property
    def _free(self) -> bool:
        return self._rate == 0  # a server that names no rate

    def _fill(self, now: float) -> None:
        self._tokens = min(self._most, self._tokens + (now - self._at) * self._rate)
        self._at = now
