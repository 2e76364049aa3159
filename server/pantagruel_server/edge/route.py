"""What one route of the HTTP API is."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from aiohttp import web
from msgspec import Struct

Bearer = Literal["player", "operator"]
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True)
class Query:
    """A parameter behind the ?, none of which has to be there."""

    name: str
    what: str


@dataclass(frozen=True, slots=True)
class Route:
    """One thing that can be asked; *made* is the status of success and *answers* its body.

    A text in the place of a type is the content type of a body that is no JSON of ours.
    *troubles* are the other statuses, each with a `Trouble`, beside those that any request may
    meet.
    """

    method: Literal["GET", "POST"]
    path: str
    handler: Handler
    what: str
    answers: type[Struct] | str
    made: int = 200
    body: type[Struct] | None = None
    query: tuple[Query, ...] = ()
    bearer: Bearer | None = None
    troubles: tuple[int, ...] = ()
