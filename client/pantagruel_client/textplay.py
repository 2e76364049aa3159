"""A race for a person, line by line: what is typed is played, what happens is said."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Protocol

from pantagruel_client import text
from pantagruel_client.entry import EntryError, read_entry
from pantagruel_client.errors import RequestRefused
from pantagruel_client.news import News
from pantagruel_client.race import Race

HELP = """\
Columns are numbered 1, 2, ...; where there are more than nine, 01, 02, ... 12.
  37        from column 3 to column 7, as much of the run as fits
  3f or 33  the last card of column 3 goes home
  w5, wf    the waste's top card to column 5, or home
  f5        a card comes back from home to column 5 (f5h: the heart of two)
  d         draw; when the stock is empty, turn the waste over
  T3>T7:2   the notation of the rules works too
  x         play a finishable game to its end
  b         the whole board      s  how everybody stands      who  who is here
  bank      stop and keep the score           forfeit  give up
  ready, unready, start            before the race
  start!                           start without those who are not ready
  quit      go away; once the race runs the seat stays yours
  ?         this help"""
CONFIRM = ("y", "yes")
WARNINGS_S = (300, 60, 10)


class LineSource(Protocol):
    """Where what a person types comes from."""

    async def line(self) -> str | None: ...


class TextPlay:
    """One person in one race. `run` ends with the race, or when the person goes.

    *piped* lines come all at once: those that belong to the game wait for its start.
    """

    def __init__(
        self,
        race: Race,
        keyboard: LineSource,
        say: Callable[[str], None],
        *,
        brief: bool,
        piped: bool = False,
    ) -> None:
        self._race = race
        self._view = race.view
        self._keyboard = keyboard
        self._say = say
        self._brief = brief
        self._piped = piped
        self._news = News(race.view, say)
        self._commands: dict[str, Callable[[], Awaitable[None]]] = {
            "?": self._help,
            "help": self._help,
            "b": self._board,
            "board": self._board,
            "s": self._standings,
            "who": self._who,
            "x": self._finish,
            "finish": self._finish,
            "bank": self._bank,
            "forfeit": self._forfeit,
            "ready": self._ready,
            "unready": self._unready,
            "start": self._start,
            "start!": self._start_without,
        }

    async def run(self) -> None:
        """Say what happens and do what is typed until there is nothing more of either."""
        self._say_lines(text.room_lines(self._view))
        if self._view.phase == "open":
            self._say("Type ready when you are, ? for help.")
        hearing = asyncio.create_task(self._news.tell(self._race.events()))
        typing = asyncio.create_task(self._type())
        warning = asyncio.create_task(self._warn())
        try:
            await asyncio.wait((hearing, typing), return_when=asyncio.FIRST_COMPLETED)
            if typing.done() and not typing.result():
                await hearing  # no more lines will come, but the race is not over
            if hearing.done():
                hearing.result()
        finally:
            for task in (hearing, typing, warning):
                task.cancel()
            await asyncio.gather(hearing, typing, warning, return_exceptions=True)

    async def _type(self) -> bool:
        """Do what is typed; answer whether the person wants to go, False when lines end."""
        while (line := await self._keyboard.line()) is not None:
            word = line.strip()
            if word.lower() in ("q", "quit"):
                return True
            if word:
                await self._obey(word)
        view = self._view
        waiting = view.game is None and view.phase == "open"
        if waiting and (view.host or not view.ready):
            self._say("No more lines before the race: you leave it.")
            return True
        if waiting or view.playing or view.phase == "countdown":
            self._say("No more lines: the race goes on without you. Ctrl-C leaves it.")
        return False

    async def _obey(self, word: str) -> None:
        command = self._commands.get(word.lower())
        try:
            if command is not None:
                await command()
            else:
                await self._move(word)
        except EntryError as error:
            self._say(str(error))
        except RequestRefused as refused:
            self._say(f"Refused: {refused.why}")

    async def _move(self, word: str) -> None:
        view = self._view
        if not await self._in_game():
            return
        move = read_entry(word, view.board)
        told, score = text.move_line(view.board, move), view.score
        ack = await self._race.play(move)
        shown = text.shown_line(view.board, move, ack, view.score - score)
        self._say(f"{told}: {shown}")
        if not self._brief:
            await self._board()
        if view.finishable:
            self._say("The rest plays itself: x finishes the game.")

    async def _help(self) -> None:
        self._say(HELP)

    async def _board(self) -> None:
        view = self._view
        if view.game is None:
            await self._who()
            return
        now = asyncio.get_running_loop().time()
        self._say_lines((*text.board_lines(view.game), text.status_line(view, now)))

    async def _standings(self) -> None:
        if not self._view.rows:
            await self._who()
        self._say_lines(text.standing_lines(self._view))

    async def _who(self) -> None:
        self._say_lines(text.room_lines(self._view))

    async def _finish(self) -> None:
        ack = await self._race.finish()
        redeals = ack.played.count("R")
        turned = f", the waste turned over {redeals} times" if redeals else ""
        self._say(f"Played to the end in {len(ack.played)} moves{turned}.")

    async def _bank(self) -> None:
        if await self._in_game() and await self._sure(f"Stop and keep score {self._view.score}?"):
            await self._race.bank()

    async def _forfeit(self) -> None:
        if await self._in_game() and await self._sure("Give up this race?"):
            await self._race.forfeit()

    async def _in_game(self) -> bool:
        if self._view.phase == "countdown" or (self._piped and self._view.ready):
            await self._news.begun.wait()
        if not self._view.playing:
            self._say("There is no game to play now; ? for help.")
        return self._view.playing

    async def _sure(self, question: str) -> bool:
        self._say(f"{question} Type yes to do it.")
        answer = await self._keyboard.line()
        sure = answer is not None and answer.strip().lower() in CONFIRM
        if not sure:
            self._say("Then we go on.")
        return sure

    async def _ready(self) -> None:
        await self._race.ready()
        self._say("You are ready." + (" Type start when all are." if self._view.host else ""))

    async def _unready(self) -> None:
        await self._race.unready()
        self._say("You are not ready.")

    async def _start(self) -> None:
        try:
            await self._race.start()
            await self._started()
        except RequestRefused as refused:
            self._say(f"Refused: {refused.why}. start! leaves them out.")

    async def _start_without(self) -> None:
        await self._race.start(without_unready=True)
        await self._started()

    async def _started(self) -> None:
        """Let what is piped wait until there is a board."""
        if self._piped:
            await self._news.begun.wait()

    async def _warn(self) -> None:
        """Say when time grows short."""
        now = asyncio.get_running_loop().time
        left: list[int] = list(WARNINGS_S)
        while left:
            await asyncio.sleep(0.5)
            ms = self._view.left_ms(now()) if self._view.playing else None
            if ms is None:
                continue
            passed = [limit for limit in left if ms <= limit * 1000]
            if passed and self._view.limit_ms > passed[-1] * 1000:
                self._say(f"{text.clock(ms)} left.")
            left = [limit for limit in left if limit not in passed]

    def _say_lines(self, lines: Iterable[str]) -> None:
        self._say("\n".join(lines))
