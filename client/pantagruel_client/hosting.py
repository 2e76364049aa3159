"""What a host types: settings, who goes, and when it starts."""

import re
from collections.abc import Awaitable, Callable, Iterator
from typing import Generic, TypeVar

from pantagruel_client.errors import RequestRefused
from pantagruel_client.presence import Presence
from pantagruel_client.roomtext import seat_named
from pantagruel_client.roomview import RoomView
from pantagruel_client.words import Word
from pantagruel_protocol.codes import Code
from pantagruel_protocol.values import FARTHEST_BEHIND, LONGEST_TITLE, SeatInfo, Talk

Picture = TypeVar("Picture", bound=RoomView)
TALKS: dict[str, Talk] = {"all": "all", "players": "players", "off": "off"}


class Hosting(Generic[Picture]):
    """A host's words in a room; the server refuses them to everybody else.

    *sure* asks whether something is meant, *started* follows a start.
    """

    def __init__(
        self,
        presence: Presence[Picture],
        say: Callable[[str], None],
        sure: Callable[[str], Awaitable[bool]],
        started: Callable[[], Awaitable[None]],
    ) -> None:
        self._presence = presence
        self._say = say
        self._sure = sure
        self._started = started

    def words(self) -> Iterator[Word]:
        """Answer the words, in the order of the help."""
        yield Word("name TITLE", "call the race so; without a title take it away", self._name)
        yield Word("list", "show the race in the list of races", self._list)
        yield Word("unlist", "keep it out of the list", self._unlist)
        yield Word(
            "faces 0|10|end", "when watchers see cards: seconds late, or after", self._faces
        )
        yield Word("chat all|players|off", "who may speak", self._chat)
        yield Word("kick N", "send a player, by number or name, away for good", self._kick)
        yield Word("start", "start, when all are ready", self._start)
        yield Word("start!", "start without those who are not ready", self._start_without)
        yield Word("cancel", "call the race off", self._cancel)

    async def _name(self, rest: str) -> None:
        if len(rest) > LONGEST_TITLE:
            self._say(f"A title has {LONGEST_TITLE} characters at most; this one has {len(rest)}.")
            return
        await self._presence.settings(title=rest)

    async def _list(self, _: str) -> None:
        await self._presence.settings(visibility="listed")

    async def _unlist(self, _: str) -> None:
        await self._presence.settings(visibility="code")

    async def _faces(self, rest: str) -> None:
        seconds = int(rest) if re.fullmatch(r"[0-9]{1,4}", rest) else -1
        if rest.lower() == "end":
            await self._presence.settings(faces="end")
        elif 0 <= seconds <= FARTHEST_BEHIND:
            await self._presence.settings(faces=seconds)
        else:
            self._say(f"Type faces 0 (at once), seconds up to {FARTHEST_BEHIND}, or faces end.")

    async def _chat(self, rest: str) -> None:
        talk = TALKS.get(rest.lower())
        if talk is None:
            self._say("Type chat all, chat players or chat off.")
            return
        await self._presence.settings(chat=talk)

    async def _kick(self, rest: str) -> None:
        found = self._person(rest)
        if found is None:
            self._say("Kick whom? Type kick and a number or a name; who lists them.")
            return
        player, name = found
        await self._presence.kick(player)
        self._say(f"{name} is sent away and may not come back.")

    def _person(self, word: str) -> tuple[str, str] | None:
        """Find a player by number or name, or a watcher by the name under which he spoke."""
        view = self._presence.view
        seat = seat_named(view.seats, word)
        if seat is not None:
            return seat.player, seat.name
        spoke = (line for line in view.chat if line.name.casefold() == word.casefold())
        return next(((line.player, line.name) for line in spoke), None)

    async def _start(self, _: str) -> None:
        try:
            await self._presence.start()
        except RequestRefused as refused:
            hint = " start! leaves them out." if refused.code is Code.NOT_READY else ""
            self._say(f"Refused: {refused.why}.{hint}")
            return
        await self._started()

    async def _start_without(self, _: str) -> None:
        late = [seat for seat in self._presence.view.seats if not seat.ready]
        if not late or await self._sure(f"Start without {_names(late)}?"):
            await self._presence.start(without_unready=True)
            await self._started()

    async def _cancel(self, _: str) -> None:
        if await self._sure("Call the race off for everybody?"):
            await self._presence.cancel()


def _names(seats: list[SeatInfo]) -> str:
    return ", ".join(seat.name for seat in seats)
