"""Every field has its sentence."""

from typing import get_args

from pantagruel_protocol import reference
from pantagruel_protocol.client_messages import ClientMessage
from pantagruel_protocol.glossary import FIELDS
from pantagruel_protocol.server_messages import ServerMessage


def test_every_field_and_no_other() -> None:
    """The glossary explains what there is; names that went away went from here too."""
    kinds = (
        *get_args(ClientMessage),
        *get_args(ServerMessage),
        *reference.VALUES,
        *reference.REPLAY,
    )
    names = {name for kind in kinds for name in kind.__struct_encode_fields__}

    assert names == FIELDS.keys()


def test_in_order() -> None:
    """The list is sorted, so that a name is found."""
    assert sorted(FIELDS) == list(FIELDS)
