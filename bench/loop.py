"""The event loop of both sides: uvloop where it exists."""

import asyncio


def new_loop() -> asyncio.AbstractEventLoop:
    """Make the loop that the server would run on."""
    try:
        import uvloop  # noqa: PLC0415 -- not on every platform
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()
