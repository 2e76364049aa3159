"""What the server says: nouns, and verbs in the past tense.

Fields that a reader does not know are passed over here: a newer server may say more.
"""

from msgspec import Struct

from pantagruel_protocol.codes import Code
from pantagruel_protocol.values import (
    Card,
    ChatText,
    CommandNumber,
    Count,
    Doom,
    Ending,
    Hex32,
    Hex64,
    Id,
    Kind,
    Limits,
    MoveText,
    Ms,
    Name,
    Outline,
    Phase,
    Placing,
    Points,
    RankBy,
    RequestNumber,
    Result,
    RoomSettings,
    Row,
    Rules,
    SeatInfo,
    SeatNumber,
    Sequence,
    Step,
    Text,
    View,
)


class Welcome(
    Struct,
    frozen=True,
    omit_defaults=True,
    tag_field="t",
    tag="welcome",
):
    """The door is open, and who came in.

    *token*, sent once to a guest just made, resumes all its seats.
    """

    player: Id
    name: Name
    now: Ms
    limits: Limits
    features: tuple[str, ...] = ()
    token: Hex64 | None = None


class Ok(Struct, frozen=True, tag_field="t", tag="ok"):
    """Request *q* was carried out."""

    q: RequestNumber


class Refused(
    Struct,
    frozen=True,
    omit_defaults=True,
    tag_field="t",
    tag="refused",
):
    """Request *q* or command *n* was not carried out and nothing changed.

    *reason* and *cards* belong to `illegal`: the rule and the visible cards that clash.
    *expected* belongs to `stale`: the command number that would be taken.
    """

    code: Code
    why: Text
    q: RequestNumber | None = None
    n: CommandNumber | None = None
    reason: str | None = None
    cards: tuple[Card, ...] = ()
    expected: CommandNumber | None = None


class Room(Struct, frozen=True, omit_defaults=True, tag_field="t", tag="room"):
    """The room as it is now; sent again whenever it changes.

    *rings_ms* is the race time at which the bell will ring, once somebody has won; *rematch* the
    code of the race that follows this one.
    """

    race: Id
    deal_id: Id
    code: Id
    variant: Id
    rules: Rules
    kind: Kind
    host: Id
    phase: Phase
    places: Count
    seats: tuple[SeatInfo, ...]
    limit_ms: Ms
    rank_by: RankBy
    passes: Count | None = None
    commit: Hex64 | None = None
    settings: RoomSettings = RoomSettings()
    watchers: Count = 0
    bell_ms: Ms | None = None
    rings_ms: Ms | None = None
    rematch: Id | None = None


class Countdown(Struct, frozen=True, tag_field="t", tag="countdown"):
    """The race starts at *t0*; both times are UTC milliseconds on the server's clock.

    *seats* are the players who race, in the order of their new seat numbers; *nonces* theirs.
    """

    t0: Ms
    now: Ms
    seats: tuple[Id, ...]
    nonces: tuple[Hex32, ...]


class Deal(Struct, frozen=True, tag_field="t", tag="deal"):
    """T0: the seat's own view of the layout."""

    s: Sequence
    ms: Ms
    view: View


class Ack(
    Struct,
    frozen=True,
    omit_defaults=True,
    tag_field="t",
    tag="ack",
    gc=False,
):
    """Command *n* was judged, stored and carried out at race time *ms*."""

    s: Sequence
    n: CommandNumber
    ms: Ms
    score: Points
    streak: Count
    home: Count
    hidden: Count
    moves: Count
    draws: Count
    redeals: Count
    drawn: tuple[Card, ...] = ()
    flip: Card | None = None
    played: tuple[MoveText, ...] = ()
    time_bonus: Count = 0
    ended: Ending | None = None


