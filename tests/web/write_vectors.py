"""What the engine says of games, moves and races, for the browser's mirror to say the same.

`python -m tests.web.write_vectors` brings `tests/web/vectors/` up to date; a test fails until
that is done.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, get_args

from msgspec import to_builtins

from pantagruel_client.outline import OutlineBoard
from pantagruel_engine.card import face_text
from pantagruel_engine.deal import key_of_text, layout
from pantagruel_engine.errors import IllegalMove, InvalidMove, Reason
from pantagruel_engine.game import Game
from pantagruel_engine.notation import DRAW, REDEAL, Move, parse_move
from pantagruel_engine.rows import VARIANTS, named
from pantagruel_engine.score import time_bonus
from pantagruel_engine.seen import seen_by_player
from pantagruel_engine.standings import Class, Outcome, RankBy, standings
from pantagruel_engine.verdict import Answer, glance
from pantagruel_engine.view import masked_view, player_view
from pantagruel_protocol.chain import sealed
from pantagruel_protocol.replay_file import BadReplay, read
from pantagruel_protocol.replay_file import write as written
from pantagruel_protocol.values import Column, Kind, Outline, Step, View
from pantagruel_protocol.verify import verify
from tests.engine.chance import every_move, pace, pick
from tests.protocol.replays import liking, race
from tests.protocol.test_verify import at, leaves, put, spoiled

FOLDER = Path(__file__).parent / "vectors"
# A name of the engine's tables or a changed one, and how many moves are played of it.
GAMES = {
    "turn1": 220,
    "turn3": 120,
    "turn3;passes=2": 60,
    "strict-royal": 120,
    "gargantua-till-dawn": 120,
    "harp-single": 160,
    "cardz-1": 160,
    "cardz-3": 80,
    "klondike-1": 160,
    "klondike-easy": 120,
    "klondike-strict": 60,
    "thumb-and-pouch": 100,
    "ultra-2": 80,
    "ultra-25": 60,
    "ultra-15-tent": 40,
}
JUDGED = ("turn1", "strict-royal", "gargantua-till-dawn", "harp-single", "thumb-and-pouch")
PROSPECTS = (
    "turn1;passes=2", "turn3;passes=2", "strict-royal", "gargantua-till-dawn", "gargantua",
    "harp-single", "klondike-1", "klondike-familiar", "klondike-strict", "thumb-and-pouch",
)  # fmt: skip
BOARDS = 4  # of each of them, and of each answer
NO_MOVES = (
    "", "d", "D ", "DD", "R1", "W", "W>", "W>T", "W>T0", "W>T01", "T1", "T1>T2:0", "T1>T2:01",
    "T1>T2:", "T1>T2:-1", "w>f", "W>F1", "W>F:2", "T1>F2", "T1>F:1", "F1>T2:1", "S>T1", "T1>S",
    "F>T1", "W>T1:1", "T1 >T2", "T1>T2\n", "T\N{FULLWIDTH DIGIT ONE}>T2", "T12345678901234567>F",
    "undefined", "finish",
)  # fmt: skip


class Played(NamedTuple):
    """A game, and the text of the deal and the moves that led to it."""

    seed: str
    game: Game
    moves: list[tuple[int, str]]


def view_of(game: Game) -> Any:
    """Answer a player's view as the wire has it."""
    seen = player_view(game)
    view = View(
        columns=tuple(Column(one.down, _texts(one.up)) for one in seen.columns),
        foundations=seen.foundations,
        stock=tuple(None if face is None else face_text(face) for face in seen.stock),
        waste=_texts(seen.waste),
        redeals=seen.redeals,
        moves=seen.moves,
        draws=seen.draws,
        score=seen.score,
        streak=seen.streak,
        time_bonus=seen.time_bonus,
    )
    return to_builtins(view)


