"""The `pantagruel` command."""

import typer

app = typer.Typer(no_args_is_help=True)


@app.callback()
def main_options() -> None:
    """Race double-deck Klondike on one deal."""


def main() -> None:
    app()


if __name__ == "__main__":
    main()
