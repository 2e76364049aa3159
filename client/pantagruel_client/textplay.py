"""A race for a person, line by line: what is typed is played, what happens is said."""

import asyncio
from collections.abc import Awaitable, Iterable
from contextlib import suppress

from pantagruel_client import text
from pantagruel_client.entry import read_entry
from pantagruel_client.errors import RequestRefused
from pantagruel_client.gallery import all_boards, board_of
from pantagruel_client.news import News
from pantagruel_client.race import Race, Watch
from pantagruel_client.textroom import Terminal, TextRoom
from pantagruel_client.view import RaceView
from pantagruel_client.words import Word
from pantagruel_protocol.codes import MEANINGS, Code

MOVES = """\
Columns are numbered 1, 2, ...; where there are more than nine, 01, 02, ... 12.
  37                    from column 3 to column 7, as much of the run as fits
  3f, 33                the last card of column 3 goes home
  w5, wf                the waste's top card to column 5, or home
  f5                    back from home to column 5 (f5h: of two the heart)
  d                     draw; when the stock is empty, turn the waste over
  T3>T7:2               the notation of the rules works too"""
GAME, AROUND = "Your game", "Before and after it"
WARNINGS_S = (300, 60, 10)
PICTURES_S = 3.0


class TextPlay(TextRoom[RaceView]):
    """One person in one race. `run` ends with the race, or when the person goes."""

    def __init__(self, race: Race, terminal: Terminal, *, brief: bool) -> None:
        self._race = race
        self._view = race.view
        self._brief = brief
        self._news = News(race.view, terminal.say)
        self._watch: Watch | None = None
        super().__init__(race, race, terminal, self._news)

    def _own_words(self) -> dict[str, Iterable[Word]]:
        return {
            GAME: (
                Word("x, finish", "play a finishable game to its end", self._finish),
                Word("b [N], board", "your board; once you are done, board N", self._board),
                Word("s, r", "how everybody stands", self._standings),
                Word("bank", "stop and keep the score", self._bank),
                Word("forfeit", "give up", self._forfeit),
                Word("agree", "close the race now, once all who play agree", self._agree),
                Word("disagree", "play on after all", self._disagree),
            ),
            AROUND: (
                Word("ready", "be ready", self._ready),
                Word("unready", "be not ready any more", self._unready),
                Word("watch [N]", "leave the seat and watch; when done, see boards", self._look),
            ),
        }

    def _beside(self) -> Iterable[Awaitable[None]]:
        return (self._warn(),)

    def _greet(self) -> None:
        super()._greet()
        if self._view.phase == "open":
            self._say("Type ready when you are, ? for help.")

    def _gives_up(self) -> bool:
        view = self._view
        waiting = view.game is None and view.phase == "open"
        if waiting and (view.host or not view.ready):
            self._say("No more lines before the race: you leave it.")
            return True
        if waiting or view.playing or view.phase == "countdown":
            self._say("No more lines: the race goes on without you. Ctrl-C leaves it.")
        return False

    async def _unknown(self, line: str) -> None:
        """Play what is typed as a move."""
        if not self._explain(line) and await self._in_game():
            await self._move(line)

    async def _move(self, word: str) -> None:
        view = self._view
        move = read_entry(word, view.board)
        told, score = text.move_line(view.board, move), view.score
        ack = await self._race.play(move)
        shown = text.shown_line(view.board, move, ack, view.score - score)
        self._say(f"{told}: {shown}")
        if not self._brief:
            await self._board("")
        if view.finishable:
            self._say("The rest plays itself: x finishes the game.")

    async def _help(self, rest: str) -> None:
        if self._view.playing or rest:
            self._say(MOVES)
        await super()._help(rest)

    def _useful(self) -> Iterable[str]:
        yield GAME if self._view.playing else AROUND
        yield from super()._useful()

    async def _board(self, rest: str) -> None:
        view = self._view
        if rest:
            await self._look(rest)
            return
        if view.game is None:
            await self._who("")
            return
        now = asyncio.get_running_loop().time()
        self._say_lines((*text.board_lines(view.game), text.status_line(view, now)))

    async def _finish(self, _: str) -> None:
        ack = await self._race.finish()
        redeals = ack.played.count("R")
        turned = f", the waste turned over {redeals} times" if redeals else ""
        self._say(f"Played to the end in {len(ack.played)} moves{turned}.")

    async def _bank(self, _: str) -> None:
        question = f"Stop and keep score {self._view.score if self._view.game else 0}?"
        if await self._in_game() and await self._terminal.sure(question):
            await self._race.bank()

    async def _forfeit(self, _: str) -> None:
        if await self._in_game() and await self._terminal.sure("Give up this race?"):
            await self._race.forfeit()

    async def _agree(self, _: str) -> None:
        if await self._in_game():
            await self._race.agree()
            self._say("You would close the race now; it closes when all who play agree.")

    async def _disagree(self, _: str) -> None:
        if await self._in_game():
            await self._race.agree(on=False)
            self._say("You play on.")

    async def _in_game(self) -> bool:
        if self._view.phase == "countdown" or (self._terminal.piped and self._view.ready):
            await self._news.begun.wait()
        if not self._view.playing:
            self._say("There is no game to play now; ? for help.")
        return self._view.playing

    async def _ready(self, _: str) -> None:
        await self._race.ready()
        self._say("You are ready." + (" Type start when all are." if self._view.host else ""))

    async def _unready(self, _: str) -> None:
        await self._race.unready()
        self._say("You are not ready.")

    async def _look(self, rest: str) -> None:
        """Give the seat up and watch, or look at the others' boards once the own game is over."""
        if self._view.phase == "open":
            await self._go(self._race.watch())
            return
        if self._view.playing or self._view.game is None:
            raise RequestRefused(Code.OWN_RACE, MEANINGS[Code.OWN_RACE].text)
        if self._watch is None:
            self._watch = await self._race.watch()
            await self._pictures(self._watch)
        view = self._watch.view
        self._say_lines(board_of(view, rest) if rest else all_boards(view))

    async def _pictures(self, watch: Watch) -> None:
        """Give the first pictures of the boards time to come."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PICTURES_S):
                async for _ in watch.events():
                    if all(player.board or player.outline for player in watch.view.players):
                        return

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
