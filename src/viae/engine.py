"""Which engine runs, compiled or interpreted, and why: settled before the rules are imported.

The rules are one source. Where mypyc compiled it, extension modules lie beside the sources and
Python prefers them; this module checks that they are whole, load and are no older than their
sources, and otherwise has the sources imported instead. All or nothing: modules compiled
together must not be mixed with interpreted ones.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, SourceFileLoader

# Not from typing: importing that takes longer than everything this module does.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Literal

_COMPILED = ("viae.rules.", "viae.bots.core.")
_LIBRARY = "_rules__mypyc"  # holds the code of all compiled modules; named in setup.py
_PACKAGE = os.path.dirname(os.path.abspath(__file__))


class EngineStatus:
    """The engine in use: `kind` is "compiled" or "interpreted", `reason` says why in a sentence."""

    __slots__ = ("kind", "reason")

    def __init__(self, kind: Literal["compiled", "interpreted"], reason: str) -> None:
        self.kind: Literal["compiled", "interpreted"] = kind
        self.reason = reason

    def __repr__(self) -> str:
        return f"EngineStatus(kind={self.kind!r}, reason={self.reason!r})"


_status: EngineStatus | None = None


def select() -> None:
    """Settle which engine this process uses; once, before anything of viae.rules is imported."""
    global _status
    if _status is not None:
        return
    obstacle = _obstacle()
    if obstacle:
        sys.meta_path.insert(0, _SourcesOnly())
        _status = EngineStatus("interpreted", obstacle)
    else:
        built_for = f"{sys.implementation.name} {sys.version_info[0]}.{sys.version_info[1]}"
        _status = EngineStatus("compiled", f"compiled modules for {built_for} are in place")


def status() -> EngineStatus:
    """Tell which engine runs and why."""
    select()
    assert _status is not None
    return _status


class _SourcesOnly:
    """A finder that sees the Python sources of the compiled packages only."""

    def __init__(self) -> None:
        self._finders: dict[str, FileFinder] = {}

    def find_spec(
        self, name: str, path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith(_COMPILED):
            return None
        for folder in path or ():
            finder = self._finders.get(folder)
            if finder is None:
                finder = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES))
                self._finders[folder] = finder
            spec = finder.find_spec(name)
            if spec is not None:
                return spec
        return None


def _obstacle() -> str:
    """Say what stands against the compiled engine; an empty text when nothing does."""
    wish = os.environ.get("VIAE_PURE", "")
    if wish not in ("", "0"):
        return f"VIAE_PURE={wish} asks for it"
    built = [name for name in os.listdir(_PACKAGE) if name.startswith(_LIBRARY + ".")]
    suffix = next((s for s in EXTENSION_SUFFIXES if _LIBRARY + s in built), None)
    if suffix is None:
        if built:
            return f"the compiled modules are for another Python ({built[0]})"
        return "the rules are not compiled"
    try:
        library = __import__(f"viae.{_LIBRARY}", fromlist=["*"])
    except ImportError as error:
        return f"the compiled modules do not load: {error}"
    return _fault_in_checkout(library, suffix) if _in_checkout() else ""


def _in_checkout() -> bool:
    """Tell a source checkout, where sources change after compiling, from an installed package."""
    return os.path.exists(os.path.join(_PACKAGE, "..", "..", "pyproject.toml"))


def _fault_in_checkout(library: ModuleType, suffix: str) -> str:
    """Find a source that is newer than the compiled library, or a compiled module that is gone."""
    compiled_at = os.stat(os.path.join(_PACKAGE, _LIBRARY + suffix)).st_mtime
    for mark in vars(library):
        # mypyc leaves a mark "init_viae___rules___state" for each module in the library.
        if not mark.startswith("init_viae___"):
            continue
        module = mark.removeprefix("init_viae___").replace("___", os.sep)
        stem = os.path.join(_PACKAGE, module)
        try:
            changed_at = os.stat(stem + ".py").st_mtime
        except OSError:
            return f"{module}.py was compiled but is gone; run `make compile`"
        if changed_at > compiled_at:
            return f"{module}.py is newer than its compiled form; run `make compile`"
        if not os.path.exists(stem + suffix):
            return f"the compiled form of {module}.py is gone; run `make compile`"
    return ""
