"""Events in the journal's bytes."""

from typing import Literal, get_args, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantagruel_server.race.events import (
    CountdownStarted,
    Event,
    MovePlayed,
    PlayerJoined,
    PlayerLeft,
    RaceCancelled,
    RaceOpened,
    UnreadableEvent,
    decode,
    encode,
)


@pytest.mark.parametrize("kind", get_args(Event))
def test_every_event_comes_back(kind: type[Event]) -> None:
    """Whatever an event holds, its bytes hold it too."""
    whole = st.integers(0, 2**53)
    end = st.just("end")
    bounded = {
        int: whole,
        int | None: st.none() | whole,
        int | Literal["end"]: whole | end,
        int | Literal["end"] | None: st.none() | whole | end,
    }
    hints = get_type_hints(kind).items()
    fields = {name: bounded.get(hint, st.from_type(hint)) for name, hint in hints}

    @given(event=st.builds(kind, **fields))
    def round_trip(event: Event) -> None:
        assert event == decode(encode(event))

    round_trip()


def test_events_of_an_older_journal_are_read() -> None:
    """What they could not say yet has the meaning that it had: nothing was chosen."""
    old = ["RaceOpened", "r", "d", "C", "anna", "turn1", None, "numbered", 2, 9, "time"]
    old += [None, None, None, "ab" * 32, 7]
    opened = decode(b"\x01" + msgspec.msgpack.encode(old))

    assert isinstance(opened, RaceOpened)
    assert (
        opened.bell_ms,
        opened.title,
        opened.visibility,
        opened.faces,
        opened.chat,
        opened.previous,
    ) == (None, "", "code", 0, "all", None)
    begun = decode(b"\x01" + msgspec.msgpack.encode(["CountdownStarted", ["anna"], 7]))
    assert begun == CountdownStarted(("anna",), 7, host=None)
    assert decode(b"\x01" + msgspec.msgpack.encode(["RaceCancelled", 7])) == RaceCancelled(7)
    left = decode(b"\x01" + msgspec.msgpack.encode(["PlayerLeft", "anna", 7]))
    assert left == PlayerLeft("anna", 7, watches=False)


def test_bytes_are_version_then_array() -> None:
    """The form on disk is fixed: a version, then a short array with the event's name first."""
    stored = encode(MovePlayed(1, 2, 3, "D"))

    assert stored == b"\x01\x95\xaaMovePlayed\x01\x02\x03\xa1D"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "version none"),
        (b"\x02\x95\xaaMovePlayed\x01\x02\x03\xa1D", "version 02"),
        (b"\x01", "truncated"),
        (b"\x01\x95\xaaMovePlayed\x01\x02\x03", "truncated"),
        (b"\x01\x91\xa4Nope", "Invalid value"),
        (b"\x01\x95\xaaMovePlayed\x01\x02\xa1x\xa1D", "Expected `int`"),
    ],
    ids=["empty", "newer", "no event", "cut off", "unknown", "wrong type"],
)
def test_other_bytes_are_refused_in_words(data: bytes, why: str) -> None:
    """A newer event, or no event at all, is never guessed at."""
    with pytest.raises(UnreadableEvent, match=why):
        decode(data)


def test_a_name_of_any_letters_survives() -> None:
    """Names are text, not ASCII."""
    event = PlayerJoined(0, "p", "Gargamelle 🂡 é", bot=False, wall_ms=1)

    assert event == decode(encode(event))
