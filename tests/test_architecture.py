"""The page on the architecture cannot drift: what it names exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
HOP = re.compile(r"^(\d+)\. `([^`]+)` · ((?:`[^`]+`(?:, )?)+): ", re.MULTILINE)
HOPS = [
    (int(number), file, name)
    for number, file, names in HOP.findall(PAGE)
    for name in re.findall("`([^`]+)`", names)
]


def python_names(file: Path) -> set[str]:
    """The functions of a module and the methods of its classes, as `Class.method`."""
    found = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found.add(node.name)
        elif isinstance(node, ast.ClassDef):
            inside = (ast.FunctionDef, ast.AsyncFunctionDef)
            found |= {f"{node.name}.{one.name}" for one in node.body if isinstance(one, inside)}
    return found


def script_names(file: Path) -> set[str]:
    """The same of a TypeScript file, read line by line."""
    found, owner = set(), ""
    for line in file.read_text(encoding="utf-8").splitlines():
        if one := re.match(r"(?:export )?class (\w+)", line):
            owner = one[1]
        elif one := re.match(r"(?:export )?(?:async )?function (\w+)", line):
            found.add(one[1])
        elif one := re.match(r"  (?:private )?(?:async )?(\w+)(?:<.*>)?\(.*\{$", line):
            found.add(f"{owner}.{one[1]}")
    return found


@pytest.mark.parametrize(("number", "file", "name"), HOPS)
def test_each_hop_of_an_entry_exists(number: int, file: str, name: str) -> None:
    path = ROOT / file
    names = python_names(path) if path.suffix == ".py" else script_names(path)
    assert name in names, f"hop {number}: {file} has no {name}"


def test_the_hops_are_numbered_from_the_click_on() -> None:
    numbers = sorted({number for number, _, _ in HOPS})
    assert numbers == list(range(1, len(numbers) + 1))
    assert HOPS[0][1].startswith("web/")
    assert HOPS[-1][1].startswith("web/")


def test_the_house_shows_every_package_and_module() -> None:
    house = PAGE.partition("```text\n")[2].partition("```")[0]
    named = set(re.findall(r"^ +([\w.]+)/? ", house, re.MULTILINE))
    package = ROOT / "src" / "viae"
    folders = {path.parent.name for path in package.glob("*/__init__.py")}
    folders |= {path.parent.name for path in (package / "server").glob("*/__init__.py")}
    modules = {path.name for path in package.glob("[a-z]*.py")}
    assert folders | modules <= named
    for name in named:
        places = (package, package / "server")
        assert any((place / name).exists() for place in places), f"there is no {name}"


# Where dictionaries of anything are right: data that comes from outside, or goes to a library.
UNTYPED = {
    "server/http/openapi.py": "the document as FastAPI makes it",
    "server/people/data.py": "a person's data as a document",
    "server/settings.py": "the settings as pydantic shows them",
    "server/store/backup.py": "rows of any table",
    "server/store/dump.py": "records, and rows of a Parquet file",
    "server/store/database.py": "options of SQLAlchemy's engine",
    "table/types/basics.py": "records, positions and boards",
}


def test_server_and_table_are_typed_except_at_their_borders() -> None:
    source = ROOT / "src" / "viae"
    found = {
        file.relative_to(source).as_posix()
        for folder in ("server", "table")
        for file in (source / folder).rglob("*.py")
        if "dict[str, Any]" in file.read_text(encoding="utf-8")
    }
    assert found == set(UNTYPED)
