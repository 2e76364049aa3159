"""Playing on a board in the browser as people do: with the mouse, with keys, with a finger."""

from collections.abc import Awaitable, Callable
from random import Random

from playwright.async_api import CDPSession, Page

from pantagruel_client.bots.greedy import Greedy
from pantagruel_engine.deal import key_of_text, layout
from pantagruel_engine.game import Game
from pantagruel_engine.notation import Kind, Move
from pantagruel_engine.rows import variant

SEED = "cup 263"  # the greedy bot wins this deal of Turn-1 in 230 commands

Point = tuple[float, float]
Player = Callable[[Page, Game, Move], Awaitable[None]]

# The middle of what can be seen of a pile's card, *count* from the top; of its place if empty.
_FIND = """([kind, index, count]) => {
  const at = (element) => element.style.transform.match(/-?[0-9.]+/g).map(Number);
  const place = document.querySelectorAll(`.place.${kind}`)[index];
  const [x, y] = at(place);
  const wide = parseFloat(place.style.width);
  const [, stock] = at(document.querySelector(".place.stock"));
  const foot = stock > y ? stock - 8 : Infinity;  // on a phone the stock lies below the columns
  const cards = [...document.querySelectorAll("canvas.card")]
    .map((card) => ({ x: at(card)[0], y: at(card)[1], z: Number(card.style.zIndex) }))
    .filter((card) => card.x > x - 4 && card.x < x + wide - 8)
    .filter((card) => (kind === "column" ? card.y >= y - 1 : Math.abs(card.y - y) < 8))
    .filter((card) => kind !== "column" || card.y < foot)
    .sort((a, b) => a.z - b.z);
  const box = document.querySelector(".table").getBoundingClientRect();
  const card = cards.at(-count) ?? { x, y };
  const next = count > 1 ? cards.at(1 - count) : undefined;  // it leaves a strip to take hold of
  const inside = next ? Math.min(12, (next.y - card.y) / 2) : 12;
  const width = parseFloat(document.querySelector("canvas.card").style.width);
  return [box.left + card.x + width / 2, box.top + card.y + inside];
}"""


def begun(seed: str = SEED, name: str = "turn1") -> Game:
    """Answer the game that the page of a numbered deal begins with."""
    return Game.start(layout(variant(name), key_of_text(seed)))


def winning_line(seed: str = SEED) -> list[Move]:
    """Answer moves that win the deal of Turn-1 that *seed* names."""
    game, bot, line = begun(seed), Greedy(Random(seed)), list[Move]()
    while not game.won:
        move = bot.choose(game)
        assert move is not None, "the bot does not win this deal"
        game.play(move)
        line.append(move)
    return line


async def point(page: Page, kind: str, index: int = 0, count: int = 1) -> Point:
    """Find where a hand would take or put cards."""
    x, y = await page.evaluate(_FIND, [kind, index, count])
    return x, y


def source(move: Move) -> tuple[str, int, int]:
    """Name the pile that a move takes cards from, and how many."""
    match move.kind:
        case Kind.DRAW | Kind.REDEAL:
            return "stock", 0, 1
        case Kind.WASTE_TO_COLUMN | Kind.WASTE_TO_FOUNDATION:
            return "waste", 0, 1
        case Kind.FOUNDATION_TO_COLUMN:
            return "foundation", move.source, 1
        case _:
            return "column", move.source, move.count


def target(game: Game, move: Move) -> tuple[str, int]:
    """Name the pile that a move brings cards to."""
    if move.kind not in (Kind.WASTE_TO_FOUNDATION, Kind.COLUMN_TO_FOUNDATION):
        return "column", move.target
    after = game.copy()
    after.play(move)
    pairs = zip(game.foundations, after.foundations, strict=True)
    return "foundation", next(pile for pile, (old, new) in enumerate(pairs) if old != new)


async def by_mouse(page: Page, game: Game, move: Move) -> None:
    """Click the stock, drag everything else."""
    x, y = await point(page, *source(move))
    if move.kind in (Kind.DRAW, Kind.REDEAL):
        await page.mouse.click(x, y)
        return
    await drag(page, (x, y), await point(page, *target(game, move)))


async def drag(page: Page, start: Point, end: Point) -> None:
    """Take what lies at *start*, and let go at *end*."""
    await page.mouse.move(*start)
    await page.mouse.down()
    await page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    await page.mouse.move(*end)
    await page.mouse.up()


async def by_keys(page: Page, _game: Game, move: Move) -> None:
    """Type the source, then the target."""
    pile, index, _ = source(move)
    if pile == "stock":
        await page.keyboard.press(" ")
        return
    await page.keyboard.press("w" if pile == "waste" else str(index + 1))
    to_column = move.kind in (Kind.WASTE_TO_COLUMN, Kind.COLUMN_TO_COLUMN)
    await page.keyboard.press(str(move.target + 1) if to_column else "f")


async def by_touch(page: Page, game: Game, move: Move) -> None:
    """Tap the source, then the target."""
    await page.touchscreen.tap(*await point(page, *source(move)))
    if move.kind not in (Kind.DRAW, Kind.REDEAL):
        await page.touchscreen.tap(*await point(page, *target(game, move)))


async def swipe(cdp: CDPSession, start: Point, end: Point, *, last: str = "touchEnd") -> None:
    """Drag with a finger; *last* is how it leaves the glass."""

    async def touch(kind: str, *points: Point) -> None:
        await cdp.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
        )

    await touch("touchStart", start)
    await touch("touchMove", ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    await touch("touchMove", end)
    await touch(last)
