"""The packed sources contain what is tracked, and the built client; nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CLIENT = "src/viae/server/web/"


@pytest.mark.skipif(
    not (ROOT / ".git").exists() or shutil.which("git") is None, reason="needs a git checkout"
)
def test_the_packed_sources_are_what_is_tracked_and_the_client(tmp_path: Path) -> None:
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(listing, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    tracked = {name for name in listed.stdout.splitlines() if (ROOT / name).exists()}
    command = [sys.executable, "setup.py", "--quiet", "egg_info", "--egg-base", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, env={**os.environ, "VIAE_CLIENT": "0"})
    written = (tmp_path / "viae.egg-info" / "SOURCES.txt").read_text(encoding="utf-8")
    packed = {name for name in written.splitlines() if ".egg-info/" not in name}
    assert tracked - packed == set(), "MANIFEST.in lacks them"
    assert {name for name in packed - tracked if not name.startswith(CLIENT)} == set()


@pytest.mark.parametrize(("wish", "status"), [("", 0), ("1", 1)])
def test_a_build_without_node_says_that_the_client_is_missing(
    tmp_path: Path, wish: str, status: int
) -> None:
    (tmp_path / "scripts").mkdir()
    (tmp_path / "web" / "tools").mkdir(parents=True)
    (tmp_path / "web" / "tools" / "python.mjs").touch()
    (tmp_path / "web" / "package.json").write_text("not JSON: npm fails", encoding="utf-8")
    (tmp_path / "web" / "package-lock.json").touch()
    package = tmp_path / "src" / "viae"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('__version__ = "1.2.3"\n', encoding="utf-8")
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "scripts/client"):
        shutil.copy(ROOT / name, tmp_path / name)
    done = subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build_py"],
        cwd=tmp_path,
        env={**os.environ, "PATH": "", "VIAE_CLIENT": wish, "VIAE_COMPILE": "0"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    assert "viae: the client cannot be built: " in done.stdout + done.stderr
    assert (tmp_path / "build" / "lib" / "viae" / "__init__.py").exists() == (status == 0)
