"""Help texts: made from docstrings, so that a command is explained in one place."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def help_text(command: Callable[..., Any]) -> str:
    """A docstring as typer shows it best: paragraphs on one line, indented examples as they are."""
    paragraphs = (inspect.getdoc(command) or "").split("\n\n")
    return "\n\n".join(
        text if text.startswith("    ") else " ".join(text.split()) for text in paragraphs
    )
