"""A write's outcome, on its way from the flush to whoever waits."""

import pytest

from pantagruel_server.journal.port import Fenced, Unavailable
from pantagruel_server.journal.writes import Put


async def test_outcome_waits_for_the_end_of_the_flush() -> None:
    """Noting an outcome tells nobody; settling does."""
    write = Put("kind", "key", b"")
    write.answer(None)
    early = write.done.done()
    write.settle()

    assert not early
    assert write.done.done()
    assert write.done.exception() is None


async def test_last_outcome_counts() -> None:
    """A write that stood is refused after all when its flush fails."""
    write = Put("kind", "key", b"")
    write.answer(None)
    write.refuse(Fenced("over"))
    write.settle()

    with pytest.raises(Fenced, match="over"):
        await write.done


async def test_unnoted_write_is_not_acknowledged() -> None:
    """A write that its flush passed over counts as failed."""
    write = Put("kind", "key", b"")
    write.settle()

    with pytest.raises(Unavailable):
        await write.done


async def test_settling_for_nobody_is_nothing() -> None:
    """Whoever has gone is not told."""
    write = Put("kind", "key", b"")
    write.done.cancel()
    write.answer(None)
    write.settle()

    assert write.done.cancelled()