class Progress(Struct, frozen=True, omit_defaults=True, tag_field="t", tag="progress"):
    """The rows that changed, at race time *ms*.

    Watchers get the *steps* behind them too: those of `board`s if the room's faces are 0 seconds
    late, else those of `outline`s.
    """

    ms: Ms
    rows: tuple[Row, ...]
    steps: tuple[Step, ...] = ()


class Board(Struct, frozen=True, tag_field="t", tag="board"):
    """For watchers: a seat's board with faces, as it was after its command *k*, made at *ms*.

    Steps k + 1, k + 2, ... follow. A step of a seat without a board yet, or one that the board
    has in it already, is to be passed over.
    """

    seat: SeatNumber
    k: Count
    ms: Ms
    view: View


class Outlined(Struct, frozen=True, tag_field="t", tag="outline"):
    """For watchers whom the faces come late to: a seat's board with every face blank, at once."""

    seat: SeatNumber
    k: Count
    ms: Ms
    view: Outline


class Steps(Struct, frozen=True, tag_field="t", tag="steps"):
    """For watchers whom the faces come late to: what they may see by now of the boards."""

    ms: Ms
    steps: tuple[Step, ...]


class Said(Struct, frozen=True, omit_defaults=True, tag_field="t", tag="said"):
    """Somebody said something, at UTC *at*; *watching* if not from a seat."""

    player: Id
    name: Name
    text: ChatText
    at: Ms
    watching: bool = False


class Rematched(Struct, frozen=True, tag_field="t", tag="rematched"):
    """The race that follows: its room comes next, this one's is left; frames begin at 1 again."""

    race: Id
    code: Id


class Verdict(Struct, frozen=True, tag_field="t", tag="verdict"):
    """The seat's own game is dead since command *n* or before: told by what its player has seen.

    No card can be turned up and none of the talon played any more, by whatever moves; *pays* if
    cards may still come home. A game in which none can is ended by the server instead.
    """

    n: Count
    value: Doom
    pays: bool


class Over(Struct, frozen=True, tag_field="t", tag="over"):
    """The seat's own game has ended."""

    s: Sequence
    ms: Ms
    ended: Ending
    result: Result


class Results(Struct, frozen=True, tag_field="t", tag="results"):
    """The race is over and ranked, best first; to watchers it bears no number."""

    s: Sequence | None
    rows: tuple[Placing, ...]


class Reveal(
    Struct,
    frozen=True,
    omit_defaults=True,
    tag_field="t",
    tag="reveal",
):
    """The last player is done: what the commitment hid, and where the replay lies.

    To watchers it bears no number.
    """

    s: Sequence | None
    key: Hex64
    replay: Text
    nonces: tuple[Hex32, ...] = ()
    server_seed: Hex64 | None = None
    salt: Hex64 | None = None


class Resync(Struct, frozen=True, tag_field="t", tag="resync"):
    """A whole picture in place of `deal` and `ack`: the board after frame *s* and command *n*.

    What ends a game is never folded in: `over`, `results` and `reveal` follow as s + 1, ...
    """

    s: Sequence
    ms: Ms
    n: Count
    view: View


class Suspended(Struct, frozen=True, tag_field="t", tag="suspended"):
    """The journal does not answer; the race stands still until a `resync`."""


class Pong(Struct, frozen=True, tag_field="t", tag="pong"):
    """The answer to `ping`: *now* is UTC on the server's clock."""

    q: RequestNumber
    at: Ms
    now: Ms


class Error(Struct, frozen=True, tag_field="t", tag="error"):
    """Something that answers no request; a close follows when the table of codes names one."""

    code: Code
    why: Text


ServerMessage = (
    Welcome
    | Ok
    | Refused
    | Room
    | Countdown
    | Deal
    | Ack
    | Progress
    | Board
    | Outlined
    | Steps
    | Said
    | Rematched
    | Verdict
    | Over
    | Results
    | Reveal
    | Resync
    | Suspended
    | Pong
    | Error
)
SeatFrame = Deal | Ack | Over | Results | Reveal
