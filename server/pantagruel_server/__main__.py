"""The server, set by options or by variables of the environment."""

import argparse
import os
import sys
from collections.abc import Sequence

from pantagruel_server import logs
from pantagruel_server.app import serve
from pantagruel_server.errors import ServerError
from pantagruel_server.settings import OPTIONS, Settings, from_environment

EPILOG = """\
Each option is also a variable of the environment: PANTAGRUEL_PORT for --port, with commas between
what may be given several times. docs/limits.md names the variables that bound what one visitor may
do. SIGTERM or Ctrl-C stops the server; running races go on at its next start.
"""


def main(arguments: Sequence[str] | None = None, name: str = "pantagruel_server") -> int:
    """Serve until told to stop; answer the exit status."""
    given = vars(_parser(name).parse_args(arguments))
    joined = {
        one.flag: ",".join(value) if one.many else value
        for one in OPTIONS
        if (value := given[one.field]) is not None
    }
    try:
        settings = from_environment(os.environ, joined)
    except ServerError as fault:
        print(f"pantagruel: {fault}", file=sys.stderr)
        return 2
    logs.configure(as_json=settings.log_format == "json")
    return serve(settings)


def _parser(name: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=name,
        description="Run the race server.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    for one in OPTIONS:
        default = getattr(Settings(), one.field)
        usual = f" ({default} unless set)" if default else ""
        parser.add_argument(
            f"--{one.flag}",
            dest=one.field,
            action="append" if one.many else "store",
            metavar=one.flag.rpartition("-")[2].upper(),
            help=one.what + usual,
        )
    return parser


if __name__ == "__main__":
    sys.exit(main())
