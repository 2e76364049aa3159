"""The client's own brake: a burst, then the server's rate, and nothing where none is named."""

from pantagruel_client.pace import Pace
from pantagruel_protocol.values import Limits


def sent_by(pace: Pace, until: float) -> int:
    """Send as fast as the pace allows from 0 s on; answer how many went out up to *until*."""
    now, sent = 0.0, 0
    while True:
        now += pace.wait_s(now)
        if now > until:
            return sent
        pace.note(now)
        sent += 1


def test_half_of_the_burst_goes_out_at_once() -> None:
    """The other half makes up for a line that delivers in heaps."""
    assert sent_by(Pace(Limits(4096, 4000, 30, 120), 0), 0) == 60


def test_then_the_rate_is_kept() -> None:
    """Over ten seconds no more goes out than the server bears in ten seconds."""
    sent = sent_by(Pace(Limits(4096, 4000, 30, 120), 0), 10)

    assert 359 <= sent <= 360


def test_silence_fills_the_bucket_again_up_to_its_brim() -> None:
    """Who was quiet for long has a burst, not all that he did not say."""
    pace = Pace(Limits(4096, 4000, 10, 20), 0)
    for _ in range(10):
        pace.note(0)

    assert pace.wait_s(0) == 0.1
    assert pace.wait_s(0.1) == 0
    for _ in range(10):
        pace.note(1000)
    assert pace.wait_s(1000) > 0


def test_a_server_without_a_rate_is_not_braked_for() -> None:
    """Nought means that no rate is named."""
    pace = Pace(Limits(4096, 4000, 0, 0), 0)
    for _ in range(1000):
        pace.note(0)

    assert pace.wait_s(0) == 0


def test_the_smallest_burst_lets_one_message_out() -> None:
    """A server that bears one message at a time hears one at a time."""
    pace = Pace(Limits(4096, 4000, 1, 1), 0)

    assert pace.wait_s(0) == 0
    pace.note(0)
    assert pace.wait_s(0) == 1
