"""A clock that stands until a test moves it."""


class ManualClock:
    """A `Clock`; *wall_ms* and *mono_ms* are where its two hands start."""

    def __init__(self, wall_ms: int = 1_750_000_000_000, mono_ms: int = 1_000) -> None:
        self._wall_ms = wall_ms
        self._mono_ms = mono_ms

    def wall_ms(self) -> int:
        return self._wall_ms

    def mono_ms(self) -> int:
        return self._mono_ms

    def advance(self, ms: int) -> None:
        """Let time pass, on both hands."""
        self._wall_ms += ms
        self._mono_ms += ms
