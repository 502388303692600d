"""The engine: which one runs is settled once, told with its reason, and never a mixture."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import viae
from viae import engine

PACKAGE = Path(viae.__file__).parent
LIBRARY = "_rules__mypyc"
SUFFIX = EXTENSION_SUFFIXES[0]
COMPILED = (PACKAGE / (LIBRARY + SUFFIX)).exists()
TELL = "import viae.engine as e; print(e.status().kind, e.status().reason, sep=': ', end='')"

needs_compiled = pytest.mark.skipif(not COMPILED, reason="the rules are not compiled here")


def run(folder: Path, code: str, wish: str = "") -> str:
    """What a Python prints that has the package in this folder; VIAE_PURE as wished."""
    # Nor is the copy of the package to be measured beside the package itself.
    env = {key: value for key, value in os.environ.items() if not key.startswith("COV")}
    env |= {"PYTHONPATH": str(folder), "VIAE_PURE": wish, "PYTHONDONTWRITEBYTECODE": "1"}
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env
    )
    assert run.stderr == ""
    return run.stdout


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A folder with a copy of the package, nothing of it compiled."""
    ignore = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    shutil.copytree(PACKAGE, tmp_path / "src" / "viae", ignore=ignore)
    return tmp_path / "src"


@pytest.fixture
def compiled(tmp_path: Path) -> Path:
    """A folder with a copy of the package and its compiled modules."""
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, tmp_path / "src" / "viae", ignore=ignore)
    for path in (tmp_path / "src").rglob(f"*{SUFFIX}"):
        path.touch()
    return tmp_path / "src"


def in_checkout(folder: Path) -> None:
    """Make a copy look like a checkout, where sources change after compiling."""
    (folder.parent / "pyproject.toml").touch()


def test_the_engine_in_use_is_told_with_a_reason() -> None:
    status = engine.status()
    assert status.kind in ("compiled", "interpreted")
    assert status.reason
    assert repr(status) == f"EngineStatus(kind={status.kind!r}, reason={status.reason!r})"


def test_the_engine_is_settled_once() -> None:
    before = engine.status()
    finders = len(sys.meta_path)
    engine.select()
    assert engine.status() is before
    assert len(sys.meta_path) == finders


@pytest.mark.parametrize("wish", ["1", "yes", "true"])
def test_viae_pure_asks_for_the_interpreted_engine(wish: str) -> None:
    told = run(PACKAGE.parent, TELL, wish)
    assert told == f"interpreted: VIAE_PURE={wish} asks for it"


def test_the_interpreted_engine_is_interpreted_throughout() -> None:
    code = (
        "import sys, viae.game\n"
        "names = [name for name in sys.modules if name.startswith('viae.rules.')]\n"
        "print(len(names), {sys.modules[name].__file__.rpartition('.')[2] for name in names})"
    )
    number, _, endings = run(PACKAGE.parent, code, "1").strip().partition(" ")
    assert int(number) > 20
    assert endings == "{'py'}"


def test_it_is_settled_even_if_the_rules_are_imported_first() -> None:
    code = "import viae.rules.state as s, viae.engine as e; print(s.__file__, e.status().kind)"
    file, _, kind = run(PACKAGE.parent, code, "1").strip().rpartition(" ")
    assert file.endswith("state.py")
    assert kind == "interpreted"


@pytest.mark.parametrize("wish", ["", "0"])
def test_without_compiled_modules_the_rules_are_interpreted(sources: Path, wish: str) -> None:
    assert run(sources, TELL, wish) == "interpreted: the rules are not compiled"


def test_modules_for_another_python_are_passed_over(sources: Path) -> None:
    name = f"{LIBRARY}.cpython-27-somewhere.so"
    (sources / "viae" / name).touch()
    told = run(sources, TELL)
    assert told == f"interpreted: the compiled modules are for another Python ({name})"


def test_modules_that_do_not_load_are_passed_over(sources: Path) -> None:
    (sources / "viae" / (LIBRARY + SUFFIX)).write_bytes(b"this is no library")
    told = run(sources, TELL)
    assert told.startswith("interpreted: the compiled modules do not load: ")
    game = "from viae import Game; print(len(Game.new(seed=1).legal()), end='')"
    assert run(sources, game) == "6"


@needs_compiled
def test_compiled_modules_in_place_are_used(compiled: Path) -> None:
    told = run(compiled, TELL)
    version = f"{sys.implementation.name} {sys.version_info[0]}.{sys.version_info[1]}"
    assert told == f"compiled: compiled modules for {version} are in place"


@needs_compiled
def test_viae_pure_is_stronger_than_compiled_modules(compiled: Path) -> None:
    assert run(compiled, TELL, "1") == "interpreted: VIAE_PURE=1 asks for it"
    assert run(compiled, TELL, "0").startswith("compiled: ")


@needs_compiled
def test_a_source_changed_since_compiling_is_told_in_a_checkout(compiled: Path) -> None:
    in_checkout(compiled)
    assert run(compiled, TELL).startswith("compiled: ")
    source = compiled / "viae" / "rules" / "state.py"
    later = (compiled / "viae" / (LIBRARY + SUFFIX)).stat().st_mtime + 10
    os.utime(source, (later, later))
    told = run(compiled, TELL)
    assert "state.py is newer than its compiled form" in told
    assert "make compile" in told


@needs_compiled
def test_a_compiled_module_that_is_gone_is_told_in_a_checkout(compiled: Path) -> None:
    in_checkout(compiled)
    (compiled / "viae" / "rules" / f"state{SUFFIX}").unlink()
    assert "the compiled form of" in run(compiled, TELL)
    (compiled / "viae" / "rules" / "state.py").unlink()
    assert "was compiled but is gone" in run(compiled, TELL)
