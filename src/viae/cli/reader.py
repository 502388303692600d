"""The reader: asks for a line, at a terminal with completion and history, or from a pipe."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console


class Reader:
    """Where the answers of people come from."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.terminal = console.is_terminal and sys.stdin.isatty()
        self._words: list[list[str]] = []
        if self.terminal:
            self._prepare()

    def ask(self, prompt: str, known: Sequence[str] = ()) -> str:
        """A line without its end; EOFError when there is none. Tab completes what is known."""
        self._words = [text.split() for text in known]
        if self.terminal:
            return input(prompt).strip()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        # The answers belong to the transcript, as they would on a terminal.
        self.console.print(f"{prompt}{line.strip()}", markup=False, highlight=False)
        return line.strip()

    def _prepare(self) -> None:
        with contextlib.suppress(ImportError):  # not on every system
            import readline

            readline.set_completer_delims(" ")
            readline.set_completer(self._complete)
            emacs = "libedit" not in (readline.__doc__ or "")
            readline.parse_and_bind("tab: complete" if emacs else "bind ^I rl_complete")

    def _complete(self, text: str, number: int) -> str | None:
        """The next words of the known entries that begin as the line does."""
        import readline

        before = readline.get_line_buffer()[: readline.get_begidx()].lower().split()
        at = len(before)
        words = {
            known[at]
            for known in self._words
            if len(known) > at and known[:at] == before and known[at].startswith(text.lower())
        }
        found = sorted(words)
        return f"{found[number]} " if number < len(found) else None
