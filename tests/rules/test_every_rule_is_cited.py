"""Every numbered rule is cited by at least one test."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

# How many points each section of the rules has; R6, R7 and R11 have no numbered points.
POINTS = {1: 3, 2: 7, 3: 4, 4: 4, 5: 11, 6: 0, 7: 0, 8: 3, 9: 11, 10: 10, 11: 0}
RULES = [
    rule
    for section, points in POINTS.items()
    for rule in ([f"R{section}.{n}" for n in range(1, points + 1)] or [f"R{section}"])
]
NUMBER = r"R\d+(?:\.\d+)?"
RANGE = re.compile(rf"({NUMBER}) to ({NUMBER})")


def docstrings() -> dict[str, str]:
    """The docstring of each test of the rules."""
    found = {}
    for file in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found[f"{file.name}::{node.name}"] = ast.get_docstring(node) or ""
    return found


def cited(text: str) -> set[str]:
    """The rules a docstring names, a range with all its members."""
    rules = set(re.findall(NUMBER, text))
    for first, last in RANGE.findall(text):
        rules |= set(RULES[RULES.index(first) : RULES.index(last) + 1])
    return rules


CITED = {test: cited(text) for test, text in docstrings().items()}


@pytest.mark.parametrize("rule", RULES)
def test_a_test_cites_the_rule(rule: str) -> None:
    assert [test for test, rules in CITED.items() if rule in rules]


def test_every_test_of_the_rules_cites_a_rule_that_exists() -> None:
    engine = (Path(__file__).name, "test_state.py", "test_codes.py")  # no rules of the game
    known = {*RULES, *(f"R{section}" for section in POINTS)}  # a whole section may be cited too
    for test, rules in CITED.items():
        if not test.startswith(engine):
            assert rules, f"{test} cites no rule"
            assert rules <= known, f"{test} cites {sorted(rules - known)}"
