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
        """The completion of that number; readline asks until there is none."""
        import readline

        before = readline.get_line_buffer()[: readline.get_begidx()]
        found = completions(before, text, self._words)
        return f"{found[number]} " if number < len(found) else None


def completions(before: str, text: str, known: Sequence[Sequence[str]]) -> list[str]:
    """What the beginning of a word may become, after the words before it.

    That is the next word of the known entries that begin as the line does. A name may come without
    its verb: it becomes the whole entry if only one has it, else the name.

    >>> known = [["play", "prefect"], ["play", "tribune"], ["build", "roma"], ["produce", "roma"]]
    >>> completions("", "p", known), completions("play ", "t", known)
    (['play', 'produce'], ['tribune'])
    >>> completions("", "pref", known), completions("", "ro", known)
    (['play prefect'], ['roma'])
    """
    earlier = before.lower().split()
    text = text.lower()
    at = len(earlier)
    found = {
        words[at]
        for words in known
        if len(words) > at
        and words[at].startswith(text)
        and all(word.startswith(short) for word, short in zip(words, earlier, strict=False))
    }
    if not found and not earlier and text:
        having = [words for words in known if any(word.startswith(text) for word in words)]
        if len(having) == 1:
            return [" ".join(having[0])]
        found = {word for words in having for word in words if word.startswith(text)}
    return sorted(found)
