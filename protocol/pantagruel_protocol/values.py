"""The bounded values that messages are made of."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

BIGGEST = 2**53 - 1  # the largest integer that every JSON reader keeps exact
LONGEST_NAME = 40
LONGEST_CHAT = 200
LONGEST_TITLE = 60
FARTHEST_BEHIND = 600  # seconds that watchers may be kept behind

# In Python's regular expressions a bare `$` also matches before a last line feed.
END = r"$(?!\n)"

Id = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}" + END)]
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Text = Annotated[str, Meta(max_length=400)]
RaceName = Annotated[str, Meta(max_length=LONGEST_TITLE)]
ChatText = Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]
Card = Annotated[str, Meta(pattern="^[A23456789TJQK][HDSC]" + END)]
MoveText = Annotated[str, Meta(min_length=1, max_length=16)]
# What a commitment binds: `<variant id>;passes=<number or none>;<kind>`.
Rules = Annotated[
    str, Meta(pattern="^[a-z0-9-]{1,64};passes=([0-9]{1,16}|none);(fresh|pool|numbered)" + END)
]
Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{32}" + END)]
Hex64 = Annotated[str, Meta(pattern="^[0-9a-f]{64}" + END)]
Count = Annotated[int, Meta(ge=0, le=BIGGEST)]
Points = Annotated[int, Meta(ge=-BIGGEST, le=BIGGEST)]
Ms = Annotated[int, Meta(ge=0, le=BIGGEST)]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
RequestNumber = Annotated[int, Meta(ge=0, le=BIGGEST)]
CommandNumber = Annotated[int, Meta(ge=1, le=2**31)]
Sequence = Annotated[int, Meta(ge=1, le=BIGGEST)]

Ending = Literal["won", "dead", "bank", "forfeit", "limit", "bell", "eject"]
Doom = Literal["dead"]  # that a live game is alive is nobody's business but its player's
Class = Literal["cleared", "unfinished", "disqualified"]
Phase = Literal["open", "countdown", "running", "closing", "finished", "recorded", "cancelled"]
Kind = Literal["fresh", "pool", "numbered"]
RankBy = Literal["time", "score"]
Visibility = Literal["listed", "code"]
Talk = Literal["all", "players", "off"]
# When watchers see the faces of cards: so many seconds late, or after the end of the race.
Faces = Annotated[int, Meta(ge=0, le=FARTHEST_BEHIND)] | Literal["end"]


class Column(Struct, frozen=True, array_like=True):
    """One column as its player sees it: how many cards lie hidden, then the run, highest first."""

    down: Count
    up: tuple[Card, ...]


class View(Struct, frozen=True):
    """A seat's own board: what its player may know and nothing else.

    `stock` lists the cards next drawn first, null where the player has not seen the card yet;
    `foundations` are heights in the order hearts, diamonds, spades, clubs, *packs* of each.
    """

    columns: tuple[Column, ...]
    foundations: tuple[Count, ...]
    stock: tuple[Card | None, ...]
    waste: tuple[Card, ...]
    redeals: Count
    moves: Count
    draws: Count
    score: Points
    streak: Count
    time_bonus: Count


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """What one player made of the deal; `place` is null until the race is ranked.

    `ledger` is the variant's score, royal or not, `total` adds streak and time bonus to it;
    `elapsed_ms` is the race time at which the game ended, however it did.
    """

    class_: Class = field(name="class")
    place: Count | None
    ledger: Points
    streak: Count
    time_bonus: Count
    total: Points
    foundations: Count
    hidden: Count
    moves: Count
    draws: Count
    redeals: Count
    elapsed_ms: Ms


class Row(Struct, frozen=True, array_like=True):
    """One player's line in the running order: counts only, never a card."""

    seat: SeatNumber
    place: Count
    home: Count
    hidden: Count
    score: Points
    passes: Count
    moves: Count
    on: bool
    ended: Ending | None


class SeatInfo(Struct, frozen=True, omit_defaults=True):
    """Who sits where in a room; *agreed* says that the player would close the race now."""

    seat: SeatNumber
    player: Id
    name: Name
    bot: bool
    ready: bool
    on: bool
    agreed: bool = False


class RoomSettings(Struct, frozen=True, omit_defaults=True):
    """What a host may change until the countdown; everybody in the room sees it."""

    name: RaceName = ""
    visibility: Visibility = "code"
    faces: Faces = 0
    chat: Talk = "all"


class Outline(Struct, frozen=True):
    """A board with every face blank: *columns* are pairs, how many lie face down and face up.

    Foundations are one number, since the height of each would tell suits and ranks.
    """

    columns: tuple[tuple[Count, Count], ...]
    home: Count
    stock: Count
    waste: Count
    redeals: Count
    moves: Count
    draws: Count
    score: Points


class Step(Struct, frozen=True, array_like=True):
    """Command number *k* of a seat, as watchers hear of it: a move, `finish`, `bank` or `forfeit`.

    With faces it says what the command showed. Without, *drawn*, *flip* and *played* are blank,
    and a foundation that a card comes back from is not named: `F>T5`.
    """

    seat: SeatNumber
    k: CommandNumber
    ms: Ms
    m: MoveText
    drawn: tuple[Card, ...] = ()
    flip: Card | None = None
    played: tuple[MoveText, ...] = ()


class Placing(Struct, frozen=True):
    """One line of the final table."""

    seat: SeatNumber
    player: Id
    name: Name
    ended: tuple[Ms, Ending]
    result: Result


class Resume(Struct, frozen=True, forbid_unknown_fields=True):
    """Take up the seat in *race*; every state frame after number *s* (0: all) is sent again."""

    race: Id
    s: Count


class Limits(Struct, frozen=True):
    """What the server bears, so that a client need not guess."""

    frame_bytes: Count
    commands: Count
    rate: Count
    burst: Count
