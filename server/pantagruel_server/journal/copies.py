"""Copies of the store: whether one is whole, and how it becomes a store again."""

import shutil
import sqlite3
from pathlib import Path

from pantagruel_server.errors import ServerError
from pantagruel_server.journal.migrations import sync, version


def check(copy: Path) -> None:
    """Raise ServerError unless *copy* is a whole store that this server can read."""
    if not copy.is_file():
        msg = f"{copy} is not there."
        raise ServerError(msg)
    try:
        connection = sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        try:
            if not version(connection, copy):
                msg = f"{copy} is no Pantagruel store."
                raise ServerError(msg)
            (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        finally:
            connection.close()
    except sqlite3.Error as fault:
        msg = f"{copy} is no Pantagruel store ({fault})."
        raise ServerError(msg) from fault
    if found != "ok":
        msg = f"{copy} is damaged ({found}): use another back-up."
        raise ServerError(msg)


def restore(copy: Path, target: Path) -> None:
    """Make the store *target* of *copy*; raises ServerError, and never writes over a store."""
    check(copy)
    if any(Path(f"{target}{end}").exists() for end in ("", "-wal", "-shm")):
        msg = f"{target.parent} has a store already: choose an empty folder with --data."
        raise ServerError(msg)
    part = target.with_name(f"{target.name}.part")
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        shutil.copyfile(copy, part)
        sync(part)
        part.rename(target)
        sync(target.parent)
    except OSError as fault:
        msg = f"{target} cannot be written: {fault.strerror}."
        raise ServerError(msg) from fault
