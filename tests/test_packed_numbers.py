"""Outside the rules nobody takes codes, frames, packed goods or sets of bits apart by hand.

`viae.rules.codes`, `frames`, `goods` and `bits` have functions for all of it. What is left of
shifts and masks elsewhere is listed here, with its reason.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import viae

SOURCES = Path(viae.__file__).parent
# Whole modules that calculate with arrays of numbers.
ARRAYS = {
    "bots/browser.py": "the random numbers of numpy, without numpy",
    "envs/bulk.py": "unpacks whole arrays at once, by the figures of frames and goods",
    "envs/rollouts.py": "a hash over arrays of codes",
}
# Expressions, by module.
ALLOWED = {
    "data/board.py": {"LARGEST >> 10": "bytes as kilobytes"},
    "seeds.py": {"int.from_bytes(digest[:8], 'big') >> 11": "the upper 53 bits of a hash"},
    "server/http/middleware.py": {"limit >> 10": "bytes as kilobytes"},
    "server/http/routes/live.py": {"LARGEST >> 10": "bytes as kilobytes"},
}
SHIFTS = (ast.LShift, ast.RShift)
BITWISE = (ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr, ast.BitXor)
LITERALS = (ast.Dict, ast.DictComp, ast.Set, ast.SetComp, ast.Compare)
MAKERS = {"set", "frozenset", "dict", "dict.fromkeys"}
TYPES = {"str", "int", "float", "bool", "bytes", "list", "dict", "tuple", "set", "frozenset"}


def found_in(source: str) -> list[str]:
    """The shifts and masks of a module, as far as they may be about whole numbers.

    A module that imports nothing of the rules, or only figures, holds no packed numbers: there,
    only shifts count.
    """
    tree = ast.parse(source)
    rules = re.search(r"viae\.rules(?!\.figures)", source)
    suspect = BITWISE if rules else SHIFTS
    annotations = {
        id(inside)
        for node in ast.walk(tree)
        for field in ("annotation", "returns")
        if (annotation := getattr(node, field, None)) is not None
        for inside in ast.walk(annotation)
    }
    found = []
    for node in ast.walk(tree):
        if id(node) in annotations:
            continue
        if isinstance(node, ast.BinOp) and isinstance(node.op, suspect):
            if not _harmless(node.op, node.left, node.right):
                found.append(ast.unparse(node))
        elif isinstance(node, ast.AugAssign) and isinstance(node.op, suspect):
            if not _harmless(node.op, node.target, node.value):
                found.append(ast.unparse(node))
        elif (
            suspect is BITWISE and isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert)
        ):
            found.append(ast.unparse(node))
    return found


def _harmless(operator: ast.operator, left: ast.expr, right: ast.expr) -> bool:
    """Whether it is plainly a fixed number, or about dictionaries, sets, truth values or types."""
    if isinstance(operator, SHIFTS):
        return isinstance(left, ast.Constant) and isinstance(right, ast.Constant)
    return any(
        isinstance(side, LITERALS)
        or (isinstance(side, ast.Call) and ast.unparse(side.func) in MAKERS)
        or _is_type(side)
        for side in (left, right)
    )


def _is_type(side: ast.expr) -> bool:
    if isinstance(side, ast.Subscript):
        return _is_type(side.value)
    if isinstance(side, ast.BinOp) and isinstance(side.op, ast.BitOr):
        return _is_type(side.left) or _is_type(side.right)
    if isinstance(side, ast.Constant):
        return side.value is None
    name = side.attr if isinstance(side, ast.Attribute) else getattr(side, "id", "")
    return name in TYPES or (name[:1].isupper() and not name.isupper())


def modules() -> list[str]:
    """All modules but the rules."""
    paths = (path.relative_to(SOURCES).as_posix() for path in SOURCES.rglob("*.py"))
    return sorted(path for path in paths if not path.startswith("rules/"))


@pytest.mark.parametrize("module", [module for module in modules() if module not in ARRAYS])
def test_nobody_outside_the_rules_takes_packed_numbers_apart(module: str) -> None:
    found = found_in((SOURCES / module).read_text(encoding="utf-8"))
    assert sorted(set(found) - set(ALLOWED.get(module, {}))) == []


@pytest.mark.parametrize("module", [*ALLOWED, *ARRAYS])
def test_every_exception_is_still_needed(module: str) -> None:
    found = found_in((SOURCES / module).read_text(encoding="utf-8"))
    assert found
    assert set(ALLOWED.get(module, {})) <= set(found)


@pytest.mark.parametrize(
    "line",
    [
        "verb = code >> codes.SHIFT",
        "card = code & 255",
        "mask = 1 << card",
        "houses |= 1 << city",
        "if state.houses[seat] >> city & 1: pass",
        "near = near & ~own",
        "state.occupied ^= path",
        "rest = code & codes.OPERANDS",
    ],
)
def test_shifts_and_masks_are_found(line: str) -> None:
    assert found_in(f"from viae.rules import codes\n{line}")


@pytest.mark.parametrize(
    "line",
    [
        "LINE = 1 << 16",
        "Value = str | int | None",
        "Text = Mapping[str, object] | str",
        "found = {**one} | other",
        "both = set(one) & other",
        "mask = (one > 0) & (two > 0)",
        "def f(x: int | None) -> str | None: pass",
    ],
)
def test_other_uses_of_the_signs_are_not(line: str) -> None:
    assert not found_in(f"from viae.rules import codes\n{line}")


def test_without_the_rules_only_shifts_count() -> None:
    assert found_in("mask = 1 << card")
    assert not found_in("columns |= others")
