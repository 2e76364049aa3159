"""The files of the browser client: their addresses, how long they keep, what they weigh."""

import gzip
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import aiohttp
import pytest

from pantagruel_server.edge.assets import PATH, Site, read
from pantagruel_server.settings import Bounds, Settings
from pantagruel_web import ASSETS
from tests.server.house import House

PAGE = b"""<!doctype html>
<head>
<!-- include head -->
<script type="module" src="assets/pages/one.js"></script>
</head>
"""
FILES = {
    "index.html": PAGE,
    "fragments/head.html": b'<link rel="stylesheet" href="assets/one.css">\n',
    "one.css": b"a { color: red; }\n" * 100,
    "pages/one.js": b'import { two } from "../two.js";\nexport * from "./three.js";\n',
    "pages/three.js": b'import {\n  two,\n} from "../two.js";\n',
    "two.js": b"export const two = 2;\n",
    "notes.d.ts": b"export type One = 1;\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write a small browser client."""
    for name, body in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(body)
    return tmp_path


def test_pages_name_this_version_and_every_module(folder: Path) -> None:
    """Fragments are put in, and what is imported further down is asked for with the rest."""
    site = read(folder)
    page = site.pages["/"].body.decode()

    named = re.findall(r'(?:href|src)="([^"]+)"', page)
    below = f"assets/{site.digest}/"
    assert sorted(named) == [
        below + name for name in ("one.css", "pages/one.js", "pages/three.js", "two.js")
    ]
    assert site.pages["/join"] is site.pages["/"]


def test_another_version_has_other_addresses(folder: Path) -> None:
    """One letter in one file is enough; types and fragments are not served."""
    before = read(folder)
    read.cache_clear()
    (folder / "two.js").write_text("export const two = 3;\n")
    after = read(folder)

    assert before.digest != after.digest
    assert set(before.files) == {"one.css", "pages/one.js", "pages/three.js", "two.js"}


def test_what_packing_spares(folder: Path) -> None:
    """Long files are packed, the same way each time; short ones are not."""
    files = read(folder).files
    packed = files["one.css"].packed

    assert packed is not None
    assert gzip.decompress(packed) == FILES["one.css"]
    assert files["two.js"].packed is None


@pytest.fixture
def site() -> Site:
    """Read the client that we serve."""
    return read(ASSETS)


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes


async def fetch(house: House, path: str, method: str = "GET", **headers: str) -> Answer:
    """Ask for *path* as it stands, without unpacking the answer."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    timeout = aiohttp.ClientTimeout(total=5)
    async with (
        aiohttp.ClientSession(timeout=timeout, auto_decompress=False) as session,
        session.request(
            method, house.url + path, headers=named, skip_auto_headers=["Accept-Encoding"]
        ) as response,
    ):
        return Answer(response.status, response.headers, await response.read())


async def test_every_page_and_file_is_there(house: House, site: Site) -> None:
    """Pages are asked for again, files never; nothing else may run in them than our scripts."""
    for path in site.pages:
        response = await fetch(house, path)
        assert response.status == 200, path
        assert response.headers["Cache-Control"] == "no-cache"
        assert response.headers["Content-Type"] == "text/html; charset=utf-8"
        assert "default-src 'self'" in response.headers["Content-Security-Policy"]
    for name in site.files:
        response = await fetch(house, f"{PATH}{site.digest}/{name}")
        assert response.status == 200, name
        assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"


async def test_scripts_bear_what_scripts_need(house: House, site: Site) -> None:
    """No type is guessed and no other site may run them; what is said of pages is left out."""
    bare = [name for name in site.files if name.endswith((".js", ".css"))]
    for name in (*bare, "icon.svg"):
        headers = (await fetch(house, f"/assets/{site.digest}/{name}")).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert ("Content-Security-Policy" in headers) == (name not in bare)
        assert ("X-Frame-Options" in headers) == (name not in bare)


async def test_a_page_that_has_not_changed(house: House) -> None:
    """Its bytes are not sent twice; HEAD sends none."""
    first = await fetch(house, "/")
    tag = first.headers["ETag"]

    assert (await fetch(house, "/", If_None_Match=tag)).status == 304
    assert (await fetch(house, "/", If_None_Match=f'W/{tag}, "x"')).status == 304
    assert (await fetch(house, "/", If_None_Match='"x"')).status == 200
    head = await fetch(house, "/", "HEAD")
    assert (head.status, head.body) == (200, b"")


async def test_packed_for_those_who_unpack(house: House, site: Site) -> None:
    """Both forms are the same file, and caches are told that there are two."""
    path = f"{PATH}{site.digest}/css/base.css"
    packed = await fetch(house, path, Accept_Encoding="br, gzip")
    plain = await fetch(house, path, Accept_Encoding="br, gzip;q=0")

    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert gzip.decompress(packed.body) == plain.body
    assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize(
    "path",
    [
        "/assets/0000000000000000/css/base.css",
        "/assets/{digest}/none.css",
        "/assets/{digest}/../__init__.py",
        "/assets/{digest}/%2e%2e/__init__.py",
        "/assets/{digest}/types.d.ts",
        "/assets/{digest}/",
        "/index.html",
    ],
)
async def test_nothing_else_is_served(house: House, site: Site, path: str) -> None:
    """Only what was read at the start, in this version."""
    assert (await fetch(house, path.format(digest=site.digest))).status == 404


async def test_files_do_not_count_as_requests(settings: Settings, site: Site) -> None:
    """A whole class that opens the page from one address still gets its modules."""
    bounds = Bounds(request_rate=1, request_burst=3)
    slow = Settings(port=0, data=settings.data, bounds=bounds)
    async with House(slow).open() as house:
        for _ in range(9):
            file = await fetch(house, f"{PATH}{site.digest}/css/base.css")
            assert file.status == 200
        statuses = [(await fetch(house, "/")).status for _ in range(4)]

    assert statuses == [200, 200, 200, 429]
