"""The tables of `protocol/README.md`: phases, messages, values, codes, out of their types."""

import re
from collections.abc import Iterable
from typing import get_args

from msgspec import NODEFAULT, Struct, inspect

from pantagruel_protocol import replay_file, values
from pantagruel_protocol.client_messages import ClientMessage
from pantagruel_protocol.codes import MEANINGS, Code
from pantagruel_protocol.dialogue import ASKED, SAID, Phase
from pantagruel_protocol.frames import tag_of
from pantagruel_protocol.glossary import FIELDS
from pantagruel_protocol.server_messages import ServerMessage

_PATTERNS = {
    values.Id: "id",
    values.Card: "card",
    values.Rules: "rules",
    values.Hex32: "hex32",
    values.Hex64: "hex64",
    replay_file.PlayedText: "move",
}
_NAMES = {
    kind.pattern: name
    for kind, name in ((inspect.type_info(alias), name) for alias, name in _PATTERNS.items())
    if isinstance(kind, inspect.StrType)
}
_POWERS = {2**53 - 1: "", -(2**53 - 1): "", 2**31: "2^31"}
VALUES = (
    values.Resume,
    values.Limits,
    values.SeatInfo,
    values.RoomSettings,
    values.View,
    values.Column,
    values.Row,
    values.Outline,
    values.Step,
    values.Result,
    values.Placing,
)
REPLAY = (
    replay_file.ReplayFile,
    replay_file.VariantRow,
    replay_file.DealRecord,
    replay_file.PlayerRecord,
    replay_file.Chain,
)


def tables() -> dict[str, str]:
    """Answer every generated part of the reference by its name."""
    return {
        "asked": _asked(),
        "said": _said(),
        "client": _sections(get_args(ClientMessage)),
        "server": _sections(get_args(ServerMessage)),
        "values": _sections(VALUES),
        "replay": _sections(REPLAY),
        "codes": _codes(),
    }


def filled(text: str) -> str:
    """Answer the reference with its generated parts, between their markers, up to date."""
    for name, table in tables().items():
        first, last = f"<!-- generated: {name} -->", "<!-- end -->"
        start = text.index(first) + len(first)
        text = f"{text[:start]}\n{table}\n{text[text.index(last, start) :]}"
    return text


def form(kind: inspect.Type) -> str:  # noqa: C901, PLR0911 - a flat table
    """Write what a field may hold as the reference does."""
    match kind:
        case inspect.NoneType():
            return "null"
        case inspect.BoolType():
            return "bool"
        case inspect.IntType(ge=least, le=most):
            return f"integer {_number(least)}..{_number(most)}".removesuffix(" ..")
        case inspect.StrType(pattern=str(pattern)):
            return _NAMES[pattern]
        case inspect.StrType(min_length=least, max_length=most):
            return "text" if most is None else f"text {least or 0}..{most}"
        case inspect.LiteralType(values=words):
            return _either(f"`{word}`" for word in words)
        case inspect.EnumType(cls=enum):
            return "code" if enum is Code else _either(f"`{word.value}`" for word in enum)
        case inspect.UnionType(types=types):
            return _either(map(form, types))
        case inspect.VarTupleType(item_type=item):
            return f"[{form(item)}, ...]"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(map(form, items))}]"
        case inspect.StructType(cls=cls):
            return f"[{cls.__name__}](#{cls.__name__.lower()})"
        case _:
            raise NotImplementedError(kind)


def _asked() -> str:
    """Write what a client may ask in each phase."""
    rows = (
        [f"`{tag_of(kind)}`", *("yes" if code is None else f"`{code}`" for code in codes)]
        for kind, codes in ASKED.items()
    )
    return _by_phase(rows)


def _said() -> str:
    """Write what a server may say in each phase, and the phase after it where it is another."""
    rows = (
        [f"`{tag_of(kind)}`", *(_after(here, next_) for here, next_ in enumerate(after))]
        for kind, after in SAID.items()
    )
    return _by_phase(rows)


def _after(here: int, after: Phase | None) -> str:
    if after is None:
        return ""
    return "yes" if after == here else f"then {after.name.lower()}"


def _by_phase(rows: Iterable[list[str]]) -> str:
    names = [phase.name.lower() for phase in Phase]
    lines = [f"| | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def _either(words: Iterable[str]) -> str:
    return " or ".join(words)


def _number(bound: int | None) -> str:
    return "" if bound is None else _POWERS.get(bound, str(bound))


def _sections(kinds: Iterable[type[Struct]]) -> str:
    return "\n".join(_section(kind) for kind in kinds)


def _section(kind: type[Struct]) -> str:
    """Write one message or value: its name, what it means, and its fields in order."""
    info = inspect.type_info(kind)
    if not isinstance(info, inspect.StructType):
        raise NotImplementedError(kind)
    name = kind.__name__ if info.tag is None else f"`{tag_of(kind)}`"
    lines = [f"### {name}", "", _prose(kind.__doc__ or ""), ""]
    if info.array_like:
        lines += ["An array of these, in this order:", ""]
    if info.fields:
        lines += [
            "| field | form | if left out | |",
            "|---|---|---|---|",
            *map(_field, info.fields),
            "",
        ]
    return "\n".join(lines)


def _field(field: inspect.Field) -> str:
    default = "" if field.default is NODEFAULT else _default(field.default)
    meaning = FIELDS[field.encode_name]
    return f"| `{field.encode_name}` | {form(field.type)} | {default} | {meaning} |"


def _default(value: object) -> str:
    """Write a default as JSON has it."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case ():
            return "[]"
        case _:
            return str(value)


def _prose(docstring: str) -> str:
    """Write a docstring as Markdown: field names, which stand between stars, as code."""
    lines = " ".join(line.strip() for line in docstring.strip().splitlines())
    return re.sub(r"\*(\w+)\*", r"`\1`", lines).replace("  ", "\n\n")


def _codes() -> str:
    lines = ["| code | means | closes with | try again |", "|---|---|---|---|"]
    for code, meaning in MEANINGS.items():
        close = "" if meaning.close is None else str(meaning.close)
        lines.append(f"| `{code}` | {meaning.text} | {close} | {'yes' if meaning.retry else ''} |")
    return "\n".join(lines)
