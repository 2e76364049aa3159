"""The blocking twin of the client: the same names and errors, for programs without `async`.

    with Client("ws://127.0.0.1:8104", name="Panurge") as client:
        race = client.races.create(variant="strict-royal", seats=1)
        race.ready()

The client lives in a thread of its own, and any number of threads may use it at once. A `view` is
a picture of the moment at which it was asked for.
"""

from collections.abc import Iterator
from random import Random
from types import TracebackType
from typing import Self

from pantagruel_client import client as twin_client
from pantagruel_client import race as twin_race
from pantagruel_client import races as twin_races
from pantagruel_client.backoff import Backoff
from pantagruel_client.client import Encoding
from pantagruel_client.events import RaceEvent
from pantagruel_client.portal import Opens, Portal, Proxy, Waits
from pantagruel_client.view import RaceView
from pantagruel_client.watchview import WatchView
from pantagruel_protocol.values import Placing


class Race(Proxy[twin_race.Race]):
    """A seat in a race, as `pantagruel.Race`; each method waits for its answer."""

    ready = Waits(twin_race.Race.ready)
    unready = Waits(twin_race.Race.unready)
    start = Waits(twin_race.Race.start)
    play = Waits(twin_race.Race.play)
    finish = Waits(twin_race.Race.finish)
    bank = Waits(twin_race.Race.bank)
    forfeit = Waits(twin_race.Race.forfeit)
    agree = Waits(twin_race.Race.agree)
    say = Waits(twin_race.Race.say)
    settings = Waits(twin_race.Race.settings)
    kick = Waits(twin_race.Race.kick)
    cancel = Waits(twin_race.Race.cancel)
    leave = Waits(twin_race.Race.leave)
    # The classes are not there yet while these lines run.
    watch = Opens(twin_race.Race.watch, lambda portal, twin: Watch(portal, twin))  # noqa: PLW0108
    rematch = Opens(twin_race.Race.rematch, lambda portal, twin: Race(portal, twin))  # noqa: PLW0108
    followed = Opens(
        twin_race.Race.followed, lambda portal, twin: None if twin is None else Race(portal, twin)
    )

    @property
    def id(self) -> str:
        return self._twin.id

    @property
    def code(self) -> str:
        """What others join by."""
        return self._twin.code

    @property
    def view(self) -> RaceView:
        """The race as it is now."""
        return self._portal.get(self._twin.view.copy)

    @property
    def next(self) -> "Race | None":
        """The rematch, once the server has carried this player there."""
        twin = self._portal.get(lambda: self._twin.next)
        return None if twin is None else Race(self._portal, twin)

    @property
    def results(self) -> tuple[Placing, ...]:
        """The final table, best first; empty until the race is over."""
        return self._twin.results

    def events(self, *, linger: bool = False) -> Iterator[RaceEvent]:
        """Yield what happens; there is one stream, as in the twin, and threads share it."""
        return self._portal.walk(self._twin.events(linger=linger))


class Watch(Proxy[twin_race.Watch]):
    """A race that is watched, as `pantagruel.Watch`; each method waits for its answer."""

    say = Waits(twin_race.Watch.say)
    start = Waits(twin_race.Watch.start)
    settings = Waits(twin_race.Watch.settings)
    kick = Waits(twin_race.Watch.kick)
    cancel = Waits(twin_race.Watch.cancel)
    leave = Waits(twin_race.Watch.leave)
    join = Opens(twin_race.Watch.join, Race)
    rematch = Opens(twin_race.Watch.rematch, lambda portal, twin: Watch(portal, twin))  # noqa: PLW0108
    followed = Opens(
        twin_race.Watch.followed,
        lambda portal, twin: None if twin is None else Watch(portal, twin),
    )

    @property
    def id(self) -> str:
        return self._twin.id

    @property
    def code(self) -> str:
        """What others join by."""
        return self._twin.code

    @property
    def view(self) -> WatchView:
        """The race as it is now."""
        return self._portal.get(self._twin.view.copy)

    @property
    def next(self) -> "Watch | None":
        """The rematch, once the server has carried this watcher there."""
        twin = self._portal.get(lambda: self._twin.next)
        return None if twin is None else Watch(self._portal, twin)

    @property
    def results(self) -> tuple[Placing, ...]:
        """The final table, best first; empty until the race is over."""
        return self._twin.results

    def events(self, *, linger: bool = False) -> Iterator[RaceEvent]:
        """Yield what happens; there is one stream, as in the twin, and threads share it."""
        return self._portal.walk(self._twin.events(linger=linger))


class Races(Proxy[twin_races.Races]):
    """`client.races`: every way into a race."""

    create = Opens(twin_races.Races.create, Race)
    list = Waits(twin_races.Races.list)
    show = Waits(twin_races.Races.show)
    join = Opens(twin_races.Races.join, Race)
    watch = Opens(twin_races.Races.watch, Watch)


class Replays(Proxy[twin_races.Replays]):
    """`client.replays`: what is left of a race that is over."""

    get = Waits(twin_races.Replays.get)
    download = Waits(twin_races.Replays.download)


class Client(Proxy[twin_client.Client]):
    """A player's client, as `pantagruel.Client` with the same arguments, for `with`."""

    variants = Waits(twin_client.Client.variants)
    _opening = Waits(twin_client.Client.open)
    _closing = Waits(twin_client.Client.close)

    def __init__(  # noqa: PLR0913 - those of the twin
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
        twin = twin_client.Client(
            url,
            name=name,
            token=token,
            encoding=encoding,
            bot=bot,
            backoff=backoff,
            chance=chance,
        )
        super().__init__(Portal(), twin)
        self.races = Races(self._portal, twin.races)
        self.replays = Replays(self._portal, twin.replays)

    def open(self) -> None:
        """Connect; `with` does it for you."""
        self._portal.open()
        try:
            self._opening()
        except BaseException:
            self._portal.close()
            raise

    def close(self) -> None:
        """Say goodbye; `with` does it for you."""
        if not self._portal.closed:
            try:
                self._closing()
            finally:
                self._portal.close()

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def player(self) -> str:
        """The own player id."""
        return self._twin.player

    @property
    def name(self) -> str:
        """The own name, as the server normalised it."""
        return self._twin.name

    @property
    def token(self) -> str:
        """The secret that is this player: keep it to come back, show it to nobody."""
        return self._twin.token
