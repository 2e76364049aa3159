"""The operator's token: who can read the data folder may ask for what concerns the server."""

import hmac
import os
from pathlib import Path
from secrets import token_hex

from pantagruel_server.errors import ServerError

FILE = "operator.token"


def operator_token(folder: Path) -> str:
    """Answer the token that lies in *folder*, made at the first start; raises ServerError."""
    path = folder / FILE
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return _read(path)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(token := token_hex(32))
    except OSError as fault:
        msg = f"{path} cannot be had ({fault.strerror}): give this user the right to write there."
        raise ServerError(msg) from fault
    return token


def is_operator(shown: str, token: str) -> bool:
    """Say whether *shown* is the token; the time that takes tells nothing of it."""
    return hmac.compare_digest(shown.encode(errors="surrogatepass"), token.encode())


def _read(path: Path) -> str:
    token = path.read_text(encoding="ascii", errors="replace").strip()
    if not token.isalnum():
        msg = f"{path} holds no token: remove it, and the next start makes another."
        raise ServerError(msg)
    return token
