"""Names that can be shown, names that look alike, and lines of text."""

import pytest

from pantagruel_server.names import BadName, BadText, alike, clean_name, clean_text


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("  Frère   Jean ", "Frère Jean"),
        ("Jose\u0301", "José"),
        ("\uff30antagruel", "Pantagruel"),
        ("गार्गन्तुआ", "गार्गन्तुआ"),
        ("🃏", "🃏"),
        ("x" * 40, "x" * 40),
    ],
)
def test_names(written: str, shown: str) -> None:
    """Names are brought into one form: spaces, widths and accents look the same to all."""
    assert clean_name(written) == shown
    assert clean_name(shown) == shown


@pytest.mark.parametrize(
    "written",
    [
        "   ",
        "\u2800",
        "a\u0000b",
        "a\u202eb",
        "a\nb",
        "a\u200bb",
        "x" * 41,
        "Z\u0353\u0354\u0355",
        "\ufdfa" * 3,
    ],
    ids=ascii,
)
def test_bad_names(written: str) -> None:
    """What is empty, invisible, reversed, towering or, once written out, too long is no name."""
    with pytest.raises(BadName):
        clean_name(written)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Panurge", "Panurge"),
        ("Panurge", "PANURGE"),
        ("Panurge", "P\u0430nurg\u0435"),  # Cyrillic
        ("PANURGE", "\u0420\u0410NUR\u0413E".replace("\u0413", "G")),
        ("Bill", "BiIl"),
        ("lan", "Ian"),
        ("Oro", "0ro"),
        ("b0b", "bob"),
        ("Morn", "Mom"),
        ("\u039d\u0399\u039a\u039f\u03a3", "\u03bd\u03b9\u03ba\u03bf\u03c2"),  # Greek
        ("Jos\u00e9", "Jos\u0435\u0301"),
        ("Stra\u00dfe", "STRASSE"),
        ("l1|", "Ill"),
    ],
    ids=ascii,
)
def test_alike(one: str, other: str) -> None:
    """Names that a reader could take for each other are one and the same."""
    assert alike(one, other)
    assert alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Panurge", "Pantagruel"),
        ("Ada", "Ada 2"),
        ("Jose", "Jos\u00e9"),
        ("Bot 1", "Bot 2"),
        ("Hugo", "Vugo"),
        ("Nina", "Vina"),
        ("Ada", "Adam"),
        ("\u5f20\u4f1f", "\u5f20\u4e3d"),
        ("\U0001f0cf", "\U0001f0a1"),
    ],
    ids=ascii,
)
def test_not_alike(one: str, other: str) -> None:
    """Names that are merely similar are two."""
    assert not alike(one, other)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (" Bon  jour! ", "Bon jour!"),
        ("one\r\ntwo\tthree\u2028four", "one two three four"),
        ("\u202egnitirw\u202c", "gnitirw"),
        ("a\u200bb\ufeffc\u2060d\u00ade", "abcde"),
        ("\x1b[31mred", "[31mred"),
        ("\u200dJean\u200d \u200d ", "Jean"),
        (
            "\U0001f468\u200d\U0001f469\u200d\U0001f467",
            "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        ),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",) * 2,  # Persian
        ("e\u0301", "\u00e9"),
        ("Z\u0353\u0354\u0355\u0356", "Z\u0353\u0354"),
        ("a\ud800b\ue000c", "abc"),
        ("x" * 200, "x" * 200),
    ],
    ids=ascii,
)
def test_lines(written: str, shown: str) -> None:
    """A line holds what can be seen, in one order, and looks the same however it was typed."""
    assert clean_text(written, 200) == shown
    assert clean_text(shown, 200) == shown


@pytest.mark.parametrize(
    "written", ["", " \n ", "\u200b\u202e", "\u2800", "\u200d", "x" * 201], ids=ascii
)
def test_no_lines(written: str) -> None:
    """What shows nothing, or too much, is refused."""
    with pytest.raises(BadText, match="1 to 200"):
        clean_text(written, 200)
