"""What a load counts, and how it sums latencies up."""

from pantagruel_client.load.tally import Latency, Tally
from pantagruel_protocol.codecs import CODECS
from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import Ack, Ok, Progress, Refused, ServerMessage

CODEC = CODECS["pantagruel.v1.msgpack"]
ACK = Ack(s=2, n=1, ms=5, score=0, streak=0, home=0, hidden=3, moves=1, draws=0, redeals=0)


def heard(*messages: ServerMessage) -> Tally:
    """Answer the tally of a player who hears *messages*."""
    tally = Tally()
    for message in messages:
        tally.hear(CODEC.encode(message))
    return tally


def test_frames_are_told_apart_by_how_they_begin() -> None:
    """Acks, rows and refusals are counted as such, with their bytes; all else together."""
    refused = Refused(Code.BUSY, "later", n=2)
    tally = heard(ACK, Progress(5, ()), refused, Ok(1))

    assert (tally.acks, tally.rows, tally.refused, tally.others) == (1, 1, 1, 2)
    assert tally.ack_bytes == len(CODEC.encode(ACK))
    assert tally.other_bytes == len(CODEC.encode(refused)) + len(CODEC.encode(Ok(1)))


def test_watchers_frames_are_counted_apart() -> None:
    """What watchers hear is no player's."""
    tally = Tally()
    tally.watch(b"12345")

    assert (tally.watched, tally.watched_bytes, tally.others) == (1, 5, 0)


def test_a_tally_begins_anew() -> None:
    """Nothing of the run before is left."""
    tally = heard(ACK)
    tally.waits.append(0.1)
    tally.clear()

    assert tally == Tally()


def test_latencies_are_percentiles_in_ms() -> None:
    """Of 0 to 100 ms the percentiles are the numbers themselves."""
    times = Latency.of([number / 1000 for number in range(101)])

    assert times is not None
    got = [round(time, 6) for time in (times.p50, times.p95, times.p99, times.max)]
    assert got == [50, 95, 99, 100]


def test_one_answer_makes_no_percentile() -> None:
    """A percentile lies between two."""
    assert Latency.of([0.1]) is None
