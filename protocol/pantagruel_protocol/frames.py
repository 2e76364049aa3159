"""From plain values to a message of one side, and all the ways in which a frame can be none."""

from typing import Protocol, TypeVar, get_args

from msgspec import Struct, ValidationError, convert

from pantagruel_protocol.client_messages import ClientMessage
from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import ServerMessage

CLIENT_FRAME = 4096  # bytes; the longest honest client message has under 300
SERVER_FRAME = 2**20  # bytes; the layout of 25 packs has some 12,000
DEPTH = 8  # containers in containers; the deepest message, `deal`, has five

_WHY = 200  # characters of an explanation, which may quote what was sent

Message = ClientMessage | ServerMessage
_Said = TypeVar("_Said", ClientMessage, ServerMessage)


class BadFrame(ValueError):
    """A frame that is no message: *code* is for programs, *why* for people."""

    def __init__(self, code: Code, why: str) -> None:
        super().__init__(f"{code}: {why}")
        self.code = code
        self.why = why


class Codec(Protocol):
    """One encoding of all messages; *name* is its subprotocol, *binary* the kind of its frames."""

    @property
    def name(self) -> str: ...

    @property
    def binary(self) -> bool: ...

    def encode(self, message: Message) -> bytes:
        """Answer the payload of one frame."""
        ...

    def decode_client(self, frame: bytes) -> ClientMessage:
        """Read what a client sent; raises BadFrame and nothing else."""
        ...

    def decode_server(self, frame: bytes) -> ServerMessage:
        """Read what a server sent; raises BadFrame and nothing else."""
        ...


def tag_of(kind: type[Struct]) -> str:
    """Answer the word that stands in `t` for a class of messages."""
    return str(kind.__struct_config__.tag)


CLIENT_TYPES: dict[str, type[ClientMessage]] = {tag_of(k): k for k in get_args(ClientMessage)}
SERVER_TYPES: dict[str, type[ServerMessage]] = {tag_of(k): k for k in get_args(ServerMessage)}


def check_size(frame: bytes, most: int) -> None:
    """Refuse a frame that is longer than its side may send."""
    if len(frame) > most:
        raise BadFrame(Code.TOO_LARGE, f"{len(frame)} bytes, where {most} are allowed")


def unreadable(error: Exception) -> BadFrame:
    """Name why a parser gave up."""
    return BadFrame(Code.UNREADABLE, str(error)[:_WHY] or type(error).__name__)


def too_deep() -> BadFrame:
    """Name the fault of a frame that nests for the sake of nesting."""
    return BadFrame(Code.TOO_DEEP, f"more than {DEPTH} containers in one another")


def message_of(plain: object, types: dict[str, type[_Said]]) -> _Said:
    """Turn parsed values into a message of *types*, looking the class up by `t`.

    Converting to the union of all classes instead costs ten times as much.
    """
    if type(plain) is not dict:
        raise _fault(plain, Code.UNREADABLE, "a message is a map")
    tag = plain.get("t")
    kind = types.get(tag) if type(tag) is str else None
    if kind is None:
        raise _fault(plain, Code.UNKNOWN_TYPE, f"no message of this side is named {tag!r}")
    try:
        return convert(plain, kind)
    except ValidationError as error:
        why = str(error)
    unknown = why.startswith("Object contains unknown field")
    raise _fault(plain, Code.UNKNOWN_FIELD if unknown else Code.BAD_FIELD, why)


def _fault(plain: object, code: Code, why: str) -> BadFrame:
    return too_deep() if _deeper_than(DEPTH, plain) else BadFrame(code, why[:_WHY])


def _deeper_than(levels: int, value: object) -> bool:
    """Say whether containers nest further than *levels*; it never looks further itself."""
    if not isinstance(value, dict | list):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return levels == 0 or any(_deeper_than(levels - 1, one) for one in inner)
