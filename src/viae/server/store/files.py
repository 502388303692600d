"""The file of SQLite: for its owner alone, and for one server at a time."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from viae.errors import SetupError

FOLDER = 0o700
FILE = 0o600


def prepare_file(path: Path) -> None:
    """Make folder and file, readable by their owner alone; SetupError if that is not possible.

    A folder that is there already is changed only if nothing but the database is in it.
    """
    folder = path.parent
    try:
        if not folder.exists():
            folder.mkdir(parents=True, mode=FOLDER)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, FILE))
        ours = [one for one in folder.iterdir() if one.name.startswith(path.name)]
        with contextlib.suppress(PermissionError):  # they belong to somebody else, who decides
            for one in ours:
                one.chmod(FILE)
            if len(ours) == sum(1 for _ in folder.iterdir()) and folder != Path():
                folder.chmod(FOLDER)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        fault = f"{path} cannot be used: {reason}; --data names another folder"
        raise SetupError("database", [fault]) from None


@contextlib.contextmanager
def claim_file(path: Path) -> Iterator[None]:
    """Keep the file for this process; SetupError if another server uses it."""
    prepare_file(path)
    lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, FILE)
    try:
        try:
            _lock(lock)
        except OSError:
            fault = (
                f"another `viae serve` uses {path}; stop it, or name another folder with --data"
                " (several servers can share a PostgreSQL: --database-url)"
            )
            raise SetupError("serve", [fault]) from None
        yield
    finally:
        os.close(lock)  # gives it free


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
