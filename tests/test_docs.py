"""The pages cannot drift: their Python is run, their JSON is read, their examples are played."""

from __future__ import annotations

import doctest
import importlib.util
import json
import re
from pathlib import Path

import pytest

from viae import Game
from viae.bots import registry
from viae.data import load_board

ROOT = Path(__file__).parents[1]
PAGES = sorted(page for page in [ROOT / "README.md", *ROOT.glob("docs/**/*.md")] if page.exists())
EXAMPLES = sorted(ROOT.glob("docs/examples/*.json"))
FENCE = re.compile(r"^( *)```([a-z]*)[^\n]*\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def blocks(page: Path, language: str) -> list[str]:
    """The contents of the blocks of a language on a page, without indentation."""
    text = page.read_text(encoding="utf-8")
    return [
        re.sub(f"^{indent}", "", content, flags=re.MULTILINE)
        for indent, name, content in FENCE.findall(text)
        if name == language
    ]


def pages_with(language: str) -> list[str]:
    """The pages that hold blocks of a language, as paths from the project's root."""
    return [page.relative_to(ROOT).as_posix() for page in PAGES if blocks(page, language)]


@pytest.mark.parametrize("page", pages_with("python"))
def test_the_python_of_a_page_is_one_session_that_runs(
    page: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(registry, "_registered", {})  # bots of a page are not for other tests
    session = "\n".join(blocks(ROOT / page, "python"))
    test = doctest.DocTestParser().get_doctest(session, {"__name__": "__main__"}, page, page, 0)
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(test)
    assert test.examples
    assert runner.failures == 0, capsys.readouterr().out


@pytest.mark.parametrize("page", pages_with("python"))
def test_python_without_a_prompt_is_python_all_the_same(page: str) -> None:
    for block in blocks(ROOT / page, "python"):
        if ">>>" not in block:
            compile(block, page, "exec")


@pytest.mark.parametrize("page", pages_with("json"))
def test_the_json_of_a_page_is_json(page: str) -> None:
    for block in blocks(ROOT / page, "json"):
        included = re.fullmatch(r'--8<-- "(.+)"\s*', block)
        json.loads((ROOT / included[1]).read_text(encoding="utf-8") if included else block)


@pytest.mark.parametrize("file", [file.name for file in EXAMPLES])
def test_an_example_is_a_record_a_position_or_a_board(file: str) -> None:
    path = ROOT / "docs" / "examples" / file
    text = path.read_text(encoding="utf-8")
    given = json.loads(text)
    if "cities" in given:
        assert Game.new(path, players=2, seed=1).board == load_board(path)
    elif "unseen" in given:
        assert Game.from_position(text).position() == given
    else:
        game = Game.from_record(text, chance="manual")
        assert game.entries == given["entries"]


def test_the_first_round_in_the_rules_is_the_example_beside_them() -> None:
    page = ROOT / "docs" / "rules" / "turn.md"
    record = ROOT / "docs" / "examples" / "opening.json"
    told = [line for block in blocks(page, "text") for line in block.splitlines() if line]
    assert told == json.loads(record.read_text(encoding="utf-8"))["entries"]


def test_every_page_of_the_site_is_found() -> None:
    assert len(PAGES) > 10


def includes() -> list[tuple[str, str]]:
    """Each line of a page that includes a file, also one that a formatter has mangled."""
    return [
        (page.relative_to(ROOT).as_posix(), line.strip())
        for page in PAGES
        for line in page.read_text(encoding="utf-8").splitlines()
        if re.match(r"\s*-+\s*8\s*<", line)
    ]


@pytest.mark.parametrize(("page", "line"), includes())
def test_an_include_names_a_file_with_text(page: str, line: str) -> None:
    written = re.fullmatch(r'--8<-- "(.+)"', line)
    assert written, f"{page}: “{line}” is not an include; a formatter may have changed it"
    assert (ROOT / written[1]).read_text(encoding="utf-8").strip()


def test_the_page_on_bots_shows_the_bot() -> None:
    assert ("docs/bots.md", '--8<-- "examples/bot.py"') in includes()


def test_the_pictures_of_screens_are_those_that_a_page_shows() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    shown = set(re.findall(r"assets/shots/([\w-]+\.webp)", text))
    assert {path.name for path in (ROOT / "docs/assets/shots").iterdir()} == shown


def test_the_api_reference_names_modules_that_exist() -> None:
    named = [
        (page.name, module)
        for page in sorted(ROOT.glob("docs/api/*.md"))
        for module in re.findall(r"^::: (viae[\w.]*)$", page.read_text("utf-8"), re.MULTILINE)
    ]
    assert {page for page, _module in named} == {
        f"{part}.md" for part in ("analysis", "bots", "envs", "game", "rules", "testing")
    }
    for page, module in named:
        assert importlib.util.find_spec(module), f"{page}: there is no {module}"
