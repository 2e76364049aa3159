"""What a seat was told comes back as it was."""

import sys

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from pantagruel_protocol.server_messages import Ack, Deal, SeatFrame, Suspended
from pantagruel_server.race.log import Log
from tests.protocol.conftest import values
from tests.protocol.samples import DEAL, over

ACKS = values(msgspec.inspect.type_info(Ack))


@given(ack=ACKS)
def test_any_ack_comes_back(ack: Ack) -> None:
    """Whatever it says, and among frames that are kept as they are."""
    log = Log()
    frames: list[SeatFrame] = [DEAL, ack, over(3)]
    for frame in frames:
        log.append(frame)

    assert frames == list(log) == log[:] == [log[0], log[1], log[2]]
    assert (len(log), log[-2], log[1:2]) == (3, ack, [ack])


@given(acks=st.lists(ACKS, max_size=5))
def test_a_log_has_an_order(acks: list[Ack]) -> None:
    """It is a sequence like any other."""
    log = Log()
    for ack in acks:
        log.append(ack)

    assert list(reversed(log)) == acks[::-1]


def test_an_ordinary_ack_is_small() -> None:
    """A hundred commands leave some nine thousand bytes."""
    log = Log()
    log.append(Ack(101, 100, 95_000, 1_250, 400, 22, 17, 60, 30, 2, ("TD", "9H", "2C"), None, ()))

    assert sys.getsizeof(log._frames[0]) < 90  # noqa: SLF001 -- what is kept


def test_what_is_no_ack_is_kept_as_it_is() -> None:
    """A layout is one for all seats."""
    log = Log()
    log.append(DEAL)

    assert log[0] is DEAL
    assert isinstance(log[0], Deal)
    assert not isinstance(log[0], Suspended)
