"""What CONTRIBUTING says about the project is true: its targets and the files of its recipes."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_every_target_of_make_is_in_the_table() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    listed = set(re.findall(r"^([a-z0-9]+):.*## ", makefile, re.MULTILINE)) - {"help"}
    assert set(re.findall(r"^\| `make ([a-z0-9]+)`", TEXT, re.MULTILINE)) == listed
