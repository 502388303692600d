"""What to say when a library of an extra is missing: the extra, and how to get it.

The package may come from an index, a file, a repository or a clone; the advice names the place it
came from, since another one may not have it.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import os
import shlex
import sys
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from viae.errors import ViaeError


class MissingExtraError(ViaeError, ImportError):
    """A library is missing that comes with an extra; the text says how to get it."""


def missing(what: str, extra: str) -> MissingExtraError:
    """The error for something that needs a library: "a plot needs matplotlib", "arena"."""
    return MissingExtraError(f"{what}; install the extra “{extra}”: {command(extra)}")


def command(extra: str) -> str:
    """The command that installs an extra from where this package came from."""
    pip = shlex.join(_installer())
    target = _target(extra)
    return f"{pip} {target if os.name != 'nt' else target.replace(chr(39), chr(34))}"


def _installer() -> list[str]:
    if importlib.util.find_spec("pip") is not None:
        return [sys.executable or "python", "-m", "pip", "install"]
    return ["uv", "pip", "install", "--python", sys.executable or "python"]


def _target(extra: str) -> str:
    """What to install, quoted for a shell."""
    try:
        said = importlib.metadata.distribution("viae").read_text("direct_url.json")
    except importlib.metadata.PackageNotFoundError:  # run from its sources
        return _quoted(f"{Path(__file__).parents[2]}[{extra}]")
    origin = json.loads(said) if said else {}
    url: str = origin.get("url", "")
    if not url:
        return _quoted(f"viae[{extra}]")  # from an index, which has it
    if "vcs_info" in origin:
        vcs = origin["vcs_info"]
        return _quoted(f"viae[{extra}] @ {vcs['vcs']}+{url}@{vcs['commit_id']}")
    if not url.startswith("file:"):
        return _quoted(f"viae[{extra}] @ {url}")
    path = url2pathname(urlsplit(url).path)
    editable = "--editable " if origin.get("dir_info", {}).get("editable") else ""
    return f"{editable}{_quoted(f'{path}[{extra}]')}"


def _quoted(text: str) -> str:
    return f"'{text}'" if "'" not in text else shlex.quote(text)
