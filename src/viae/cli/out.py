"""Output: results on stdout, progress and errors on stderr, colours if wanted."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import Console


def out() -> Console:
    """The console for results. Rich itself respects NO_COLOR and COLUMNS."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def err() -> Console:
    """The console for everything that is no result."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def command() -> str:
    """What to type for `viae`: its path, if it was started by path and is not on PATH."""
    started = sys.argv[0]
    if os.path.basename(started) == "viae" and shutil.which("viae") is None:
        return os.path.relpath(started)
    return "viae"


def print_json(value: Any, file: IO[str] | None = None) -> None:
    """Print a value for a program to read: in UTF-8, or in ASCII that is UTF-8 everywhere."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    if not _is_utf8(text, file or sys.stdout):
        text = json.dumps(value, indent=2)
    print(text, file=file)


def _is_utf8(text: str, file: IO[str]) -> bool:
    """Whether the bytes of a text in this file are those of UTF-8, with nothing replaced."""
    try:
        return text.encode(getattr(file, "encoding", None) or "utf-8") == text.encode("utf-8")
    except UnicodeEncodeError:
        return False


@contextlib.contextmanager
def progress(what: str, total: float | None) -> Iterator[Callable[[float], None]]:
    """A progress bar on stderr, where somebody is watching; call it with each advance."""
    console = err()
    if not console.is_terminal:
        yield lambda _: None
        return
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    )
    with bar:
        task = bar.add_task(what, total=total)
        yield lambda advance: bar.advance(task, advance)
