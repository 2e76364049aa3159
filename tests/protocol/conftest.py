"""Both encodings as a fixture, and for every message a strategy made from its own bounds."""

import re
from typing import Any, get_args

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from msgspec import inspect

from pantagruel_protocol.client_messages import ClientMessage
from pantagruel_protocol.codecs import CODECS, Codec
from pantagruel_protocol.server_messages import ServerMessage


@pytest.fixture(params=list(CODECS.values()), ids=list(CODECS))
def codec(request: pytest.FixtureRequest) -> Codec:
    """Give each encoding in turn."""
    chosen: Codec = request.param
    return chosen


settings.register_profile("unhurried", deadline=None)  # a busy machine is no failure
settings.load_profile("unhurried")


def texts(pattern: str) -> st.SearchStrategy[str]:
    """Answer what fits *pattern*; long hex, which is slow to draw sign by sign, at a stroke."""
    hexes = re.match(r"\^\[0-9a-f\]\{(\d+)\}", pattern)
    if hexes is None:
        return st.from_regex(pattern)
    size = int(hexes[1])
    return st.integers(0, 16**size - 1).map(lambda number: f"{number:0{size}x}")


def values(kind: inspect.Type) -> st.SearchStrategy[Any]:  # noqa: C901, PLR0911 - a flat table
    """Answer what fits *kind* and nothing else."""
    match kind:
        case inspect.NoneType():
            return st.none()
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType(ge=least, le=most):
            return st.integers(least, most)
        case inspect.StrType(pattern=str(pattern)):
            return texts(pattern)
        case inspect.StrType(min_length=least, max_length=most):
            return st.text(min_size=least or 0, max_size=most)
        case inspect.LiteralType(values=words):
            return st.sampled_from(words)
        case inspect.EnumType(cls=enum):
            return st.sampled_from(list(enum))
        case inspect.UnionType(types=types):
            return st.one_of([values(one) for one in types])
        case inspect.VarTupleType(item_type=item, min_length=least):
            return st.lists(values(item), min_size=least or 0, max_size=4).map(tuple)
        case inspect.TupleType(item_types=items):
            return st.tuples(*map(values, items))
        case inspect.StructType(cls=cls, fields=fields):
            return st.builds(cls, **{one.name: values(one.type) for one in fields})
        case _:
            raise NotImplementedError(kind)


for message in (*get_args(ClientMessage), *get_args(ServerMessage)):
    st.register_type_strategy(message, values(inspect.type_info(message)))
