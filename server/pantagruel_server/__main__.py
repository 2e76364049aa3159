"""`python -m pantagruel_server`: the server alone, set by options or PANTAGRUEL_* variables."""

import argparse
import dataclasses
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from pantagruel_server.app import serve
from pantagruel_server.errors import ServerError
from pantagruel_server.settings import from_environment


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until told to stop; answer the exit status."""
    parser = argparse.ArgumentParser(prog="pantagruel_server", description=__doc__)
    parser.add_argument("--host", help="address to listen on; 0.0.0.0 is your whole network")
    parser.add_argument("--port", type=int, help="port to listen on; 0 is any free one")
    parser.add_argument("--data", type=Path, help="folder for the journal")
    chosen = {
        name: value
        for name, value in vars(parser.parse_args(arguments)).items()
        if value is not None
    }
    logging.basicConfig(
        format="%(asctime)s %(levelname)s %(name)s: %(message)s", level=logging.INFO
    )
    try:
        settings = dataclasses.replace(from_environment(os.environ), **chosen)
    except ServerError as fault:
        print(f"pantagruel: {fault}", file=sys.stderr)
        return 2
    return serve(settings)


if __name__ == "__main__":
    sys.exit(main())
