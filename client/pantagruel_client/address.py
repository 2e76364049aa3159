"""Where a server is: one address, read from any of the forms that people share."""

import ipaddress
from typing import NamedTuple, Self
from urllib.parse import urlsplit

DEFAULT_PORT = 8104
LOOPBACK = f"127.0.0.1:{DEFAULT_PORT}"
SECURE = {"ws": False, "http": False, "wss": True, "https": True}


class BadAddress(ValueError):
    """The text is no address of a server; the message shows it."""


class Address(NamedTuple):
    """A server's host, port and the path that a proxy may put in front."""

    host: str
    port: int
    secure: bool = False
    path: str = ""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `host`, `host:port`, or a ws, wss, http or https URL of the server or its page."""
        bare = "://" not in text
        try:
            parts = urlsplit(f"ws://{text}" if bare else text)
            port = parts.port
        except ValueError as error:
            msg = f"{text!r} is no server address: {error}"
            raise BadAddress(msg) from None
        if parts.scheme not in SECURE or not parts.hostname or parts.username:
            msg = f"{text!r} is no server address: try ws://HOST:{DEFAULT_PORT}"
            raise BadAddress(msg)
        secure = SECURE[parts.scheme]
        # A URL without a port means the web's own, as behind a proxy; a bare host means ours.
        usual = DEFAULT_PORT if bare else 443 if secure else 80
        path = parts.path.rstrip("/")
        for page in ("/ws", "/join"):
            path = path.removesuffix(page)
        return cls(parts.hostname, usual if port is None else port, secure, path)

    @property
    def authority(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    @property
    def socket(self) -> str:
        """The URL of the WebSocket."""
        return f"{'wss' if self.secure else 'ws'}://{self.authority}{self.path}/ws"

    def page(self, path: str) -> str:
        """Answer the URL of *path*, which starts with a slash, on the same server."""
        return f"{'https' if self.secure else 'http'}://{self.authority}{self.path}{path}"

    @property
    def loopback(self) -> bool:
        """Whether the server is on this machine, where a proxy has no business."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    def __str__(self) -> str:
        return f"{'wss' if self.secure else 'ws'}://{self.authority}{self.path}"
