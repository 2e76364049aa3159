"""What programs wrote into the browser's files is what they would write today."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pantagruel_web import messages, variants


@pytest.mark.parametrize(
    ("file", "text"),
    [(messages.FILE, messages.declarations), (variants.FILE, variants.table)],
    ids=["messages", "variants"],
)
def test_the_file_is_fresh(file: Path, text: Callable[[], str]) -> None:
    """Else run `python -m pantagruel_web.` and the name of this test's case."""
    assert file.read_text(encoding="utf-8") == text()
