"""`pantagruel deal`: print a layout."""

from typing import Annotated

import typer

from pantagruel.telling import USAGE, fail, plainly, variant_named

KEY_DIGITS = 64


def deal(
    variant: Annotated[str, typer.Option(help="Which game, for example strict-royal.")],
    key: Annotated[str | None, typer.Option(help="The key of the deal: 64 hex digits.")] = None,
    seed: Annotated[str | None, typer.Option(help="A text; its SHA-256 is the key.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Print the layout that a key makes, hidden cards included.

    [bold]Examples[/]

        pantagruel deal --variant strict-royal --seed "abbey of Theleme"

        pantagruel deal --variant klondike-1 --key 00...ff --json
    """
    from pantagruel_client.text import layout_lines
    from pantagruel_engine.deal import key_of_text, layout

    rules = variant_named(variant)
    if (key is None) == (seed is None):
        fail("deal needs either --key or --seed", USAGE)
    secret = key_given(key) if key is not None else key_of_text(seed or "")
    with plainly():
        position = layout(rules, secret)
    if as_json:
        from msgspec import json

        whole = {"key": secret.hex(), "position": position.to_plain()}
        typer.echo(json.format(json.encode(whole), indent=1).decode())
        return
    typer.echo("\n".join((f"key {secret.hex()}", *layout_lines(position))))


def key_given(text: str) -> bytes:
    """Read a key, or end with what it should be."""
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) * 2 != KEY_DIGITS or len(text) != KEY_DIGITS:
        fail(f"a key is {KEY_DIGITS} hex digits, not {text!r}", USAGE)
    return key
