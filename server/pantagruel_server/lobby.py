"""Between the door and the races: opens races, finds them by code, and hands out seats."""

from asyncio import Future
from typing import assert_never

from pantagruel_protocol.client_messages import (
    Bank,
    Finish,
    Forfeit,
    Play,
    Ready,
    Start,
    Unready,
)
from pantagruel_server.clock import Clock
from pantagruel_server.entropy import Entropy, plain_code
from pantagruel_server.identity import Identity, Player
from pantagruel_server.race.commands import (
    BankGame,
    FinishGame,
    ForfeitGame,
    JoinRace,
    LeaveRace,
    MakeReady,
    MakeUnready,
    PlayMove,
    RaceCommand,
    StartRace,
)
from pantagruel_server.race.opening import Ids, Options, Secrets, opened
from pantagruel_server.rooms.actor import Actor
from pantagruel_server.rooms.audience import Socket
from pantagruel_server.rooms.pipeline import Answer
from pantagruel_server.rooms.registry import Registry

RaceRequest = Ready | Unready | Start | Play | Finish | Bank | Forfeit


class Lobby:
    """Where players are before they are in a race."""

    def __init__(
        self, registry: Registry, clock: Clock, entropy: Entropy, identity: Identity
    ) -> None:
        self._registry = registry
        self._identity = identity
        self._clock = clock
        self._entropy = entropy

    async def open(self, host: Player, options: Options) -> Actor:
        """Open a race for *host*, who is kept; raises BadOptions, Full or JournalError."""
        draw = self._entropy
        ids = Ids(race=draw.id(), deal_id=draw.id(), code=self._free_code(), host=host.id)
        secrets = Secrets(server_seed=draw.seed(), salt=draw.seed())
        event = opened(options, ids, secrets, self._clock.wall_ms())
        await self._identity.keep(host)
        return await self._registry.open(event)

    def seat_by_code(self, code: str, player: Player, socket: Socket) -> "Seat | None":
        """Lead *player* to the race that a join code names, if there is one."""
        actor = self._registry.by_code(plain_code(code))
        return None if actor is None else Seat(actor, player, socket, self._identity)

    def seat_in(self, race: str, player: Player, socket: Socket) -> "Seat | None":
        """Lead *player* to a race, if it is live."""
        actor = self._registry.by_id(race)
        return None if actor is None else Seat(actor, player, socket, self._identity)

    def _free_code(self) -> str:
        while self._registry.by_code(code := self._entropy.code()) is not None:
            pass
        return code


class Seat:
    """A player's place in one race, as one socket wishes to hold it."""

    __slots__ = ("_actor", "_identity", "_player", "_socket")

    def __init__(self, actor: Actor, player: Player, socket: Socket, identity: Identity) -> None:
        self._actor = actor
        self._identity = identity
        self._player = player
        self._socket = socket

    def join(self, answer: Answer) -> None:
        """Take a free seat, or the one that the player has there already."""
        player = self._player
        command = JoinRace(player.id, player.name, player.bot)
        self._actor.join(command, self._socket, answer)
        if self._actor.race.seat_of(player.id) is not None:
            # In the same flush as the event of the seat: no answer comes before both are on disk.
            self._identity.keep(player).add_done_callback(Future.exception)

    def resume(self, after_s: int, answer: Answer) -> None:
        """Take up the player's seat, from its frame *after_s* on."""
        self._actor.resume(self._player.id, after_s, self._socket, answer)

    def ask(self, message: RaceRequest, answer: Answer) -> None:
        """Put what the player asks before the race."""
        self._actor.submit(_command(self._player.id, message), answer)

    def leave(self, answer: Answer) -> None:
        """Give the seat up, or leave its race alone if that is not possible any more."""
        if self._actor.race.seat_of(self._player.id) is None:
            answer.accepted()
        else:
            self._actor.submit(LeaveRace(self._player.id), answer)

    def drop(self) -> None:
        """Let the race forget the socket; the seat stays the player's."""
        self._actor.drop(self._player.id, self._socket)


def _command(player: str, message: RaceRequest) -> RaceCommand:  # noqa: PLR0911 -- one line a message
    match message:
        case Play(n, m):
            return PlayMove(player, n, m)
        case Finish(n):
            return FinishGame(player, n)
        case Bank(n):
            return BankGame(player, n)
        case Forfeit(n):
            return ForfeitGame(player, n)
        case Ready(nonce=nonce):
            return MakeReady(player, nonce)
        case Unready():
            return MakeUnready(player)
        case Start(without_unready=without_unready):
            return StartRace(player, without_unready)
        case _:
            assert_never(message)
