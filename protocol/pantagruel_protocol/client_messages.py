"""What a client may say, in the imperative."""

from msgspec import Struct

from pantagruel_protocol.values import (
    ChatText,
    CommandNumber,
    Faces,
    Hex32,
    Hex64,
    Id,
    MoveText,
    Ms,
    Name,
    RaceName,
    RequestNumber,
    Resume,
    Talk,
    Visibility,
)


class Hello(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="t", tag="hello"
):
    """The first message.

    A *name* makes a guest, a *token* is somebody known; *resume* takes up a seat.
    """

    name: Name | None = None
    token: Hex64 | None = None
    bot: bool = False
    resume: Resume | None = None


class Join(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="join"):
    """Take a free seat in the race that *code* names; a watcher of it watches no more."""

    q: RequestNumber
    code: Id


class Leave(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="leave"):
    """Leave the room; the seat is free again before the countdown, later it stays the player's."""

    q: RequestNumber


class Ready(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="ready"):
    """Be ready, with a *nonce* that goes into the key of the deal; the last one sent counts."""

    q: RequestNumber
    nonce: Hex32


class Unready(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="unready"):
    """Take the readiness back."""

    q: RequestNumber


class Start(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="t", tag="start"
):
    """The host starts the countdown; *without_unready* leaves out whoever is not ready."""

    q: RequestNumber
    without_unready: bool = False


class Settings(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="t",
    tag="settings",
):
    """The host changes what is not null; other *faces* take everybody's readiness back."""

    q: RequestNumber
    name: RaceName | None = None
    visibility: Visibility | None = None
    faces: Faces | None = None
    chat: Talk | None = None


class Kick(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="kick"):
    """The host sends *player*, seated or watching, away for good; before the countdown only."""

    q: RequestNumber
    player: Id


class Cancel(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="cancel"):
    """The host calls the race off; before the countdown only."""

    q: RequestNumber


class Agree(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="t", tag="agree"
):
    """Agree to close the race now, or no more; it closes when all who still play agree."""

    q: RequestNumber
    agreed: bool = True


class Rematch(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="rematch"):
    """Open the next race with the same rules, a new deal, and everybody who is here."""

    q: RequestNumber


class Watch(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="watch"):
    """Watch the race with this join code or id; a seat in it is given up, if it may be."""

    q: RequestNumber
    code: Id


class Unwatch(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="unwatch"):
    """Watch no more."""

    q: RequestNumber


class Say(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="say"):
    """Say something to the room; whoever still plays hears other players only."""

    q: RequestNumber
    text: ChatText


class Play(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="play"):
    """Play move *m* as command number *n* = 1 + the commands accepted so far."""

    n: CommandNumber
    m: MoveText


class Finish(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="finish"):
    """Play a finishable game to its end, always the same way."""

    n: CommandNumber


class Bank(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="bank"):
    """Stop here and keep the score."""

    n: CommandNumber


class Forfeit(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="forfeit"):
    """Give up; the value of the board counts like a bank."""

    n: CommandNumber


class Ping(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="ping"):
    """Ask the time; *at* comes back unchanged."""

    q: RequestNumber
    at: Ms


ClientMessage = (
    Hello
    | Join
    | Leave
    | Ready
    | Unready
    | Start
    | Settings
    | Kick
    | Cancel
    | Agree
    | Rematch
    | Watch
    | Unwatch
    | Say
    | Play
    | Finish
    | Bank
    | Forfeit
    | Ping
)
Command = Play | Finish | Bank | Forfeit
