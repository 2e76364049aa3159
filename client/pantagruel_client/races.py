"""Ways to a seat: create a race or join one; and what is left of it, the replay."""

from msgspec import ValidationError, convert

from pantagruel_client import web
from pantagruel_client.connection import Connection
from pantagruel_client.errors import RequestRefused
from pantagruel_client.lookout import Lookout
from pantagruel_client.race import Race, Watch
from pantagruel_client.seat import Seat
from pantagruel_protocol import replay_file
from pantagruel_protocol.client_messages import Join
from pantagruel_protocol.client_messages import Watch as AskToWatch
from pantagruel_protocol.codes import MEANINGS, Code
from pantagruel_protocol.replay_file import ReplayFile
from pantagruel_protocol.values import Id, RankBy


class Races:
    """`client.races`: every way into a race. A client is in one race at a time."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def create(
        self,
        *,
        variant: str,
        seats: int | None = None,
        limit_ms: int | None = None,
        rank_by: RankBy | None = None,
        passes: int | None = None,
        seed: str | None = None,
    ) -> Race:
        """Open a race as its host and take a seat in it.

        *seed* fixes the deal (practice only), *passes* overrides the variant's limit. What is
        left out is the server's choice. Raises RequestRefused.
        """
        connection = self._connection
        self._check_free()
        wanted = web.NewRace(variant, seats, limit_ms, rank_by, passes, seed)
        created = await web.create(connection.manner.address, connection.known_token, wanted)
        return await self.join(created.code)

    async def join(self, code: str) -> Race:
        """Take a seat in the race that *code* names, or one's own again; raises RequestRefused."""
        connection = self._connection
        self._check_free()
        code = _entry(code)
        seat = Seat(connection.welcomed.player, code)
        await connection.move(Join(connection.pending.next_q(), code), seat)
        return Race(connection, seat, await seat.entered())

    async def watch(self, code: str) -> Watch:
        """Watch the race with this code or id; raises RequestRefused."""
        connection = self._connection
        self._check_free()
        code = _entry(code)
        lookout = Lookout(connection.welcomed.player, code)
        await connection.move(AskToWatch(connection.pending.next_q(), code), lookout)
        return Watch(connection, lookout, await lookout.entered())

    def _check_free(self) -> None:
        if self._connection.roles.places:
            raise RequestRefused(Code.IN_RACE, MEANINGS[Code.IN_RACE].text)


def _entry(code: str) -> str:
    try:
        return convert(code.strip(), Id)
    except ValidationError:  # no code looks like that; the server would end the connection
        raise RequestRefused(Code.UNKNOWN_CODE, MEANINGS[Code.UNKNOWN_CODE].text) from None


class Replays:
    """`client.replays`: what is left of a race that is over."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def get(self, race: str) -> ReplayFile:
        """Fetch the replay of *race*; raises RequestRefused until the race is over."""
        return replay_file.read(await self.download(race))

    async def download(self, race: str) -> bytes:
        """Fetch the replay file of *race* as it is to be kept."""
        return await web.replay(self._connection.manner.address, race)
