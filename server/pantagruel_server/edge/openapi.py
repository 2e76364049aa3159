"""The OpenAPI document, written out of the table of routes and the types of their bodies.

`python -m pantagruel_server.edge.openapi` brings `protocol/openapi.json` up to date.
"""

import re
from collections.abc import Iterable
from http import HTTPStatus
from importlib.metadata import version
from pathlib import Path
from typing import TypeAlias

from aiohttp import web
from msgspec import Struct, json

from pantagruel_protocol.http_api import Trouble
from pantagruel_server.edge.route import Route

DOCUMENT: web.AppKey[bytes] = web.AppKey("document", bytes)
ANY = (429, 500)  # haste, and faults of the server's own
SCHEMES = {
    "player": "the token of a player, from `welcome` or from a race made as a new guest",
    "operator": "the token in the server's data folder",
}

Plain: TypeAlias = "dict[str, Plain] | list[Plain] | str | bool"
Objects = dict[str, Plain]


async def show(request: web.Request) -> web.Response:
    """Show the document."""
    headers = {"Cache-Control": "public, max-age=3600"}
    body = request.app[DOCUMENT]
    return web.Response(body=body, content_type="application/json", headers=headers)


def document(routes: Iterable[Route]) -> bytes:
    """Write the document for *routes*."""
    routes = tuple(routes)
    kinds = {Trouble: None} | {kind: None for route in routes for kind in _kinds(route)}
    _, components = json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    paths: dict[str, Objects] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    whole = {
        "openapi": "3.1.0",
        "info": {
            "title": "Pantagruel",
            "version": version("pantagruel"),
            "description": "Races at double-deck Klondike. Moves are made over the WebSocket at"
            " `/ws`, whose messages have a reference of their own.",
        },
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": _schemes()},
    }
    return json.format(json.encode(whole), indent=2) + b"\n"


def _kinds(route: Route) -> Iterable[type[Struct]]:
    if not isinstance(route.answers, str):
        yield route.answers
    if route.body is not None:
        yield route.body


def _operation(route: Route) -> Objects:
    answers: Objects = {str(route.made): _success(route)}
    for status in sorted({*route.troubles, *ANY}):
        answers[str(status)] = _described(HTTPStatus(status).phrase, _json(Trouble))
    operation: Objects = {
        "operationId": route.handler.__name__,
        "summary": route.what,
        "responses": answers,
    }
    if parameters := [*_in_path(route), *_in_query(route)]:
        operation["parameters"] = parameters
    if route.body is not None:
        operation["requestBody"] = {"required": True, "content": _json(route.body)}
    if route.bearer is not None:
        nobody: list[Plain] = [{}] if route.bearer == "player" else []
        operation["security"] = [{route.bearer: []}, *nobody]
    return operation


def _success(route: Route) -> Plain:
    kind = route.answers
    content: Objects = {kind: {}} if isinstance(kind, str) else _json(kind)
    return _described(HTTPStatus(route.made).phrase, content)


def _described(words: str, content: Objects) -> Plain:
    return {"description": words, "content": content}


def _json(kind: type[Struct]) -> Objects:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{kind.__name__}"}}}


def _in_path(route: Route) -> Iterable[Plain]:
    for name in re.findall(r"{(\w+)}", route.path):
        yield {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def _in_query(route: Route) -> Iterable[Plain]:
    for one in route.query:
        yield {
            "name": one.name,
            "in": "query",
            "description": one.what,
            "schema": {"type": "string"},
        }


def _schemes() -> Plain:
    return {
        name: {"type": "http", "scheme": "bearer", "description": what}
        for name, what in SCHEMES.items()
    }


def write(file: Path) -> None:
    """Bring *file* up to date."""
    from pantagruel_server.edge.routes import ROUTES  # noqa: PLC0415 -- which name this module

    file.write_bytes(document(ROUTES))


if __name__ == "__main__":
    write(Path(__file__).parents[3] / "protocol" / "openapi.json")
