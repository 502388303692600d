"""The English sentences: each code has one, each is used, and each gets exactly its values."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import viae
from viae import english
from viae.errors import Refusal, Value, refusal

SOURCES = Path(viae.__file__).parent
HOSTS = ("local", "server", "table")
OPTIONAL = re.compile(r"(?<!\[)\[(?!\[)(.*?)(?<!\])\](?!\])")


class Use:
    """A place in the source that makes a refusal."""

    def __init__(self, file: Path, call: ast.Call) -> None:
        self.place = f"{file.relative_to(SOURCES)}:{call.lineno}"
        code = call.args[0]
        assert isinstance(code, ast.Constant), f"{self.place}: the code is not written out"
        self.code = str(code.value)
        self.names = {keyword.arg for keyword in call.keywords} - {"where"}


@cache
def core() -> dict[str, str]:
    """The templates of the core; tables and the server add theirs when they are imported."""
    code = "import json, viae.english as e; print(json.dumps(e.TEMPLATES))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    found: dict[str, str] = json.loads(done.stdout)
    return found


def uses() -> Iterator[Use]:
    """All calls `refusal("code", …)` of the package but those of tables and their hosts."""
    for file in sorted(SOURCES.rglob("*.py")):
        if any(file.is_relative_to(SOURCES / outside) for outside in HOSTS):
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "refusal":
                yield Use(file, node)


def test_every_code_that_is_used_has_a_sentence() -> None:
    missing = {use.place: use.code for use in uses() if use.code not in core()}
    assert missing == {}


def test_every_sentence_is_used() -> None:
    spare = core().keys() - {use.code for use in uses()} - {"text"}
    # The hosts of tables may use what the core has a sentence for.
    for file in (file for host in HOSTS for file in (SOURCES / host).rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        spare -= {code for code in spare if f'"{code}"' in text}
    assert spare == set()


def test_every_refusal_is_made_with_the_values_of_its_code() -> None:
    """`unknown.…` get their word and its neighbours from one function of the notation."""
    wrong = {}
    for use in uses():
        names = use.names
        if use.code.startswith("unknown.") and "word" not in names:
            names = names | {"word", "near", "known"}
        if None not in names and names != set(english.names(core()[use.code])):
            wrong[use.place] = (use.code, names)
    assert wrong == {}


def test_no_two_codes_have_the_same_sentence() -> None:
    codes = defaultdict(list)
    for code, template in core().items():
        codes[template].append(code)
    assert [same for same in codes.values() if len(same) > 1] == []


def test_a_code_is_a_topic_and_a_word() -> None:
    for code in core():
        assert code == "text" or re.fullmatch(r"[a-z]+(\.[a-z0-9]+(-[a-z0-9]+)*)", code), code


SAMPLES: dict[str, Value] = {
    "goods": {"brick": 1, "wine": 2},
    "lacking": {"any": 1},
    "near": ["a"],
    **{name: ["a", "b"] for name in ("known", "names", "sides", "cities", "missing", "wrong")},
}


@pytest.mark.parametrize("code", sorted(core()))
def test_a_sentence_is_complete_with_and_without_its_optional_parts(code: str) -> None:
    template = core()[code]
    values = {name: SAMPLES.get(name, 3) for name in english.names(template)}
    optional = {name for part in OPTIONAL.findall(template) for name in english.names(part)}
    for some in (values, values | dict.fromkeys(optional, "")):
        text = str(Refusal(code, "R5.2", some))
        assert text.endswith(" (R5.2)")
        assert "  " not in text
        assert not re.search(r"\{[a-z_]+[:}]", text)
        for name in some.keys() - optional:
            if isinstance(some[name], int):
                assert "3" in text


def test_the_forms_of_a_template() -> None:
    fill = english.fill
    assert fill("{number:step|steps} away", {"number": 1}) == "1 step away"
    assert fill("{number:step|steps} away", {"number": 0}) == "0 steps away"
    assert fill("say {sides:or}", {"sides": ["a", "b", "c"]}) == "say a, b or c"
    assert fill("say {sides:and}", {"sides": ["a"]}) == "say a"
    assert fill("there are {known}", {"known": [2, 3]}) == "there are 2, 3"
    goods = {"brick": 1, "wine": 2, "any": 1}
    assert fill("it costs {goods}", {"goods": goods}) == (
        "it costs 1 brick, 2 wine and 1 good of your choice"
    )
    assert fill("no[; did you mean {near:or}?]", {"near": []}) == "no"
    assert fill("no[; did you mean {near:or}?]", {"near": ["x"]}) == "no; did you mean x?"
    assert fill("[{number} left]", {"number": 0}) == "0 left"
    assert fill('such as [[3, 5]] or {{"wine": 2}}', {}) == 'such as [3, 5] or {"wine": 2}'


def test_a_place_is_told_before_the_sentence() -> None:
    why = refusal("build.capital", "R2.1", city="roma")
    assert str(why) == "no house can be built in the capital, roma (R2.1)"
    inside = why.within("houses").within("players[2]")
    assert inside.values["where"] == "players[2].houses"
    assert str(inside) == f"players[2].houses: {why}"
    assert inside.within("").within("board").values["where"] == "board.players[2].houses"
