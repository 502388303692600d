"""Reads the data files that are installed together with the package."""

from __future__ import annotations

import os.path

FOLDER = os.path.dirname(__file__)


def packaged(name: str) -> bytes:
    """The content of one of the package's own data files, named as in this folder."""
    with open(os.path.join(FOLDER, *name.split("/")), "rb") as file:
        return file.read()