def _texts(faces: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(map(face_text, faces))


def digest(value: object) -> str:
    """Answer a short hash of a value's canonical JSON."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _start(name: str, seed: str) -> Game:
    return Game.start(layout(named(name), key_of_text(seed)))


def random_game(name: str, most: int) -> Played:
    """Play at random, with a liking for foundations now and then."""
    seed = f"vectors {name}"
    chance, game, ms = Random(seed), _start(name, seed), 0
    moves: list[tuple[int, str]] = []
    while len(moves) < most:
        choice = chance.randrange(2**16)
        move = pick(game, choice)
        if move is None:
            break
        ms += pace(choice)
        game.play(move, ms)
        moves.append((ms, move.text))
    return Played(seed, game, moves)


def plain_game(name: str, seed: str, most: int = 1000) -> Played:
    """Play by the habits of a simple player until there is nothing left to decide."""
    game, moves = _start(name, seed), list[tuple[int, str]]()
    while not (game.won or game.finishable) and len(moves) < most:
        move = max(game.legal_moves(), key=lambda move: liking(game, move))
        moves.append((1000 * len(moves), move.text))
        game.play(move, moves[-1][0])
    return Played(seed, game, moves)


def games() -> Iterator[object]:
    """Yield whole games: each move with all that must come of it."""
    for name, most in GAMES.items():
        played = random_game(name, most)
        yield _told(name, played)


def _told(name: str, played: Played) -> dict[str, object]:
    rules = named(name)
    game = _start(name, played.seed)
    start = {"view": view_of(game), "legal": _legal(game)}
    steps = [_step(game, ms, text) for ms, text in played.moves]
    return {
        "variant": rules.id,
        "passes": rules.max_passes,
        "seed": played.seed,
        "start": start,
        "steps": steps,
        "end": view_of(game),
        "outline": _outline(game),
    }


def _step(game: Game, ms: int, text: str) -> list[object]:
    shown = game.play(parse_move(text), ms)
    flip = None if shown.flip is None else face_text(shown.flip)
    numbers = [game.score, game.streak, game.total, game.home, game.hidden, game.last_score_ms]
    state = digest([view_of(game), game.finishable])
    return [ms, text, " ".join(_texts(shown.drawn)), flip, _legal(game), numbers, state]


def _legal(game: Game) -> str:
    moves = " ".join(move.text for move in game.legal_moves())
    return moves if len(moves) <= 120 else digest(moves)


def _outline(game: Game) -> Any:
    seen = masked_view(game)
    columns = tuple((one.down, one.up) for one in seen.columns)
    return to_builtins(Outline(**(asdict(seen) | {"columns": columns})))


def outlines() -> Iterator[object]:
    """Yield boards without faces, each with blank steps and what comes of them."""
    for name in ("turn1", "turn3", "harp-single"):
        played = random_game(name, 120)
        start = _outline(_start(name, played.seed))
        board = OutlineBoard(Outline(**start), named(name).draw)
        texts = [_blank(text) for _, text in played.moves]
        for steps in (texts, ["bank", "forfeit", "finish"]):
            for number, text in enumerate(steps, 1):
                board.follow(Step(0, number, 0, text))
            end = to_builtins(board.plain())
            yield {"variant": name, "start": start, "steps": steps, "end": end}
            start = end


def _blank(text: str) -> str:
    """Write a move as watchers read it who may not see faces."""
    return f"F>{text.partition('>')[2]}" if text.startswith("F") else text


def judgements() -> Iterator[object]:
    """Yield boards, each with moves of every kind and what is said of them."""
    for name in JUDGED:
        chance = Random(name)
        played = [random_game(name, most).game for most in (0, 40, 160)]
        for game in (*played, _late(name)):
            moves = list(every_move(game))
            some = [DRAW, REDEAL, *chance.sample(moves, 80), *game.legal_moves()]
            yield {
                "variant": game.variant.id,
                "passes": game.variant.max_passes,
                "view": view_of(game),
                "said": {move.text: _said(game, move) for move in some},
            }


def _late(name: str) -> Game:
    """Answer a board whose stock is gone, with the last pass if the game counts them."""
    game = _start(name, "judged")
    while (game.stock or game.variant.max_passes) and game.legal_moves():
        move = game.legal_moves()[-1]
        if move.text not in "DR":
            break
        game.play(move)
    return game


def _said(game: Game, move: Move) -> object:
    try:
        game.judge(move)
    except IllegalMove as error:
        return [error.reason, str(error), list(map(face_text, error.cards))]
    return None


def finishes() -> Iterator[object]:
    """Yield finishable games, each with the moves that win it."""
    for name in ("turn1", "klondike-easy", "klondike-1", "cardz-1", "double-klondike-3"):
        played = next(
            one
            for number in range(400)
            if (one := plain_game(name, f"finish {number}", 500)).game.finishable
        )
        game, ms = played.game, played.moves[-1][0]
        moves = game.finish_moves()
        for move in moves:
            game.play(move, ms)
        yield {
            "variant": name,
            "seed": played.seed,
            "moves": played.moves,
            "finish": [move.text for move in moves],
            "end": view_of(game),
            "over": _said(game, moves[-1]),
        }


def prospects() -> Iterator[object]:
    """Yield boards, and whether nothing can be won or paid any more on them: some of each kind."""
    for name in PROSPECTS:
        chance = Random(f"prospects {name}")
        kept: Counter[Answer] = Counter()
        for number in range(12):
            game = _start(name, f"prospects {number}")
            for move in _dawdling(game, chance):
                game.play(move)
                seen = seen_by_player(game)
                answer = glance(seen)
                if seen.whole and kept[answer] < BOARDS and chance.random() < 0.2:
                    kept[answer] += 1
                    passes = game.variant.max_passes
                    board = {"variant": game.variant.id, "passes": passes, "view": view_of(game)}
                    yield board | {"spent": answer.spent}


def _dawdling(game: Game, chance: Random) -> Iterator[Move]:
    """Yield the moves of a simple player who thinks of something else now and then."""
    for _ in range(320):
        moves = game.legal_moves()
        if not moves:
            return
        best = max(moves, key=lambda move: liking(game, move))
        yield best if chance.random() < 0.8 else chance.choice(moves)


def _unreadable(text: str) -> bool:
    try:
        parse_move(text)
    except InvalidMove:
        return True
    return False


def rankings() -> Iterator[object]:
    """Yield fields of players who often have something in common, and their places."""
    chance = Random("rankings")
    for by in RankBy:
        for size in (1, 2, 5, 16, 64):
            field = [_outcome(chance, seat) for seat in range(size)]
            yield {
                "by": by,
                "field": list(map(_plain, field)),
                "places": [[one.place, one.outcome.seat] for one in standings(field, by)],
            }


def _outcome(chance: Random, seat: int) -> Outcome:
    return Outcome(
        seat=seat,
        class_=chance.choice(list(Class)),
        elapsed_ms=10_000 + chance.randrange(4) * 50,
        moves=chance.randrange(2),
        score=chance.randrange(-1, 2),
        home=chance.randrange(2),
        hidden=chance.randrange(2),
        last_score_ms=chance.randrange(2),
        total=chance.randrange(2),
    )


def _plain(outcome: Outcome) -> dict[str, object]:
    return {key.rstrip("_"): value for key, value in asdict(outcome).items()}


def replays() -> Iterator[object]:
    """Yield replay files that are in order, one of each kind of deal."""
    for kind in get_args(Kind):
        yield json.loads(written(race(kind)))


def forgeries() -> Iterator[object]:
    """Yield changes of the first replay, of which the chain is then made anew, and what is found.

    A change is a path and a value; what is found is a place in the file, "file" or null.
    """
    file = json.loads(written(race()))
    for path in _spots(file):
        for value in spoiled(at(file, path)):
            forged = json.loads(written(race()))
            put(forged, path, value)
            yield [path, value, _found(forged)]


def _spots(file: Any) -> Iterator[tuple[str | int, ...]]:
    """Name every value of a replay, but of the moves the first and the last few."""
    for path in leaves(file):
        if path[2:3] != ("moves",) or path[3] in (0, 1, len(at(file, path[:3])) - 1):
            yield path


def _found(forged: Any) -> str | None:
    try:
        difference = verify(sealed(read(json.dumps(forged).encode())))
    except BadReplay:
        return "file"
    return difference and difference.where


def vectors() -> dict[str, str]:
    """Answer the text of every file by its name."""
    bonuses = [0, 1, 999, 1000, 1001, 299_500, 598_999, 599_000, 599_001, 599_999, 600_000, 10**6]
    words = {
        "reasons": list(Reason),
        "no_moves": list(filter(_unreadable, NO_MOVES)),
        "bonuses": [[ms, time_bonus(ms)] for ms in bonuses],
        "variants": [one.to_plain() for one in VARIANTS.values()],
    }
    return {
        "games.json": _lines(games()),
        "outlines.json": _lines(outlines()),
        "judgements.json": _lines(judgements()),
        "finishes.json": _lines(finishes()),
        "prospects.json": _lines(prospects()),
        "rankings.json": _lines(rankings()),
        "replays.json": _lines(replays()),
        "forgeries.json": _lines(forgeries()),
        "words.json": json.dumps(words, separators=(",", ":")) + "\n",
    }


def _lines(values: Iterator[object]) -> str:
    """Write a list, a value a line."""
    texts = (json.dumps(value, separators=(",", ":")) for value in values)
    return "[\n" + ",\n".join(texts) + "\n]\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in vectors().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
