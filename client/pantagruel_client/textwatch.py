"""A race for a watcher, line by line: boards on demand, the order as it changes."""

from collections.abc import Awaitable, Iterable

from pantagruel_client.gallery import all_boards, board_of, order_line
from pantagruel_client.race import Watch
from pantagruel_client.textroom import Terminal, TextRoom
from pantagruel_client.watchnews import WatchNews
from pantagruel_client.watchview import WatchView
from pantagruel_client.words import Word

WATCHING = "Watching"
SEATED = ("ready", "unready", "bank", "forfeit", "agree", "disagree", "finish", "d")
EVERY_S = 5.0  # between two running orders: a screen reader has read one by then


class TextWatch(TextRoom[WatchView]):
    """One watcher of one race. `run` ends with the race, or when the watcher goes or sits down."""

    def __init__(self, watch: Watch, terminal: Terminal, *, every_s: float = EVERY_S) -> None:
        self._watch = watch
        self._news = WatchNews(watch.view, terminal.say, every_s)
        super().__init__(watch, watch, terminal, self._news)
        self._numbered = True

    def _own_words(self) -> dict[str, Iterable[Word]]:
        return {
            WATCHING: (
                Word("b [N], board", "board N, or all; as far as cards may be seen", self._board),
                Word("r, rows", "how everybody stands", self._standings),
                Word("o, order", "who leads, in one line", self._order),
                Word("m, moves", "tell every move, or no more", self._moves),
                Word("s", "what is played, and who may see what", self._settings),
                Word("join", "take a seat and play, before the countdown", self._join),
            )
        }

    def _beside(self) -> Iterable[Awaitable[None]]:
        return (self._news.keep_order(),)

    def _greet(self) -> None:
        super()._greet()
        if self._watch.view.phase == "open":
            self._say("You watch. Type join to take a seat, ? for help.")
        else:
            self._say("You watch. b N shows board N, r how everybody stands, ? helps.")

    def _gives_up(self) -> bool:
        return False

    def _useful(self) -> Iterable[str]:
        yield WATCHING
        yield from super()._useful()

    async def _unknown(self, line: str) -> None:
        if line.lower() in SEATED:
            self._say(f"{line} is for players; join takes a seat, before the countdown.")
        elif not self._explain(line):
            self._say(f"{line!r} is no word here; ? lists all.")

    async def _board(self, rest: str) -> None:
        view = self._watch.view
        self._say_lines(board_of(view, rest) if rest and rest != "all" else all_boards(view))

    async def _order(self, _: str) -> None:
        self._say(order_line(self._watch.view))

    async def _moves(self, _: str) -> None:
        self._news.moves = not self._news.moves
        self._say("Every move is told." if self._news.moves else "Moves are not told any more.")

    async def _join(self, _: str) -> None:
        await self._go(self._watch.join())
