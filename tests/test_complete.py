"""A new role, god or option is known everywhere: each test names what is missing, and where."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Container
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from viae.cli import arena, cards, dataset, play, simulate
from viae.envs import render
from viae.options import CHOICES
from viae.rules import explain, roles
from viae.rules.faces import SPECIALISTS
from viae.table.types import game as shapes
from viae.table.types.basics import God, Role
from viae.testing import ledger, scoring

ROOT = Path(__file__).parents[1]
LANGUAGES = sorted(path.parent.name for path in ROOT.glob("web/messages/*/game.json"))
ROLES = [name for name in roles.NAMES if name not in {"specialist", "double"}]
GODS = [name for name in roles.GODS if name != "concordia"]  # whose card is in no deck


@cache
def page(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def lacking(where: str, wanted: list[str], known: Container[str]) -> None:
    """Fail with the names that are missing, and the place where they belong."""
    missing = [name for name in wanted if name not in known]
    assert not missing, f"{where} lacks {', '.join(missing)}"


def words(path: str) -> set[str]:
    """The words of a file, or of all files of a folder."""
    place = ROOT / path
    files = sorted(place.iterdir()) if place.is_dir() else [place]
    return {word for file in files for word in re.findall(r"[\w-]+", file.read_text("utf-8"))}


# Roles


def test_every_role_is_asked_for_described_and_followed() -> None:
    lacking(
        "ASKED of viae.rules.explain",
        ROLES,
        {roles.NAMES[r] for r in explain.ASKED if r < len(roles.NAMES)},
    )
    lacking("HINTS of viae.cli.cards", [*ROLES, *SPECIALISTS], cards.HINTS)
    lacking("RULES of viae.cli.cards", [*ROLES, "specialist"], cards.RULES)
    lacking("TEXTS of viae.cli.cards", [*ROLES, "specialist"], cards.TEXTS)
    lacking("ADMITS of viae.testing.ledger", ROLES, ledger.ADMITS)
    lacking("Role of viae.table.types.basics", ROLES, get_args(Role))


def test_every_role_is_a_kind_of_decision() -> None:
    union = get_args(shapes.Decision)[0]
    kinds = {kind for one in get_args(union) for kind in get_args(one.__annotations__["kind"])}
    lacking("Decision of viae.table.types.game", ROLES, kinds)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_role_has_its_words_in_the_client(language: str) -> None:
    game = json.loads(page(f"web/messages/{language}/game.json"))
    lacking(f"messages/{language}/game.json", [f"role.{role}" for role in ROLES], game)
    lacking(f"messages/{language}/game.json", [f"card.{role}" for role in ROLES], game)


def test_every_role_has_its_picture_and_its_pages() -> None:
    lacking("web/src/pieces/shapes.ts", ROLES, words("web/src/pieces/shapes.ts"))
    lacking("web/src/learn/topics", ROLES, words("web/src/learn/topics"))
    lacking("docs/rules/index.md", [f"| {role} |" for role in ROLES], page("docs/rules/index.md"))


# Gods


def test_every_god_is_described_and_counted_twice() -> None:
    lacking("GODS of viae.cli.cards", GODS, cards.GODS)
    lacking("God of viae.table.types.basics", list(roles.GODS), get_args(God))
    lacking("GODS of viae.envs.render", GODS, render.GODS)
    lacking("viae.testing.scoring", GODS, re.findall(r"\w+", inspect.getsource(scoring)))
    lacking(
        "docs/rules/scoring.md", [god.capitalize() for god in GODS], page("docs/rules/scoring.md")
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_god_has_its_words_in_the_client(language: str) -> None:
    game = json.loads(page(f"web/messages/{language}/game.json"))
    for key in ("god", "god-text", "score"):
        lacking(f"messages/{language}/game.json", [f"{key}.{god}" for god in GODS], game)
    table = json.loads(page(f"web/messages/{language}/table.json"))
    lacking(f"messages/{language}/table.json", [f"final.by.{god}" for god in GODS], table)


def test_every_god_has_its_picture() -> None:
    for path in ("pieces/names.ts", "pieces/shapes.ts", "learn/topics"):
        lacking(f"web/src/{path}", GODS, words(f"web/src/{path}"))
    lacking("web/src/app.css", [f"--god-{god}" for god in GODS], page("web/src/app.css"))


# Options


@pytest.mark.parametrize("command", [play.play, simulate.simulate, arena.arena, dataset.dataset])
def test_every_option_can_be_given_on_the_command_line(command: Callable[..., None]) -> None:
    given = inspect.signature(command).parameters
    lacking(command.__module__, list(CHOICES), given)


def test_every_option_has_its_page() -> None:
    for path in ("docs/rules/options.md", "docs/research/openspiel.md"):
        lacking(path, [f"| `{option}` |" for option in CHOICES], page(path))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_its_words_in_the_client(language: str) -> None:
    game = json.loads(page(f"web/messages/{language}/game.json"))
    for key in ("option", "option-text"):
        lacking(f"messages/{language}/game.json", [f"{key}.{option}" for option in CHOICES], game)
