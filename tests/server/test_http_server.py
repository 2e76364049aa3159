"""The server itself over HTTP: health, readiness, metrics, variants, headers and the document."""

import re
import sqlite3
from pathlib import Path

import aiohttp
import jsonschema_rs
import pytest
from aiohttp import web
from msgspec import json

from pantagruel_engine.rows import VARIANTS
from pantagruel_protocol.client_messages import Play, Watch
from pantagruel_protocol.http_api import VariantList
from pantagruel_server.edge.openapi import document
from pantagruel_server.edge.routes import ROUTES
from pantagruel_server.operators import FILE, is_operator, operator_token
from pantagruel_server.settings import Settings
from tests.server.held import HeldJournal
from tests.server.house import House
from tests.server.test_http_races import over

DOCUMENT = json.decode(document(ROUTES))
WRITTEN = Path(__file__).parents[2] / "protocol" / "openapi.json"


async def fetch(
    house: House, path: str, method: str = "GET", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """Answer status, headers and body."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    async with (
        aiohttp.ClientSession() as session,
        session.request(method, house.url + path, headers=named) as response,
    ):
        return response.status, dict(response.headers), await response.read()


def token(house: House) -> str:
    """Answer what the operator bears."""
    return "Bearer " + (house.settings.data / FILE).read_text("ascii")


async def test_the_server_lives_and_is_ready(house: House) -> None:
    """It says so to anybody, and with how many races."""
    async with house.peer() as anna:
        await house.create(anna)
        for path in ("/healthz", "/readyz"):
            assert await house.get(path) == (200, b'{"races":1}')


async def test_a_server_without_its_journal_is_not_ready(settings: Settings) -> None:
    """Proxies send nobody to a server that could not keep a move."""
    journal: list[HeldJournal] = []

    async def held(*_: object) -> HeldJournal:
        journal.append(HeldJournal())
        return journal[0]

    async with House(settings, open_journal=held).open() as house:
        assert (await house.get("/readyz"))[0] == 200
        journal[0].down = True
        status, body = await house.get("/readyz")

        assert (status, json.decode(body)["code"]) == (503, "not-ready-yet")
        assert (await house.get("/healthz"))[0] == 200
        journal[0].down = False


async def test_every_variant_is_shown(house: House) -> None:
    """With the numbers of its rules."""
    _, headers, body = await fetch(house, "/api/variants")
    shown = json.decode(body, type=VariantList).variants

    assert list(VARIANTS) == [one.id for one in shown]
    assert {one.id: one.limit_ms for one in shown}["strict-royal"] == 600_000
    assert headers["Cache-Control"] == "public, max-age=3600"


async def test_metrics_are_the_operators(house: House) -> None:
    """Nobody else sees them; they count what happens."""
    for shown in ("", "Bearer x", "Basic x"):
        headers = {"Authorization": shown} if shown else {}
        status, _, body = await fetch(house, "/metrics", **headers)
        assert status == 401
        assert json.decode(body)["code"] in {"not-operator", "bad-token"}
    async with house.peer() as anna, house.peer() as zoe:
        made = await house.race(anna)
        await zoe.ask(Watch(1, made.code))
        await zoe.ask(Play(1, "D"))
        status, headers, body = await fetch(house, "/metrics", Authorization=token(house))

    text = body.decode()
    assert status == 200
    assert headers["Content-Type"].startswith("text/plain; version=0.0.4")
    for line in (
        'pantagruel_races{phase="running"} 1.0',
        'pantagruel_sockets{role="watcher"} 1.0',
        'pantagruel_refusals_total{code="watching"} 1.0',
        'pantagruel_http_requests_total{method="GET",route="/metrics",status="401"} 3.0',
    ):
        assert line in text
    assert float(re.findall(r"^pantagruel_journal_writes_total (.+)$", text, re.MULTILINE)[0]) > 4
    assert float(re.findall(r"^pantagruel_messages_total (.+)$", text, re.MULTILINE)[0]) == 5


async def test_a_copy_of_the_store(house: House, tmp_path: Path) -> None:
    """Whole, consistent, and the operator's alone."""
    async with house.peer() as anna:
        made = await house.create(anna)
        assert (await fetch(house, "/api/operator/backup", "POST"))[0] == 401
        status, _, body = await fetch(
            house, "/api/operator/backup", "POST", Authorization=token(house)
        )
    copy = tmp_path / "copy.db"
    copy.write_bytes(body)
    with sqlite3.connect(copy) as store:
        names = store.execute("SELECT name FROM races").fetchall()
        checked = store.execute("PRAGMA integrity_check").fetchone()
    store.close()

    assert status == 200
    assert ([(made.race,)], ("ok",)) == (names, checked)
    assert not list(house.settings.data.glob("backup-*"))


def test_the_token_is_made_once(tmp_path: Path) -> None:
    """Readable by its owner alone."""
    first = operator_token(tmp_path / "data")

    assert operator_token(tmp_path / "data") == first
    assert (tmp_path / "data" / FILE).stat().st_mode & 0o777 == 0o600
    assert is_operator(first, first)
    assert not is_operator(first[:-1], first)
    assert not is_operator("\ud800", first)


async def test_every_answer_tells_browsers_to_beware(house: House) -> None:
    """Whatever is asked, errors too: where we may be shown, and that types are not guessed."""
    for path in ("/", "/join", "/nowhere", "/api/races", "/healthz", "/api/openapi.json"):
        _, headers, _ = await fetch(house, path)
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Server"] == "Pantagruel"
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert "Strict-Transport-Security" not in headers


async def test_browsers_that_came_by_tls_stay_with_it(settings: Settings) -> None:
    """A server whose public address is https says so, and links to it."""
    public = Settings(
        port=0, data=settings.data, public_url="https://race.example", bounds=settings.bounds
    )
    async with House(public).open() as house, house.peer() as anna:
        made = await house.create(anna)
        _, headers, _ = await fetch(house, "/healthz")

        assert headers["Strict-Transport-Security"] == "max-age=31536000"
        assert made.link == f"https://race.example/join#{made.code}"


async def test_pages_of_other_sites(settings: Settings) -> None:
    """Those that the operator named may ask and read; to others nothing is said."""
    friend = "https://friend.example"
    named = Settings(port=0, data=settings.data, origins=(friend,), bounds=settings.bounds)
    async with House(named).open() as house:
        _, headers, _ = await fetch(house, "/api/races", Origin=friend)
        assert headers["Access-Control-Allow-Origin"] == friend
        assert "Access-Control-Allow-Credentials" not in headers
        assert headers["Vary"] == "Origin"
        asked = {"Access_Control_Request_Method": "POST"}
        status, headers, _ = await fetch(house, "/api/races", "OPTIONS", Origin=friend, **asked)
        assert status == 204
        assert headers["Access-Control-Allow-Headers"] == "Authorization, Content-Type"
        status, headers, _ = await fetch(
            house, "/api/races", "OPTIONS", Origin="https://other.example", **asked
        )

        assert status == 405
        assert "Access-Control-Allow-Origin" not in headers


def test_the_document_is_fresh() -> None:
    """Else run `python -m pantagruel_server.edge.openapi`."""
    assert WRITTEN.read_bytes() == document(ROUTES)


async def test_the_document_is_served(house: House) -> None:
    """As it is written."""
    _, _, body = await fetch(house, "/api/openapi.json")

    assert body == document(ROUTES)


def test_the_document_names_every_route() -> None:
    """And nothing else; whatever it refers to is in it."""
    paths = {(method.upper(), path) for path, one in DOCUMENT["paths"].items() for method in one}
    references = set(re.findall(r'"#/components/schemas/(\w+)"', WRITTEN.read_text("utf-8")))

    assert paths == {(route.method, route.path) for route in ROUTES}
    assert references <= set(DOCUMENT["components"]["schemas"])
    names = [one["operationId"] for path in DOCUMENT["paths"].values() for one in path.values()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/races", 200),
        ("/api/races?limit=x", 400),
        ("/api/races/{live}", 200),
        ("/api/races/nowhere", 404),
        ("/api/races/{live}/replay", 409),
        ("/api/races/{over}/replay", 200),
        ("/api/races/{over}", 200),
        ("/api/variants", 200),
        ("/healthz", 200),
        ("/readyz", 200),
        ("/metrics", 401),
    ],
)
async def test_real_answers_are_as_documented(house: House, path: str, status: int) -> None:
    """Each body is what the document says of its status."""
    async with house.peer() as anna, house.peer() as ben:
        live = await house.race(anna, visibility="listed")
        done = await over(house, ben)
        asked = path.format(live=live.race, over=done.race)
        found, _, body = await fetch(house, asked)

    template = path.partition("?")[0]
    template = re.sub(r"\{live\}|\{over\}|nowhere", "{race}", template)
    schema = DOCUMENT["paths"][template]["get"]["responses"][str(status)]["content"]
    reference = schema["application/json"]["schema"]
    validator = jsonschema_rs.validator_for(reference | {"components": DOCUMENT["components"]})
    assert found == status
    validator.validate(json.decode(body))


def test_handlers_are_handlers() -> None:
    """The table holds what the router takes."""
    app = web.Application()
    for route in ROUTES:
        app.router.add_route(route.method, route.path, route.handler)
