"""`pantagruel cases`: run position cases through the engine."""

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from pantagruel.telling import fail, read_file


def cases(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="Files, each a JSON list of cases.")
    ],
) -> None:
    """Run position cases through the engine: one line each, at the end how many came out how.

    Exits 1 when the engine and a case differ.

    [bold]Example[/]

        pantagruel cases rules.json
    """
    from msgspec import DecodeError, json

    from pantagruel_engine.cases import Finding, run_case

    counts: Counter[Finding] = Counter()
    for file in files:
        try:
            found = json.decode(read_file(file), type=list[object])
        except DecodeError as error:
            fail(f"{file} is no JSON list of cases: {error}")
        for case in found:
            report = run_case(case)
            counts[report.finding] += 1
            typer.echo(": ".join(filter(None, (report.id, str(report.finding), report.why))))
    typer.echo(", ".join(f"{counts[finding]} {finding}" for finding in Finding))
    if counts[Finding.WRONG]:
        raise typer.Exit(1)
