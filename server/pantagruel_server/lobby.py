"""Between the door and the races: opens races, finds them by code, and hands out seats."""

from asyncio import Future
from typing import assert_never

from pantagruel_protocol.client_messages import (
    Agree,
    Bank,
    Cancel,
    Finish,
    Forfeit,
    Kick,
    Play,
    Ready,
    Say,
    Settings,
    Start,
    Unready,
)
from pantagruel_protocol.codes import Code
from pantagruel_protocol.values import LONGEST_CHAT, LONGEST_TITLE
from pantagruel_server.clock import Clock
from pantagruel_server.entropy import Entropy, plain_code
from pantagruel_server.identity import Identity, Player
from pantagruel_server.journal.port import JournalError
from pantagruel_server.names import BadText, clean_text
from pantagruel_server.race.commands import (
    AgreeToClose,
    BankGame,
    CancelRace,
    ChangeSettings,
    FinishGame,
    ForfeitGame,
    JoinRace,
    KickPlayer,
    LeaveRace,
    MakeReady,
    MakeUnready,
    PlayMove,
    RaceCommand,
    Refusal,
    SayText,
    StartRace,
)
from pantagruel_server.race.events import RaceRematched
from pantagruel_server.race.opening import Ids, Options, Secrets, again, opened
from pantagruel_server.rooms import rematch
from pantagruel_server.rooms.actor import Actor
from pantagruel_server.rooms.audience import Socket
from pantagruel_server.rooms.pipeline import Answer
from pantagruel_server.rooms.registry import Full, Registry

PlainRequest = Ready | Unready | Start | Cancel | Agree | Play | Finish | Bank | Forfeit
RaceRequest = PlainRequest | Settings | Kick | Say


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
        return None if actor is None else Seat(actor, player, socket, self)

    def seat_for_watching(self, code: str, player: Player, socket: Socket) -> "Seat | None":
        """Lead *player* to the race that a join code or an id names, if it is live."""
        return self.seat_in(code, player, socket) or self.seat_by_code(code, player, socket)

    def seat_in(self, race: str, player: Player, socket: Socket) -> "Seat | None":
        """Lead *player* to a race, if it is live."""
        actor = self._registry.by_id(race)
        return None if actor is None else Seat(actor, player, socket, self)

    def rematch(self, actor: Actor, player: Player, socket: Socket, answer: Answer) -> None:
        """Open the race that follows, and lead everybody there who is here; once."""
        refusal = rematch.forbidden(actor, player.id)
        following = self._registry.by_code(actor.race.rematch or "")
        if actor.race.rematch is not None and following is not None:
            answer.accepted()
            rematch.carry_one(actor, following, player.id, socket)
        elif refusal is not None:
            answer.refused(refusal)
        else:
            actor.opening_rematch = True
            self._registry.spawn(self._rematch(actor, player, answer))

    async def _rematch(self, actor: Actor, player: Player, answer: Answer) -> None:
        try:
            new = await self.open(player, again(actor.race))
        except Full:
            answer.refused(Refusal(Code.BUSY, "as many races are live as this server takes"))
            return
        except JournalError:
            answer.refused(Refusal(Code.UNAVAILABLE, "the journal does not answer"))
            return
        finally:
            actor.opening_rematch = False
        now = self._clock.wall_ms()
        actor.rematched(RaceRematched(player.id, new.id, new.code, now))
        answer.accepted()
        rematch.carry(actor, new)

    def keep(self, player: Player) -> None:
        """Have *player* on disk in the same flush as what was appended just now."""
        self._identity.keep(player).add_done_callback(Future.exception)

    def _free_code(self) -> str:
        while self._registry.by_code(code := self._entropy.code()) is not None:
            pass
        return code


class Seat:
    """A player's place in one race, seated or watching, as one socket wishes to hold it."""

    __slots__ = ("_lobby", "_player", "_socket", "actor")

    def __init__(self, actor: Actor, player: Player, socket: Socket, lobby: Lobby) -> None:
        self.actor = actor
        self._lobby = lobby
        self._player = player
        self._socket = socket

    def join(self, answer: Answer) -> None:
        """Take a free seat, or the one that the player has there already."""
        player, actor = self._player, self.actor
        actor.join(JoinRace(player.id, player.name, player.bot), self._socket, answer)
        if actor.race.seat_of(player.id) is None:
            return
        # In the same flush as the event of the seat: no answer comes before both are on disk.
        self._lobby.keep(player)

    def watch(self, answer: Answer) -> None:
        """Watch; a seat that this socket holds is given up, if the race has not begun."""
        self.actor.watch(self._player.id, self._socket, answer)

    def leads(self, code: str) -> bool:
        """Say whether *code*, a join code or an id, names this race."""
        return code == self.actor.id or plain_code(code) == self.actor.code

    def rematch(self, answer: Answer) -> None:
        """Call for another race of all who are here."""
        self._lobby.rematch(self.actor, self._player, self._socket, answer)

    def unwatch(self, answer: Answer) -> None:
        """Watch no more."""
        self.actor.unwatch(self._socket, answer)

    def resume(self, after_s: int, answer: Answer) -> None:
        """Take up the player's seat, from its frame *after_s* on."""
        self.actor.resume(self._player.id, after_s, self._socket, answer)

    def ask(self, message: RaceRequest, answer: Answer) -> None:
        """Put what the player asks before the race."""
        try:
            command = self._command(message)
        except BadText as fault:
            answer.refused(Refusal(Code.BAD_FIELD, str(fault)))
        else:
            self.actor.submit(command, answer)

    def leave(self, answer: Answer) -> None:
        """Give the seat up, or leave its race alone if that is not possible any more."""
        if self.actor.race.seat_of(self._player.id) is None:
            answer.accepted()
        else:
            self.actor.submit(LeaveRace(self._player.id), answer)

    def drop(self) -> None:
        """Let the race forget the socket; the seat stays the player's."""
        self.actor.drop(self._player.id, self._socket)

    def _command(self, message: RaceRequest) -> RaceCommand:
        """Write a request as a command; raises BadText."""
        player = self._player
        match message:
            case Settings(name=title, visibility=visibility, faces=faces, chat=chat):
                title = clean_text(title, LONGEST_TITLE) if title else title
                return ChangeSettings(player.id, title, visibility, faces, chat)
            case Kick(player=kicked):
                return KickPlayer(player.id, kicked, self.actor.audience.watches(kicked))
            case Say(text=text):
                return SayText(player.id, player.name, clean_text(text, LONGEST_CHAT))
            case _:
                return _command(player.id, message)


def _command(player: str, message: PlainRequest) -> RaceCommand:  # noqa: C901, PLR0911 -- one line a message
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
        case Cancel():
            return CancelRace(player)
        case Agree(agreed=agreed):
            return AgreeToClose(player, agreed)
        case _:
            assert_never(message)
