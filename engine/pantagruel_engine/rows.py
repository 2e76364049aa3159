"""Every variant that can be played, one row each, and names for what differs from a row."""

from collections.abc import Mapping

from pantagruel_engine import plain
from pantagruel_engine.errors import RulesError, UnknownVariant
from pantagruel_engine.variant import Build, EmptyColumn, RunMoves, Scoring, Variant

ANY, FULL, SINGLE, EITHER = RunMoves
ROYAL, CASINO, COUNT, CARDZ = Scoring
SEVEN = tuple(range(1, 8))
NINE = tuple(range(1, 10))

# Columns of a triangle for 1..25 packs, as its document tabulates them.
ULTRA_COLUMNS = (
    7, 12, 16, 18, 21, 23, 25, 27, 29, 30, 32, 34, 35,
    37, 38, 39, 40, 41, 43, 44, 45, 46, 47, 48, 49,
)  # fmt: skip
# Columns of a tent for 15..25 packs. The document gives those of 20 packs only, 62; the others
# are our reading: as many as leave 20 cards or more for the stock.
TENT_COLUMNS = (54, 56, 56, 58, 60, 62, 64, 66, 66, 68, 70)
TENT_FROM = 15


# fmt: off
# id, title, packs, columns, draw, most passes, F->T, run moves, score, pass penalty, streak
TABLE = (
    Variant("turn1", "Pantagruel Turn-1 (relaxed)", 2, NINE, 1, None, True, ANY, ROYAL, 20, True),
    Variant("turn3", "Pantagruel Turn-3 (standard)", 2, NINE, 3, None, True, ANY, ROYAL, 0, True),
    Variant("strict-royal", "Strict Royal", 2, NINE, 3, 3, False, ANY, ROYAL, 0, True),
    Variant("gargantua-till-dawn", "Gargantua till Dawn", 2, NINE, 1, 2, False, FULL, CASINO),
    Variant("gargantua", "Gargantua", 2, NINE, 1, 2, True, ANY, COUNT),
    Variant("harp", "Harp", 2, NINE, 1, 4, True, ANY, COUNT),
    Variant("harp-single", "Harp, single cards", 2, NINE, 1, 4, True, SINGLE, COUNT),
    Variant("cardz-1", "Double Klondike in Cardz, draw 1", 2, NINE, 1, None, False, ANY, CARDZ),
    Variant("cardz-3", "Double Klondike in Cardz, draw 3", 2, NINE, 3, None, False, ANY, CARDZ),
    Variant("double-klondike-1", "Double Klondike, draw 1", 2, NINE, 1, None, True, ANY, COUNT),
    Variant("double-klondike-3", "Double Klondike, draw 3", 2, NINE, 3, None, True, ANY, COUNT),
    Variant("klondike-1", "Klondike, draw 1", 1, SEVEN, 1, None, True, ANY, COUNT),
    Variant("klondike-3", "Klondike, draw 3", 1, SEVEN, 3, None, True, ANY, COUNT),
    Variant("klondike-strict", "Klondike, strict", 1, SEVEN, 1, 1, False, FULL, CASINO),
    Variant("klondike-familiar", "Klondike, familiar", 1, SEVEN, 3, None, False, ANY, CASINO),
    Variant("klondike-easy", "Klondike, easy", 1, SEVEN, 1, None, True, ANY, CASINO),
    Variant("thumb-and-pouch", "Thumb and Pouch", 1, SEVEN, 1, 1, False, EITHER, COUNT,
            build=Build.OTHER_SUIT, empty_column=EmptyColumn.ANY),
)
# fmt: on


def _ultra(name: str, title: str, packs: int, columns: tuple[int, ...]) -> Variant:
    return Variant(name, f"Ultra Klondike, {title}", packs, columns, 3, None, True, ANY, COUNT)


TRIANGLES = tuple(
    _ultra(f"ultra-{packs}", f"packs: {packs}", packs, tuple(range(1, width + 1)))
    for packs, width in enumerate(ULTRA_COLUMNS, 1)
)
TENTS = tuple(
    _ultra(
        f"ultra-{packs}-tent",
        f"packs: {packs}, tent",
        packs,
        (*range(1, width // 2 + 1), *range(width // 2, 0, -1)),
    )
    for packs, width in enumerate(TENT_COLUMNS, TENT_FROM)
)
VARIANTS: Mapping[str, Variant] = {row.id: row for row in (*TABLE, *TRIANGLES, *TENTS)}

# How the name of a changed variant writes what is neither a number nor a word of its own.
_WORDS = {"none": None, "yes": True, "no": False}
# And a field that the texts of deals call otherwise.
_LABELS = {"max_passes": "passes"}
_FIELDS = {label: key for key, label in _LABELS.items()}


def variant(name: str) -> Variant:
    """Find a row by its id; raises UnknownVariant."""
    row = VARIANTS.get(name)
    if row is None:
        raise UnknownVariant(name)
    return row


def name_of(rules: Variant) -> str:
    """Write a variant as the id of its row and what differs from the row: `turn3;passes=4`."""
    row = variant(rules.id).to_plain()
    differing = (
        f";{_LABELS.get(key, key)}={_written(value)}"
        for key, value in rules.to_plain().items()
        if value != row[key] and key != "title"
    )
    return rules.id + "".join(differing)


def named(name: str) -> Variant:
    """Read what `name_of` wrote."""
    name, *changes = name.split(";")
    row = variant(name)
    if not changes:
        return row
    values = row.to_plain()
    for change in changes:
        label, _, value = change.partition("=")
        key = _FIELDS.get(label, label)
        if key not in values or key in ("id", "title"):
            raise RulesError(f"a variant has no field {label!r} to change")
        values[key] = _read(key, value)
    changed = Variant.from_plain(values)
    if name_of(changed) != ";".join([name, *changes]):
        raise RulesError(f"{name!r} is not how the change of a variant is written")
    return changed


def _written(value: object) -> str:
    """Write a field's value without spaces or semicolons."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case list():
            return ".".join(map(str, value))
        case _:
            return str(value)


def _read(key: str, value: str) -> object:
    """Read a field's value as `Variant.from_plain` takes it."""
    if value in _WORDS:
        return _WORDS[value]
    if key == "columns":
        return [plain.parse_number(size) for size in value.split(".")]
    return value if value[:1].isalpha() else plain.parse_number(value)
