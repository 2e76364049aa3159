"""How often something may be done, by somebody or from somewhere, at whatever time it is."""

from typing import NamedTuple

US_PER_MS, US_PER_S, US_PER_MINUTE = 1_000, 1_000_000, 60_000_000


class Rate(NamedTuple):
    """One thing every *every_us* in the long run, *burst* of them at once after a rest."""

    every_us: int
    burst: int

    @classmethod
    def per_second(cls, rate: int, burst: int) -> "Rate":
        return cls(US_PER_S // rate, burst)

    @classmethod
    def per_minute(cls, rate: int, burst: int) -> "Rate":
        return cls(US_PER_MINUTE // rate, burst)


class Bucket:
    """One token bucket, kept as the moment at which it is full again (GCRA): a single number."""

    __slots__ = ("_every", "_full_us", "_room")

    def __init__(self, rate: Rate) -> None:
        self._every = rate.every_us
        self._room = rate.every_us * (rate.burst - 1)
        self._full_us = 0

    def take(self, now_ms: int) -> bool:
        """Do one at *now_ms* of a steady clock, or answer False, which costs nothing."""
        now_us = now_ms * US_PER_MS
        full_us = self._full_us
        if full_us <= now_us:
            self._full_us = now_us + self._every
            return True
        if full_us - now_us > self._room:
            return False
        self._full_us = full_us + self._every
        return True


class Table:
    """A bucket for each key, *most* of them: the one that was used longest ago is dropped.

    A dropped bucket counts as full. Whoever has more addresses than the table has lines gets by,
    and has that many times the rate anyway.
    """

    def __init__(self, rate: Rate, most: int) -> None:
        self._every = rate.every_us
        self._room = rate.every_us * (rate.burst - 1)
        self._most = most
        self._full_us: dict[str, int] = {}  # in the order of use

    def __len__(self) -> int:
        return len(self._full_us)

    def wait_ms(self, key: str, now_ms: int) -> int:
        """Answer how long *key* has to wait for its next one; 0 if it need not."""
        missing_us = self._full_us.get(key, 0) - now_ms * US_PER_MS - self._room
        return max(0, -(-missing_us // US_PER_MS))

    def take(self, key: str, now_ms: int) -> int:
        """Do one and answer 0, or do none and answer how many ms to wait."""
        wait_ms = self.wait_ms(key, now_ms)
        if not wait_ms:
            full_us = max(self._full_us.pop(key, 0), now_ms * US_PER_MS)
            if len(self._full_us) >= self._most:
                del self._full_us[next(iter(self._full_us))]
            self._full_us[key] = full_us + self._every
        return wait_ms

    def sweep(self, now_ms: int) -> None:
        """Forget the buckets that are full."""
        now_us = now_ms * US_PER_MS
        for key in [key for key, full_us in self._full_us.items() if full_us <= now_us]:
            del self._full_us[key]
