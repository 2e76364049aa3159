"""The event loop of a load: uvloop where it exists; and as many sockets as the system allows."""

import asyncio


def new_loop() -> asyncio.AbstractEventLoop:
    """Make the loop that a server would run on."""
    try:
        import uvloop  # noqa: PLC0415 -- not on every platform
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def most_files() -> int | None:
    """Let this process, and those that it starts, open as many files as it may; answer how many.

    None where nobody counts them.
    """
    try:
        import resource  # noqa: PLC0415 -- not on every platform
    except ImportError:
        return None
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return None if most == resource.RLIM_INFINITY else most
