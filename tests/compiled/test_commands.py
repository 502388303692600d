"""Every command of README and docs that can run unattended does run.

They run in the order of the page, in a folder that has what the page takes for granted, each once.
Those that take longer run only with VIAE_TEST_COMMANDS=all, as in `make nightly`.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import SOURCES, run

ROOT = SOURCES.parent
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(ROOT.glob("docs/**/*.md")),
]
BLOCK = re.compile(r"^( *)```console\n(.*?)^\1```", re.MULTILINE | re.DOTALL)

NOT_RUN = {
    r"make\b": "installs, tests, measures or serves; the workflows run these targets",
    r"(pip|pipx|uvx) ": "installs packages",
    r"export ": "sets up what comes after it",
    r"ray |.*--cluster": "needs a cluster",
    r"viae serve(?!.*--check-config)": "serves until it is stopped; the server's tests start it",
    r".*postgresql://": "needs a PostgreSQL",
    r"viae (admin|backup|dump|worker) ": "needs the data of a server; the server's tests run it",
    r"viae bot ": "needs a server and a token; the server's tests run it",
    r"viae bench": "measures for a minute; `make bench` runs it",
    r"viae ladder": "plays for hours; its tests play a small one",
    r"viae learn run": "trains for hours",
    r".*run/net-060\.npz": "needs the result of that training",
    r".*exec:\./bot ": "stands for a program of the reader's own",
    r".*exec:node(?!\S)": "needs Node; the tests of bots run that program",
}
SLOW = (
    r"viae analyse game.json",
    r"viae analyse games.jsonl --game 3",
    r"viae puzzles (make|prove)",
    r"viae arena level-8",
    r"viae arena level-3 level-2 --games 200",
    r"viae dataset games --(games 1000|variant)",
    r"python examples/policy_gradient.py",
)
# In a process of their own, where numpy uses one thread; the others run here, which is quicker.
HEAVY = {"analyse", "arena", "dataset", "simulate"}
FAILS = {"viae board check sicilia.json": 1}  # the page shows a board with faults


def commands(page: Path) -> list[str]:
    """What stands behind the prompts of a page."""
    blocks = [block for _indent, block in BLOCK.findall(page.read_text(encoding="utf-8"))]
    lines = re.findall(r"^ *\$ (.+)$", "\n".join(blocks), re.MULTILINE)
    return [re.sub(r"\s+# .*", "", line).strip() for line in lines]


def runs(command: str) -> bool:
    """Whether a command is run here."""
    if any(re.match(pattern, command) for pattern in NOT_RUN):
        return False
    everything = os.environ.get("VIAE_TEST_COMMANDS") == "all"
    return everything or not any(re.match(pattern, command) for pattern in SLOW)


def chosen() -> dict[str, list[str]]:
    """The commands to run, by the page on which they stand first."""
    page_of: dict[str, str] = {}
    for page in PAGES:
        for command in filter(runs, commands(page)):
            page_of.setdefault(command, page.relative_to(ROOT).as_posix())
    return {
        page: [command for command in page_of if page_of[command] == page]
        for page in dict.fromkeys(page_of.values())
    }


CHOSEN = chosen()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the examples of the project and the games that pages speak of."""
    folder = tmp_path_factory.mktemp("files")
    for name in ("examples", "docs"):
        (folder / name).symlink_to(ROOT / name)
    play = ["simulate", "--board", "italia", "--players", "4", "--bots", "learned", "--games", "4"]
    run(*play, "--seed", "1", "--records", folder / "games.jsonl")
    first = (folder / "games.jsonl").read_text(encoding="utf-8").splitlines()[0]
    for name in ("game.json", "viae-game.json"):
        (folder / name).write_text(first, encoding="utf-8")
    run("arena", "greedy", "random", "--games", "2", "--out", folder / "others.jsonl")
    (folder / "ladder").mkdir()
    shutil.copy(folder / "others.jsonl", folder / "ladder" / "one.jsonl")
    board = (ROOT / "docs" / "examples" / "sicilia.json").read_text(encoding="utf-8")
    faulty = board.replace('"province"', '"provinze"', 1)
    (folder / "sicilia.json").write_text(faulty, encoding="utf-8")
    return folder


@pytest.fixture
def folder(tmp_path: Path, files: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of these files to work in; python and viae are those that run the test."""
    shutil.copytree(files, tmp_path, symlinks=True, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    monkeypatch.setenv("PATH", tools)
    for name in [name for name in os.environ if name.startswith("VIAE_TEST")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("VIAE_DATA", str(tmp_path / "data"))
    return tmp_path


@pytest.mark.parametrize("page", CHOSEN)
def test_the_commands_of_a_page_run(page: str, folder: Path) -> None:
    for command in CHOSEN[page]:
        status = FAILS.get(command, 0)
        words = shlex.split(command)
        if words[0] == "viae" and words[1] not in HEAVY and ">" not in words:
            run(*words[1:], status=status)
            continue
        shutil.rmtree(folder / "games", ignore_errors=True)  # of an earlier dataset
        done = subprocess.run(  # noqa: S602 - the pages are ours
            command,
            shell=True,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == status, f"{command}\n{done.stdout}{done.stderr}"


def test_what_is_not_run_stands_on_a_page() -> None:
    told = [command for page in PAGES for command in commands(page)]
    assert len(told) > 80
    for pattern in [*NOT_RUN, *SLOW]:
        assert any(re.match(pattern, command) for command in told), pattern
