"""Bots by their names: built-in ones, settings, registered ones, those of installed packages."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import viae
from tests.bots.asking import ask, observe, registered
from viae import Game, SetupError
from viae.bots import (
    DEFAULT_BOT,
    Bot,
    Observation,
    bot_names,
    check_bot,
    describe,
    make_bot,
    register,
    registry,
)


class First:
    """Plays the first legal entry."""

    def __init__(self, seed: int, depth: str = "1") -> None:
        self.seed = seed
        self.depth = depth
        self.closed = False

    def choose(self, observation: Observation) -> int:
        return observation.legal[0]

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def first() -> Iterator[str]:
    """A bot registered for one test."""
    with registered("first", First) as name:
        yield name


# Names


@pytest.mark.parametrize("name", bot_names())
def test_every_bot_is_described_and_plays_a_legal_entry(name: str) -> None:
    assert check_bot(name) == name
    about = describe(name)
    assert about
    assert "\n" not in about
    seen = observe(Game.new(players=2, board="italia", seed=1))
    bot = make_bot(name, 7)
    assert ask(bot, seen) in seen.legal
    registry.close_bot(bot)


def test_the_usual_bot_is_one_of_them() -> None:
    assert DEFAULT_BOT in bot_names()


def test_every_built_in_bot_has_a_line_that_fits_a_terminal() -> None:
    for name, bot in registry.BUILT_IN.items():
        assert registry.NAME.fullmatch(name)
        assert len(f"{name}{bot.about}") < 100


def test_a_name_is_read_forgivingly() -> None:
    assert check_bot(" Random ") == "random"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("oracle", "there is no bot “oracle”; bots are random"),
        ("randm", "no bot “randm”; did you mean random?"),
        ("", "there is no bot “”"),
        ("random:nodes=3", "“random” has no setting “nodes”; it has none"),
        ("random:", "write random:key=value"),
        ("random:deep", "“deep” is no setting"),
        ("exec", "exec: needs a command"),
        ("exec: ", "exec: needs a command"),
        ("exec:depth=3", "exec: needs a command"),
        ("exec:'", "No closing quotation"),
        ("exec:''", "names no program"),
        ("exec:no-such-program-anywhere", "cannot be started: No such file"),
        ("exec:/", "cannot be started: Permission denied"),
    ],
)
def test_a_wrong_name_is_told_with_what_would_be_right(name: str, said: str) -> None:
    for function in (check_bot, lambda name: make_bot(name, 1)):
        with pytest.raises(SetupError) as problem:
            function(name)
        assert said in str(problem.value)


def test_an_unknown_bot_cannot_be_described() -> None:
    with pytest.raises(SetupError, match="no bot “oracle”"):
        describe("oracle:x=1")


def test_a_program_is_described_without_being_run() -> None:
    assert "program" in describe("exec:no-such-program-anywhere")


def test_the_documentation_lists_every_bot() -> None:
    page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([a-z0-9-]+)` \| (.+) \|$", page, re.MULTILINE))
    listed = {name: bot.about for name, bot in registry.BUILT_IN.items()}
    assert {name: rows.get(name) for name in listed} == listed


# Settings


def test_settings_reach_the_bot_as_texts(first: str) -> None:
    bot = make_bot(" First : Depth = 3", 5)
    assert isinstance(bot, First)
    assert (bot.seed, bot.depth) == (5, "3")
    assert check_bot(" First : Depth = 3") == "first:depth=3"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("first:breadth=3", "“first” has no setting “breadth”; it has depth"),
        ("first:depth=1:depth=2", "given twice"),
        ("first:depth=1:x", "“x” is no setting"),
    ],
)
def test_wrong_settings_are_told(first: str, name: str, said: str) -> None:
    with pytest.raises(SetupError, match=said):
        check_bot(name)


def test_a_factory_may_check_its_settings_itself() -> None:
    def picky(seed: int, **settings: str) -> Bot:
        if settings:
            raise SetupError("bots", [f"picky wants nothing, not {', '.join(settings)}"])
        return First(seed)

    with registered("picky", picky):
        assert check_bot("picky") == "picky"
        with pytest.raises(SetupError, match="picky wants nothing, not salt"):
            check_bot("picky:salt=2")


def test_the_settings_of_a_program_stand_before_its_command() -> None:
    found = registry.recipe("exec: Depth=3:mode=a b: node  bot.mjs x=1:y")
    assert found.settings == {"depth": "3", "mode": "a b"}
    assert found.name == "exec:depth=3:mode=a b:node  bot.mjs x=1:y"


# Registering


def test_a_registered_bot_is_in_the_list(first: str) -> None:
    assert "first" in bot_names()
    assert describe("first") == "Plays the first legal entry."
    assert registry.origin("first") == "this program"


def test_checking_a_bot_makes_it_once_and_closes_it() -> None:
    made: list[First] = []

    def factory(seed: int) -> First:
        made.append(First(seed))
        return made[-1]

    with registered("counted", factory):
        check_bot("counted")
        check_bot(" Counted")
    assert [bot.closed for bot in made] == [True]


@pytest.mark.parametrize("name", ["random", "exec", "a:b", "", "a,b", "a b"])
def test_a_name_that_is_taken_or_is_none_cannot_be_registered(name: str) -> None:
    with pytest.raises(SetupError):
        register(name, First)
    assert describe("random") == registry.BUILT_IN["random"].about


def test_a_factory_that_fails_is_told() -> None:
    def broken(seed: int) -> Bot:
        raise RuntimeError("no weights")

    with registered("broken", broken), registered("mute", lambda seed: "hello"):
        with pytest.raises(SetupError, match=r"“broken”: RuntimeError: no weights \(.*line \d+\)"):
            check_bot("broken")
        with pytest.raises(SetupError, match="a bot has a method choose; str has none"):
            check_bot("mute")


def test_a_built_in_bot_whose_library_is_missing_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = registry.BuiltIn("viae.bots.no_such_module:make", "needs what is not there")
    monkeypatch.setitem(registry.BUILT_IN, "ghost", missing)
    with pytest.raises(SetupError, match="“ghost” cannot be loaded: No module named"):
        check_bot("ghost")


# Installed packages


POINTS = """\
[viae.bots]
caesar = senate:Caesar
Pompey = senate:make_pompey
random = senate:Caesar
exec = senate:Caesar
bad name = senate:Caesar
absent = nowhere:Bot
typo = senate:Ceasar
noise = loud:Bot
number = senate:NUMBER
"""
SENATE = '''
class Caesar:
    """Came, saw, played."""

    def __init__(self, seed, legions="10"):
        self.legions = legions

    def choose(self, observation):
        return observation.entries[0]


def make_pompey(seed):
    return Caesar(seed)


NUMBER = 7
'''
LOUD = "raise SystemError('too loud')"


def install(folder: Path, name: str, version: str, points: str) -> None:
    """A distribution as an installer leaves it."""
    about = folder / f"{name}-{version}.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (about / "entry_points.txt").write_text(points)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two packages that bring bots."""
    folder = tmp_path_factory.mktemp("site")
    install(folder, "senate", "1.2", POINTS)
    install(folder, "usurper", "0.1", "[viae.bots]\ncaesar = senate:make_pompey\n")
    (folder / "senate.py").write_text(SENATE)
    (folder / "loud.py").write_text(LOUD)
    return folder


