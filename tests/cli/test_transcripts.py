"""The transcripts in README and docs are what really happens when somebody types them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.running import DOCS, lines, run

SKIP = "[…]"  # a line that stands for any number of lines
BLOCK = re.compile(r"^```console\n\$ viae (play [^\n]*)\n(.+?)^```$", re.MULTILINE | re.DOTALL)


def transcripts() -> list[tuple[str, str, str]]:
    """Page, command and text of every console block that begins with a game."""
    pages = [DOCS / "play.md", DOCS.parent / "README.md"]
    return [
        (page.name, command, text)
        for page in pages
        if page.exists()
        for command, text in BLOCK.findall(page.read_text(encoding="utf-8"))
        if not text.startswith("$")
    ]


def prompted(text: str) -> list[str]:
    """What is typed in a transcript: what stands behind a prompt."""
    return re.findall(r"^(?:[A-Z][a-z]+> |Save the record\?.*\) )(.*)$", text, re.MULTILINE)


@pytest.mark.parametrize(("page", "command", "text"), transcripts())
def test_a_transcript_is_real(
    page: str, command: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = run(*shlex.split(command), typed=lines(*prompted(text))).stdout
    real = "\n".join(line.rstrip() for line in said.splitlines())
    at = 0
    for part in text.split(SKIP):
        found = real.find(part.strip("\n"), at)
        assert found >= 0, f"{page}: not said:\n{part}\nbut:\n{real[at:]}"
        at = found + len(part.strip("\n"))


def test_there_are_transcripts() -> None:
    assert len(transcripts()) >= 3
