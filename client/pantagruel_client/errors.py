"""What the client raises; the text of each is one plain line."""

from pantagruel_protocol.codes import Code


class ClientError(Exception):
    """Anything that the client raises on purpose."""


class BadName(ClientError):
    """The name is longer than names are; what letters it may have is for the server to say."""


class ServerUnreachable(ClientError):
    """Nobody lets us in at the address, or what answers there is no race server.

    *retry_s* is how long the server asks to wait, where it asks.
    """

    def __init__(self, why: str, retry_s: float = 0.0) -> None:
        super().__init__(why)
        self.retry_s = retry_s


class ConnectionLost(ClientError):
    """The socket is gone for good: retries are used up, or the server closed it finally.

    *close* is the close code that came, where one came.
    """

    def __init__(self, why: str, close: int | None = None) -> None:
        super().__init__(why)
        self.close = close


class SeatTaken(ConnectionLost):
    """A newer socket of the same player took the seat; taking it back would start a quarrel."""


class Kicked(ConnectionLost):
    """The host sent this player away from the race, for good."""


class TokenUnknown(ConnectionLost):
    """The server knows nobody with this token: come in by name again."""


class RequestRefused(ClientError):
    """The server, or the dialogue before it, refused a request; nothing changed."""

    def __init__(self, code: Code, why: str) -> None:
        super().__init__(f"{why} ({code})")
        self.code = code
        self.why = why


class MoveRefused(RequestRefused):
    """A command was refused: *reason* names the rule, *cards* the visible cards that clash."""

    def __init__(
        self, code: Code, why: str, reason: str | None = None, cards: tuple[str, ...] = ()
    ) -> None:
        super().__init__(code, why)
        self.reason = reason
        self.cards = cards


class Disagreement(ClientError):
    """The server's answer breaks the rules as our own engine knows them."""
