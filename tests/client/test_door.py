"""What a close means for the next socket: the table of codes, read from a client's side."""

import pytest

from pantagruel_client import door
from pantagruel_client.errors import ConnectionLost, Kicked, SeatTaken, TokenUnknown
from pantagruel_client.wire import WireClosed
from pantagruel_protocol.codes import MEANINGS


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (4000, ConnectionLost),
        (4001, ConnectionLost),
        (4002, TokenUnknown),
        (4003, SeatTaken),
        (4004, Kicked),
        (4999, ConnectionLost),
        (1009, ConnectionLost),
    ],
)
def test_a_final_close_is_an_error_of_its_kind(code: int, kind: type[ConnectionLost]) -> None:
    """It keeps the words and the code."""
    error = door.final(WireClosed(code, "the words"))

    assert type(error) is kind
    assert error.close == code
    assert kind is SeatTaken or "the words" in str(error)


@pytest.mark.parametrize("code", [1000, 1001, 1002, 1006, 1008, 1011, 1012, 1013])
def test_any_other_close_is_worth_another_try(code: int) -> None:
    """A server that stops, fails, finds us slow or too fast may be asked again."""
    assert door.final(WireClosed(code, "the words")) is None


def test_the_table_of_codes_is_kept() -> None:
    """Every close that helps nobody to repeat is final here."""
    closes = {one.close: one.retry for one in MEANINGS.values() if one.close}
    final = {code for code in closes if door.final(WireClosed(code, "")) is not None}

    assert {code for code, retry in closes.items() if not retry} <= final
