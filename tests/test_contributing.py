"""What CONTRIBUTING says about the project is true: its targets and the files of its recipes."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_every_target_of_make_is_in_the_table() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    listed = set(re.findall(r"^([a-z0-9-]+):.*## ", makefile, re.MULTILINE)) - {"help"}
    assert set(re.findall(r"^\| `make ([a-z0-9-]+)`", TEXT, re.MULTILINE)) == listed


def test_the_hooks_are_the_gates_of_make_lint() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipes = makefile.partition("\ngates-python:")[2].partition("\nformat:")[0]
    gates = dict(re.findall(r'^\t\$\(STEP\) "(.+?)" (.+)$', recipes, re.MULTILINE))
    assert len(gates) >= 5
    known = {"$(PYTHON_IN)": ".venv/bin/python", "$(VENV)": ".venv"}
    for name, command in gates.items():
        for variable, value in known.items():
            command = command.replace(variable, value)  # noqa: PLW2901
        gates[name] = command
    (local,) = parsed(".pre-commit-config.yaml")["repos"]
    assert {hook["name"]: hook["entry"] for hook in local["hooks"]} == gates


def test_workflows_run_targets_of_make() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z0-9]+):.*## ", makefile, re.MULTILINE))
    files = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    assert [file.stem for file in files] == ["docs", "release", "test", "wheels"]
    run: list[str] = []
    for file in files:
        for job in parsed(file)["jobs"].values():
            run += [step["run"] for step in job.get("steps", []) if "run" in step]
    made = [command.split()[1] for command in run if command.startswith("make ")]
    assert {"test", "docs", "web", "site", "sdist", "wheel", "version"} == set(made) <= targets
    assert [command.split()[0] for command in run if not command.startswith("make ")] == ["gh"]


def test_tests_run_on_every_python_that_wheels_are_built_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    test = parsed(".github/workflows/test.yml")["jobs"]["test"]
    pythons = test["strategy"]["matrix"]["python"]
    assert project["tool"]["cibuildwheel"]["build"] == [
        f"cp{python.replace('.', '')}-*" for python in pythons
    ]
    assert project["project"]["requires-python"] == f">={pythons[0]}"


def test_the_version_stands_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "viae.__version__"}
    assert "version" not in json.loads((ROOT / "web" / "package.json").read_text("utf-8"))
    assert "version" not in parsed("CITATION.cff")


def test_every_form_for_issues_can_be_filled_in() -> None:
    forms = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
    for form in (parsed(file) for file in forms if file.stem != "config"):
        assert form["name"]
        assert form["description"]
        ids = [field["id"] for field in form["body"]]
        assert len(ids) == len(set(ids)) > 1


@pytest.mark.parametrize(
    ("tag", "day", "said"),
    [
        ("v1.2.3", "2030-01-31", ""),
        ("1.2.3", "2030-01-31", "tag it v1.2.3"),
        ("v1.2.4", "2030-01-31", "says 1.2.3"),
        ("v1.2.3", "Unreleased", "“## [1.2.3] - YYYY-MM-DD”"),
    ],
)
def test_a_tag_is_checked_before_a_release(tmp_path: Path, tag: str, day: str, said: str) -> None:
    (tmp_path / "scripts").mkdir()
    script = shutil.copy(ROOT / "scripts" / "version", tmp_path / "scripts")
    package = tmp_path / "src" / "viae" / "__init__.py"
    package.parent.mkdir(parents=True)
    package.write_text('__version__ = "1.2.3"\n', encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text(f"## [1.2.3] - {day}\n", encoding="utf-8")
    told = subprocess.run(
        [sys.executable, script, tag], capture_output=True, encoding="utf-8", check=False
    )
    assert told.returncode == bool(said)
    assert said in told.stderr


def parsed(path: str | Path) -> Any:
    """A YAML file of the project."""
    return yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))


def test_the_files_of_the_recipes_exist() -> None:
    recipes = TEXT.partition("## Recipes")[2].partition("## Style")[0]
    named = set(re.findall(r"`((?:src|web|docs|tests)/[^`]+)`", recipes))
    made = {name for name in named if re.search(r"\bxx\b|NAME", name)}  # by whoever follows them
    assert not [name for name in named - made if not list(ROOT.glob(name))]
    assert len(named) > 50
