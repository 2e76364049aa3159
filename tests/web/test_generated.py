"""What programs wrote into the browser's files is what they would write today."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pantagruel_web import messages, variants
from tests.web import write_vectors


@pytest.mark.parametrize(
    ("file", "text"),
    [(messages.FILE, messages.declarations), (variants.FILE, variants.table)],
    ids=["messages", "variants"],
)
def test_the_file_is_fresh(file: Path, text: Callable[[], str]) -> None:
    """Else run `python -m pantagruel_web.` and the name of this test's case."""
    assert file.read_text(encoding="utf-8") == text()


@pytest.mark.slow
def test_the_vectors_are_fresh() -> None:
    """Else run `python -m tests.web.write_vectors`."""
    files = write_vectors.FOLDER.iterdir()

    assert {
        file.name: file.read_text(encoding="utf-8") for file in files
    } == write_vectors.vectors()
