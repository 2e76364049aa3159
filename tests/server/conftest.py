"""What tests of the whole server share."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from pantagruel_protocol.codecs import CODECS, Codec
from pantagruel_server.settings import BOUNDLESS, Settings
from tests.server.house import House


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Any free port, no longer waits than a test needs, and no limit that it would meet."""
    return Settings(
        port=0, data=tmp_path, tick_ms=5, close_ms=500, hello_ms=2_000, bounds=BOUNDLESS
    )


@pytest.fixture(params=CODECS.values(), ids=lambda codec: codec.name.rpartition(".")[2])
def codec(request: pytest.FixtureRequest) -> Codec:
    """Both encodings, one after the other."""
    found: Codec = request.param
    return found


@pytest.fixture
async def house(settings: Settings, codec: Codec) -> AsyncIterator[House]:
    """Run a server that is spoken to in each encoding."""
    async with House(settings, codec).open() as opened:
        yield opened
