"""For the API reference: shows the doctests of docstrings as blocks of code."""

from __future__ import annotations

import re
from typing import Any

import griffe

# From a prompt to the next empty line.
DOCTEST = re.compile(r"^( *)>>> .*(?:\n *\S.*)*", re.MULTILINE)


class Doctests(griffe.Extension):
    """Puts each doctest between the fences that Markdown wants."""

    def on_object(self, *, obj: griffe.Object, **_more: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = DOCTEST.sub(_fenced, obj.docstring.value)


def _fenced(found: re.Match[str]) -> str:
    return f"{found[1]}```pycon\n{found[0]}\n{found[1]}```"
