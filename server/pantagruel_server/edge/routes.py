"""Every route of the HTTP API, in one table: the router is built from it, and the document."""

from pantagruel_protocol.http_api import (
    Created,
    Health,
    NewRace,
    RaceInfo,
    RaceList,
    VariantList,
)
from pantagruel_protocol.replay_file import ReplayFile
from pantagruel_server.edge import http_races, http_server, openapi
from pantagruel_server.edge.route import Query, Route

ROUTES: tuple[Route, ...] = (
    Route(
        "POST",
        "/api/races",
        http_races.create_race,
        "Make a race; its host is whoever the token names, or a new guest.",
        Created,
        made=201,
        body=NewRace,
        bearer="player",
        troubles=(400, 401, 403, 408, 413, 503),
    ),
    Route(
        "GET",
        "/api/races",
        http_races.list_races,
        "List the races that hosts made known: those to join first, then the newest.",
        RaceList,
        query=(
            Query("phase", "only races in this phase"),
            Query("variant", "only races of this variant"),
            Query("after", "go on after this race, the `next` of the page before"),
            Query("limit", "so many at most, 1 to 100; 50 if left out"),
        ),
        troubles=(400, 503),
    ),
    Route(
        "GET",
        "/api/races/{race}",
        http_races.show_race,
        "Show one race, live or over, listed or not.",
        RaceInfo,
        troubles=(404, 503),
    ),
    Route(
        "GET",
        "/api/races/{race}/replay",
        http_races.replay,
        "Fetch the replay of a race that is over; it never changes.",
        ReplayFile,
        troubles=(404, 409, 503),
    ),
    Route(
        "GET",
        "/api/variants",
        http_server.variants,
        "Show every variant that a race can be made of.",
        VariantList,
    ),
    Route(
        "POST",
        "/api/operator/backup",
        http_server.backup,
        "Fetch a consistent copy of the store.",
        "application/vnd.sqlite3",
        bearer="operator",
        troubles=(401, 503),
    ),
    Route("GET", "/healthz", http_server.health, "Ask whether the server lives.", Health),
    Route(
        "GET",
        "/readyz",
        http_server.ready,
        "Ask whether the server can take races.",
        Health,
        troubles=(503,),
    ),
    Route(
        "GET",
        "/metrics",
        http_server.metrics,
        "Read what the server counts, in Prometheus' text format.",
        "text/plain",
        bearer="operator",
        troubles=(401,),
    ),
    Route(
        "GET",
        "/api/openapi.json",
        openapi.show,
        "Read this document.",
        "application/json",
    ),
)
