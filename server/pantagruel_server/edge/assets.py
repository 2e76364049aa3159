"""The files of the browser client, read and compressed once, under addresses that never change.

An address has the digest of all files in it, so that a browser may keep what it has for ever and
never mixes the modules of two versions. Only pages are asked for again.
"""

import gzip
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path, PurePosixPath
from posixpath import normpath

KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
TEXT = "; charset=utf-8"
PATH = "/assets/"
LEAST_PACKED = 500  # bytes; of less, the headers weigh more than what packing spares
_INCLUDE = re.compile(rb"<!-- include (\w+) -->\n?")
_SCRIPT = re.compile(r'<script type="module" src="assets/([^"]+)"')
_IMPORT = re.compile(r'^(?:import|export)\b[^;"]*?"(\.{1,2}/[^"]+)"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Asset:
    """One file as it is sent; *packed* by gzip, or None where that spares nothing."""

    body: bytes
    packed: bytes | None
    kind: str
    etag: str


@dataclass(frozen=True, slots=True)
class Site:
    """Pages by their path, other files by their path below the address of this version."""

    digest: str
    pages: Mapping[str, Asset]
    files: Mapping[str, Asset]


@cache
def read(folder: Path) -> Site:
    """Read, once, the browser client in *folder*.

    `NAME.html` becomes the page `/NAME`, index.html `/` and `/join`. In pages
    `<!-- include NAME -->` stands for fragments/NAME.html and `"assets/` for the address of this
    version, relative as everything in pages, so that they work below a proxy's path too. Every
    module that a page's script imports is named in it: a browser asks for all of them at once.
    """
    sources = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.suffix in KINDS
    }
    digest = sha256()
    for name, body in sources.items():
        digest.update(f"{name}\0{len(body)}\0".encode() + body)
    version = digest.hexdigest()[:16]
    pages = {
        _page_path(name): _asset(name, _page(body, sources, version))
        for name, body in sources.items()
        if name.endswith(".html") and "/" not in name
    }
    if "/" in pages:
        pages["/join"] = pages["/"]
    files = {name: _asset(name, body) for name, body in sources.items() if ".html" not in name}
    return Site(version, pages, files)


def _page_path(name: str) -> str:
    stem = name.removesuffix(".html")
    return "/" if stem == "index" else f"/{stem}"


def _asset(name: str, body: bytes) -> Asset:
    packed = gzip.compress(body, 9, mtime=0)
    spares = len(body) >= LEAST_PACKED and len(packed) < len(body)
    kind = KINDS[PurePosixPath(name).suffix] + TEXT
    return Asset(body, packed if spares else None, kind, sha256(body).hexdigest()[:16])


def _page(body: bytes, sources: Mapping[str, bytes], version: str) -> bytes:
    whole = _INCLUDE.sub(lambda found: sources[f"fragments/{found[1].decode()}.html"], body)
    preloads = "".join(
        f'<link rel="modulepreload" href="assets/{name}">\n'
        for script in _SCRIPT.findall(whole.decode())
        for name in sorted(set(_imported(script, sources)))
    )
    named = whole.replace(b"</head>", preloads.encode() + b"</head>")
    return named.replace(b'"assets/', f'"assets/{version}/'.encode())


def _imported(script: str, sources: Mapping[str, bytes]) -> Iterator[str]:
    """Name the modules that *script* imports and those that they import."""
    seen, waiting = {script}, [script]
    while waiting:
        name = waiting.pop()
        for target in _IMPORT.findall(sources[name].decode()):
            module = normpath(f"{PurePosixPath(name).parent}/{target}")
            if module not in seen:
                seen.add(module)
                waiting.append(module)
                yield module
