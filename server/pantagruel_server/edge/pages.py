"""The one page without a game in it: how to take part from a terminal."""

import base64
import hashlib

from aiohttp import web

STYLE = """
body { margin: 0 auto; max-width: 42rem; padding: 1.5rem; font: 1.1rem/1.6 Georgia, serif;
  color: #221a14; background: #fbf4e0; overflow-wrap: anywhere; }
h1 { color: #a4151c; font-size: 1.8rem; }
code, pre { font: 0.95rem/1.5 ui-monospace, monospace; }
pre { background: #221a14; color: #fbf4e0; padding: 0.8rem 1rem; white-space: pre-wrap; }
a { color: #a4151c; }
"""
PAGE = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pantagruel</title>
<style>{STYLE}</style>
</head>
<body>
<h1>Pantagruel</h1>
<p>This is a server for races at double-deck Klondike: everybody plays the same secret deal,
and every move is judged here. For now one plays from a terminal.</p>
<p>Were you sent a link? Copy it, with all that follows the <code>#</code>, and type</p>
<pre>pantagruel play LINK</pre>
<p>to take a seat, or</p>
<pre>pantagruel watch LINK</pre>
<p>to watch. The races that anybody may join are listed by <code>pantagruel races</code>. The
command comes with Python 3.11 or newer: install the package <code>pantagruel</code>.</p>
<p>Programs find everything in <a href="/api/openapi.json">/api/openapi.json</a>.</p>
</body>
</html>
""".encode()
_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
POLICY = (
    f"default-src 'none'; style-src 'sha256-{_HASH}'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)


async def page(_request: web.Request) -> web.Response:
    """Say what this is. The code after a link's # never leaves the browser."""
    headers = {"Content-Security-Policy": POLICY, "Cache-Control": "no-cache"}
    return web.Response(body=PAGE, content_type="text/html", charset="utf-8", headers=headers)
