"""Ways into a race: create, find, join or watch one; and what is left of it, the replay."""

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
from pantagruel_protocol.http_api import NewRace, RaceInfo, RaceList
from pantagruel_protocol.replay_file import ReplayFile
from pantagruel_protocol.values import Faces, Id, Phase, RankBy, Talk, Visibility


class Races:
    """`client.races`: every way into a race. A client is in one race at a time."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def create(  # noqa: PLR0913 - each is an option of a race, named, with a default
        self,
        *,
        variant: str,
        seats: int = 2,
        limit_ms: int | None = None,
        bell_ms: int | None = None,
        rank_by: RankBy = "time",
        passes: int | None = None,
        seed: str | None = None,
        title: str = "",
        visibility: Visibility = "code",
        faces: Faces = 0,
        chat: Talk = "all",
    ) -> Race:
        """Open a race as its host and take a seat in it.

        *bell_ms* is how long after the first win the race ends; *passes* overrides the variant's
        limit; *seed* fixes the deal (practice only). *title*, *visibility*, *faces* (how many
        seconds late watchers see them, or "end") and *chat* may be changed until the countdown.
        What is None is the server's choice. Raises RequestRefused.
        """
        connection = self._connection
        self._check_free()
        wanted = NewRace(
            variant=variant,
            seats=seats,
            limit_ms=limit_ms,
            bell_ms=bell_ms,
            rank_by=rank_by,
            passes=passes,
            seed=seed,
            title=title,
            visibility=visibility,
            faces=faces,
            chat=chat,
        )
        created = await web.create(connection.manner.address, connection.known_token, wanted)
        race = await self.join(created.code)
        race.link = created.link
        return race

    async def list(
        self,
        *,
        phase: Phase | None = None,
        variant: str | None = None,
        after: str | None = None,
        limit: int | None = None,
    ) -> RaceList:
        """Answer the listed races, those that can be joined first, then the newest.

        The answer's *next*, given as *after*, asks for more.
        """
        address = self._connection.manner.address
        return await web.races(address, phase=phase, variant=variant, after=after, limit=limit)

    async def show(self, race: str) -> RaceInfo:
        """Answer what may be known of the race with this id, live or over."""
        return await web.race(self._connection.manner.address, race)

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
