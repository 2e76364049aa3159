"""Events as lines of JSON: the server's messages as they are, and news of the line beside them."""

from msgspec import Struct, json

from pantagruel_client.events import Dropped, Missed, RaceEvent, Resumed


class _Dropped(Struct, frozen=True, tag_field="t", tag="dropped"):
    why: str
    wait_s: float


class _Resumed(Struct, frozen=True, tag_field="t", tag="resumed"):
    resent: int


class _Missed(Struct, frozen=True, tag_field="t", tag="missed"):
    count: int


def event_line(event: RaceEvent) -> str:
    """Write *event* as one line; its `t` says what it is."""
    match event:
        case Dropped(why=why, wait_s=wait_s):
            told: Struct = _Dropped(why, wait_s)
        case Resumed(resent=resent):
            told = _Resumed(resent)
        case Missed(count=count):
            told = _Missed(count)
        case _:
            told = event
    return json.encode(told).decode()
