"""Somebody in a room, line by line: what is typed is done, what happens is said."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable
from typing import Generic, NamedTuple, Protocol, TypeVar

from pantagruel_client import text
from pantagruel_client.entry import EntryError
from pantagruel_client.errors import RequestRefused
from pantagruel_client.hosting import Hosting
from pantagruel_client.presence import Presence
from pantagruel_client.race import Race, Watch
from pantagruel_client.roomnews import RoomNews
from pantagruel_client.roomtext import room_lines, settings_lines
from pantagruel_client.roomview import RoomView
from pantagruel_client.words import Word, Words
from pantagruel_protocol.values import LONGEST_CHAT

CONFIRM = ("y", "yes")
QUIT = ("q", "quit")
ROOM, HOST = "In the room", "The host"
Picture = TypeVar("Picture", bound=RoomView)


class LineSource(Protocol):
    """Where what a person types comes from."""

    async def line(self) -> str | None: ...


class Terminal(NamedTuple):
    """A person's lines, in and out, and what is done once a race is over.

    *piped* lines come all at once: those that belong to a later time wait for it, and the end of
    the race is the end, unless *rematches* keeps them for the next one.
    """

    keyboard: LineSource
    say: Callable[[str], None]
    over: Callable[[Race | Watch], Awaitable[None]]
    piped: bool = False
    rematches: bool = False

    async def sure(self, question: str) -> bool:
        """Ask *question* and answer whether it was affirmed."""
        self.say(f"{question} Type yes to do it.")
        answer = await self.keyboard.line()
        sure = answer is not None and answer.strip().lower() in CONFIRM
        if not sure:
            self.say("Then we go on.")
        return sure


class TextRoom(ABC, Generic[Picture]):
    """A player or a watcher in one race's room.

    `run` answers where the person goes from here: to the rematch, to a seat, into the gallery,
    or away (None).
    """

    def __init__(
        self, presence: Presence[Picture], here: Race | Watch, terminal: Terminal, news: RoomNews
    ) -> None:
        self._presence = presence
        self._here = here
        self._terminal = terminal
        self._say = terminal.say
        self._room_news = news
        self._goes: Race | Watch | None = None
        self._settled = asyncio.Event()  # not while the place is being changed
        self._settled.set()
        self._numbered = False  # whether standings name the seats, by which boards are asked for
        hosting = Hosting(presence, terminal.say, terminal.sure, self._started)
        self._words = Words({**self._own_words(), ROOM: self._room_words(), HOST: hosting.words()})

    def _room_words(self) -> Iterable[Word]:
        yield Word("who", "who is here", self._who)
        yield Word("settings", "what is played, and who may see what", self._settings)
        yield Word("say TEXT, /TEXT", "say something; who plays hears players only", self._speak)
        yield Word("rematch", "when all is over, open the next race", self._rematch)
        yield Word("? [all], help", "this help, or all of it", self._help)
        yield Word("q, quit", "go away", self._help)

    @abstractmethod
    def _own_words(self) -> dict[str, Iterable[Word]]:
        """Answer the words that only players, or only watchers, have, under headings."""

    @abstractmethod
    async def _unknown(self, line: str) -> None:
        """Do what *line* says though it begins with no word: play it, or say what would do."""

    @abstractmethod
    def _beside(self) -> Iterable[Awaitable[None]]:
        """Answer what goes on beside typing and telling."""

    @abstractmethod
    def _gives_up(self) -> bool:
        """Say what it means that no more lines come; answer whether there is no use in staying."""

    async def run(self) -> Race | Watch | None:
        """Say what happens and do what is typed until there is nothing more of either."""
        self._greet()
        hearing = asyncio.create_task(self._room_news.tell(self._presence.events(linger=True)))
        typing = asyncio.create_task(self._type())
        beside = [asyncio.ensure_future(one) for one in (*self._beside(), self._end())]
        try:
            gone = await self._stay(hearing, typing, beside[-1])
            if hearing.done():
                hearing.result()
            if self._room_news.over.is_set():
                await beside[-1]  # what was begun, as saving the replay, is brought to its end
        finally:
            for task in (hearing, typing, *beside):
                task.cancel()
            await asyncio.gather(hearing, typing, *beside, return_exceptions=True)
        return self._goes if gone else self._here.next

    async def _stay(
        self, hearing: asyncio.Task[None], typing: asyncio.Task[bool], end: asyncio.Future[None]
    ) -> bool:
        """Wait for what there is to wait for; answer whether the person goes by own will."""
        lasting = self._terminal.rematches or not self._terminal.piped
        await _first(hearing, typing, *(() if lasting else (end,)))
        await self._settled.wait()  # whoever changes places leaves the old one first
        if self._goes is not None:
            return True
        if typing.done():
            if typing.result():
                return True
            await _first(hearing, *(() if self._terminal.rematches else (end,)))
        return not hearing.done()

    def _greet(self) -> None:
        self._say_lines(
            (*settings_lines(self._presence.view.room), *room_lines(self._presence.view))
        )

    async def _end(self) -> None:
        """Do once what is to be done when the race is over."""
        await self._room_news.over.wait()
        if self._presence.view.reveal is not None:
            await self._terminal.over(self._here)
            if not self._terminal.piped:
                host = self._presence.view.host
                who = "rematch opens" if host else "The host may open"
                self._say(f"{who} the next race; say TEXT talks, q goes away.")

    async def _type(self) -> bool:
        """Do what is typed; answer whether the person wants to go, False when lines end."""
        while (line := await self._terminal.keyboard.line()) is not None:
            word = line.strip()
            if word.lower() in QUIT:
                return True
            if word:
                await self._obey(word)
            if self._goes is not None:
                return True
        return self._gives_up()

    async def _obey(self, line: str) -> None:
        found = self._words.find(line)
        try:
            if found is not None:
                word, rest = found
                await word.act(rest)
            else:
                await self._unknown(line)
        except EntryError as error:
            self._say(str(error))
        except RequestRefused as refused:
            self._say(f"Refused: {refused.why}")

    def _explain(self, line: str) -> bool:
        """Say which word was likely meant; answer whether there is one."""
        meant = self._words.meant(line)
        if meant is not None:
            self._say(f"{line!r} is no word here. {meant.usage}: {meant.does}.")
        return meant is not None

    async def _help(self, rest: str) -> None:
        """Explain the words that are of use now, which fit a small terminal, or all of them."""
        headings = () if rest.lower() == "all" else tuple(self._useful())
        more = ("? all lists every word.",) if headings else ()
        self._say_lines((*self._words.lines(*headings), *more))

    def _useful(self) -> Iterable[str]:
        """Answer the headings of the words that are of use now."""
        yield ROOM
        if self._presence.view.host and self._presence.view.phase == "open":
            yield HOST

    async def _who(self, _: str) -> None:
        self._say_lines(room_lines(self._presence.view))

    async def _settings(self, _: str) -> None:
        self._say_lines(settings_lines(self._presence.view.room))

    async def _speak(self, rest: str) -> None:
        if not 0 < len(rest) <= LONGEST_CHAT:
            self._say(f"Type say and 1 to {LONGEST_CHAT} characters.")
            return
        await self._presence.say(rest)

    async def _standings(self, _: str) -> None:
        if not self._presence.view.rows:
            await self._who("")
        self._say_lines(text.standing_lines(self._presence.view, seated=self._numbered))

    async def _rematch(self, _: str) -> None:
        await self._go(self._next_race())

    async def _next_race(self) -> Race | Watch:
        if self._terminal.piped:
            await self._room_news.over.wait()
        return await self._here.rematch()

    async def _go(self, going: Awaitable[Race | Watch]) -> None:
        """Change places; a refusal leaves everything as it was."""
        self._settled.clear()
        try:
            self._goes = await going
        finally:
            self._settled.set()

    async def _started(self) -> None:
        """Let what is piped wait until there is a board."""
        if self._terminal.piped:
            await self._room_news.begun.wait()

    def _say_lines(self, lines: Iterable[str]) -> None:
        self._say("\n".join(lines))


async def _first(*futures: asyncio.Future[None] | asyncio.Future[bool]) -> None:
    await asyncio.wait(futures, return_when=asyncio.FIRST_COMPLETED)
