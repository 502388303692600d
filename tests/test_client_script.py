"""`scripts/client` builds the client only when its sources have changed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a client of one page, whose build copies it; npm is a script."""
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "client", tmp_path / "scripts")
    for name, text in {
        "web/package.json": "{}",
        "web/package-lock.json": "{}",
        "web/src/page.ts": "one",
        "web/src/page.test.ts": "test",
        "src/viae/data/cards.json": "{}",
        "src/viae/rules/turn.py": "one",
        "src/viae/server/app.py": "one",
        "web/tools/python.mjs": "one",
        "bin/node": "#!/bin/sh\nprintf %s 24.1.0\n",
        "bin/npm": "#!/bin/sh\necho $*\n"
        '[ "$1" = ci ] || { mkdir -p ../src/viae/server/web;'
        " cp src/page.ts ../src/viae/server/web/index.html; }\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)
    return tmp_path


def client(project: Path, *arguments: str, path: str = "") -> subprocess.CompletedProcess[str]:
    """Run the script in a project, with its npm first on the path."""
    return subprocess.run(
        [sys.executable, project / "scripts" / "client", *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={"PATH": path or f"{project / 'bin'}:/usr/bin:/bin"},
    )


@pytest.mark.skipif(sys.platform == "win32", reason="npm is a shell script here")
def test_the_client_is_built_once_for_the_same_sources(project: Path) -> None:
    page = project / "web" / "src" / "page.ts"
    built = project / "src" / "viae" / "server" / "web" / "index.html"
    assert client(project, "check").returncode == 1
    assert client(project).stdout.splitlines() == ["ci", "run build"]
    assert client(project, "check").returncode == 0
    page.touch()
    (project / "web" / "src" / "page.test.ts").write_text("another test", encoding="utf-8")
    assert client(project).stdout == ""
    page.write_text("two", encoding="utf-8")
    assert client(project, "check").returncode == 1
    assert client(project).returncode == 0
    assert built.read_text(encoding="utf-8") == "two"
    (project / "src" / "viae" / "data" / "cards.json").write_text("[]", encoding="utf-8")
    assert client(project, "check").returncode == 1


@pytest.mark.skipif(sys.platform == "win32", reason="npm is a shell script here")
def test_where_only_python_has_changed_it_is_packed_again(project: Path) -> None:
    assert client(project).returncode == 0
    (project / "src" / "viae" / "server" / "app.py").write_text("two", encoding="utf-8")
    assert client(project).stdout == ""
    (project / "src" / "viae" / "rules" / "turn.py").write_text("two", encoding="utf-8")
    assert client(project, "check").returncode == 1
    assert client(project).stdout.splitlines()[-1] == "run finish"
    assert client(project, "check").returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="npm is a shell script here")
def test_a_client_that_cannot_be_built_says_why(project: Path) -> None:
    (project / "bin" / "npm").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    run = client(project)
    assert run.returncode == 1
    assert "viae: the client cannot be built: npm ci failed" in run.stderr


def test_a_built_client_without_its_sources_is_as_good(project: Path) -> None:
    built = project / "src" / "viae" / "server" / "web" / "index.html"
    built.parent.mkdir(parents=True)
    built.write_text("page", encoding="utf-8")
    shutil.rmtree(project / "web")
    assert client(project, "check").returncode == 0


def test_no_script_of_the_client_starts_npm() -> None:
    """Node from PyPI brings npm as a module that `scripts/npm` starts; there is no such command."""
    package = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    assert package["scripts"]["build"]
    nested = r"(^|[&|;] *)(npm|npx|corepack)\b"
    assert not [name for name, line in package["scripts"].items() if re.search(nested, line)]