def run(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A Python in which the packages are installed."""
    sources = Path(viae.__file__).parents[1]
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join((str(sources), str(site))),
            "PYTHONIOENCODING": "utf-8",
            "COLUMNS": "120",
        },
    )


def cli(site: Path, *arguments: str, status: int = 0) -> subprocess.CompletedProcess[str]:
    done = run(site, "-m", "viae.cli", *arguments)
    assert done.returncode == status, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


def test_the_bots_of_installed_packages_are_in_the_list(site: Path) -> None:
    listed: list[dict[str, Any]] = json.loads(cli(site, "bots", "--json").stdout)
    bots = {bot["name"]: bot for bot in listed}
    assert bots["caesar"]["about"] == "Came, saw, played."
    assert bots["caesar"]["origin"] == "senate 1.2"
    assert bots["pompey"]["origin"] == "senate 1.2"
    assert len(listed) == len(bots)


def test_a_package_does_not_replace_a_built_in_bot(site: Path) -> None:
    done = cli(site, "bots")
    assert "plays any legal entry" in done.stdout
    assert "senate 1.2 offers a bot “random”, but Viae has one of that name itself" in done.stderr
    assert "offers a bot “exec”" in done.stderr
    assert "offers a bot “bad name”, but a name has only letters" in done.stderr
    assert "usurper 0.1 offers a bot “caesar”, but so does senate 1.2" in done.stderr


def test_a_broken_bot_is_in_the_list_with_the_reason(site: Path) -> None:
    text = " ".join(cli(site, "bots").stdout.split())
    assert "“absent” of senate 1.2 cannot be loaded: ModuleNotFoundError" in text
    assert "SystemError: too loud" in text


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("absent", "cannot be loaded: ModuleNotFoundError: No module named 'nowhere'"),
        ("typo", "cannot be loaded: AttributeError"),
        ("noise", "cannot be loaded: SystemError: too loud"),
        ("number", "senate:NUMBER is not a function that makes a bot"),
        ("caesar:fleets=2", "“caesar” has no setting “fleets”; it has legions"),
        ("cesar", "did you mean caesar?"),
    ],
)
def test_a_broken_bot_is_told_when_it_is_asked_for(site: Path, name: str, said: str) -> None:
    done = cli(site, "simulate", "--bots", name, "--games", "1", status=2)
    assert said in done.stderr


def test_a_game_is_played_by_the_bots_of_a_package(site: Path) -> None:
    asked = ("--bots", "caesar:legions=3,pompey,random", "--max-entries", "30")
    done = cli(site, "simulate", *asked, "--games", "1", "--seed", "1", "--records", "-")
    record = json.loads(done.stdout)
    assert record["players"] == ["bot:caesar:legions=3", "bot:pompey", "bot:random"]
    assert "faults" not in record["meta"]
    assert len(record["entries"]) == 30


def test_the_shell_completes_the_bots_of_packages(site: Path) -> None:
    program = "from viae.cli.choosing import complete_bots; print(complete_bots('ca'))"
    assert run(site, "-c", program).stdout.strip() == "['caesar']"
