"""Events as JSON lines."""

import json

from pantagruel_client.eventlines import event_line
from pantagruel_client.events import Dropped, Missed, Resumed
from pantagruel_protocol.server_messages import Said


def test_every_event_is_one_tagged_line() -> None:
    """What the server said is there as it was; news of the line has a `t` too."""
    events = (Said("p", "Panurge", "two\nlines", 5), Dropped("gone", 0.5), Resumed(2), Missed(3))
    lines = [event_line(event) for event in events]

    assert all("\n" not in line for line in lines)
    assert [json.loads(line) for line in lines] == [
        {"t": "said", "player": "p", "name": "Panurge", "text": "two\nlines", "at": 5},
        {"t": "dropped", "why": "gone", "wait_s": 0.5},
        {"t": "resumed", "resent": 2},
        {"t": "missed", "count": 3},
    ]
