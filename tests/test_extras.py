"""A missing library is named with its extra and with where to get it."""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from viae import extras
from viae.errors import ViaeError

ROOT = Path(__file__).parents[1]


class Installed:
    """A distribution that came from somewhere."""

    def __init__(self, origin: dict[str, Any] | None) -> None:
        self._origin = origin

    def read_text(self, _name: str) -> str | None:
        return None if self._origin is None else json.dumps(self._origin)


@pytest.mark.skipif(sys.platform == "win32", reason="paths of other systems")
@pytest.mark.parametrize(
    ("origin", "said"),
    [
        (None, "'viae[gym]'"),
        ({"url": "file:///a/Spiel%20%C3%BC", "dir_info": {}}, "'/a/Spiel ü[gym]'"),
        (
            {"url": "file:///a/b", "dir_info": {"editable": True}},
            "--editable '/a/b[gym]'",
        ),
        (
            {"url": "file:///a/viae-1-py3-none-any.whl", "archive_info": {}},
            "'/a/viae-1-py3-none-any.whl[gym]'",
        ),
        (
            {"url": "https://example.org/viae.whl", "archive_info": {}},
            "'viae[gym] @ https://example.org/viae.whl'",
        ),
        (
            {"url": "https://example.org/v", "vcs_info": {"vcs": "git", "commit_id": "abc"}},
            "'viae[gym] @ git+https://example.org/v@abc'",
        ),
    ],
)
def test_the_command_names_the_place_the_package_came_from(
    monkeypatch: pytest.MonkeyPatch, origin: dict[str, Any] | None, said: str
) -> None:
    monkeypatch.setattr(importlib.metadata, "distribution", lambda _name: Installed(origin))
    assert extras.command("gym").endswith(f" install {said}")


def test_from_its_sources_the_clone_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> Installed:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "distribution", absent)
    assert f"{ROOT}[gym]" in extras.command("gym")


def test_without_pip_it_is_uv(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    assert extras.command("gym").startswith("uv pip install --python ")


@pytest.mark.parametrize(
    ("module", "library", "extra"),
    [
        ("viae.envs.pettingzoo", "pettingzoo", "pettingzoo"),
        ("viae.envs.openspiel", "pyspiel", "openspiel"),
        ("viae.envs.gym", "gymnasium", "gym"),
    ],
)
def test_an_environment_without_its_library_says_which_extra_it_needs(
    monkeypatch: pytest.MonkeyPatch, module: str, library: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, module, raising=False)
    with pytest.raises(ViaeError, match=f"install the extra “{extra}”") as told:
        importlib.import_module(module)
    assert isinstance(told.value, ImportError)  # whoever tries the import catches it
    assert f"[{extra}]'" in str(told.value)
