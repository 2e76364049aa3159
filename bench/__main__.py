"""The benchmarks, as ratios: python -m bench [NAME ...], all of them without a name."""

import sys
from importlib import import_module

NAMES = (
    "engine",
    "codec",
    "journal",
    "durable",
    "journalled",
    "crowded",
    "memory",
    "verdict",
    "browser",
    "solver",
)


def main(*chosen: str) -> int:
    """Run the benchmarks that are named, or all of them."""
    names = NAMES if not chosen or chosen == ("all",) else chosen
    if not set(names) <= set(NAMES):
        print(__doc__)
        return 2
    for name in names:
        import_module(f"bench.{name}").main()
        print(flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
