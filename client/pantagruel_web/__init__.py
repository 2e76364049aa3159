"""The browser client: files that a server hands out as they are, and the tools that write some."""

from pathlib import Path

ASSETS = Path(__file__).parent / "assets"
