"""The door to a server: one player, one socket, kept up for as long as the `async with` lasts."""

from random import Random, SystemRandom
from types import TracebackType
from typing import Literal, Self

from pantagruel_client import web
from pantagruel_client.address import Address
from pantagruel_client.backoff import Backoff
from pantagruel_client.connection import Connection
from pantagruel_client.door import Manner
from pantagruel_client.errors import BadName
from pantagruel_client.races import Races, Replays
from pantagruel_protocol.codecs import CODECS
from pantagruel_protocol.http_api import VariantInfo
from pantagruel_protocol.values import LONGEST_NAME

Encoding = Literal["msgpack", "json"]


class Client:
    """A player's client.

        async with Client("ws://127.0.0.1:8104", name="Panurge") as client:
            race = await client.races.create(variant="strict-royal", seats=2)

    *name* makes a guest; *token*, from an earlier `client.token`, is the same player again.
    *encoding* chooses the subprotocol. A socket that breaks is replaced after waits that
    *backoff* bounds and *chance* draws. Entering raises ServerUnreachable, TokenUnknown or
    another ConnectionLost; BadAddress where *url* is none, BadName where *name* is too long.
    """

    def __init__(  # noqa: PLR0913 - all but the address are named and have a default
        self,
        url: str,
        *,
        name: str | None = None,
        token: str | None = None,
        encoding: Encoding = "msgpack",
        bot: bool = False,
        backoff: Backoff | None = None,
        chance: Random | None = None,
    ) -> None:
        if name and len(name) > LONGEST_NAME:
            msg = f"a name has {LONGEST_NAME} characters at most, this one has {len(name)}"
            raise BadName(msg)
        manner = Manner(
            address=Address.parse(url),
            codec=CODECS[f"pantagruel.v1.{encoding}"],
            name=name if name or token else "Guest",
            token=token,
            bot=bot,
            backoff=backoff or Backoff(),
            chance=chance or SystemRandom(),
        )
        self._connection = Connection(manner)
        self.races = Races(self._connection)
        self.replays = Replays(self._connection)

    async def open(self) -> None:
        """Connect; `async with` does it for you."""
        await self._connection.open()

    async def close(self) -> None:
        """Say goodbye; `async with` does it for you."""
        await self._connection.close()

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def variants(self) -> tuple[VariantInfo, ...]:
        """Answer the rules of every variant that the server deals."""
        return (await web.variants(self._connection.manner.address)).variants

    @property
    def player(self) -> str:
        """The own player id."""
        return self._connection.welcomed.player

    @property
    def name(self) -> str:
        """The own name, as the server normalised it."""
        return self._connection.welcomed.name

    @property
    def token(self) -> str:
        """The secret that is this player: keep it to come back, show it to nobody."""
        return self._connection.known_token
