"""Reports: both pages hold what they must, stand alone, and survive odd names."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.arena.made_up import game
from viae import ViaeError
from viae.arena.match import MatchSettings, play_match
from viae.arena.report import sections, write_report
from viae.arena.results import Result
from viae.extras import command

pytest.importorskip("matplotlib")

SETTINGS = MatchSettings(
    bots=("greedy", "random"),
    boards=("italia", "cyprus"),
    games=4,
    seed=1,
    max_turns=60,
    control=True,
    records=False,
)
TITLES = {
    "Who wins",
    "Won by seat",
    "Does the seat matter?",
    "Won by board",
    "Scores",
    "What winners score for",
    "What winners buy",
    "What winners build",
    "How long games are",
    "Thinking times",
}


def results(settings: MatchSettings = SETTINGS) -> list[Result]:
    return [played.result for played in play_match(settings)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    page = write_report(results(), folder / "new", "viae arena greedy random --seed 1")
    assert page == folder / "new" / "report.html"
    return page.parent


class Outline(HTMLParser):
    """The headings of a page, whether its tags match, and what it would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.headings: list[str] = []
        self.fetched: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)
        for name, value in attrs:
            if name == "src" or (name == "href" and not (value or "").startswith("#")):
                self.fetched.append(value or "")
            if name == "id":
                self.ids.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in {"h1", "h2"}:
            self.headings.append(data)


def outline(path: Path) -> Outline:
    found = Outline()
    found.feed(path.read_text(encoding="utf-8"))
    assert found.open == []
    return found


def test_the_html_page_has_all_parts_and_stands_alone(folder: Path) -> None:
    found = outline(folder / "report.html")
    assert found.headings[0] == "greedy against random"
    assert set(found.headings[1:]) == TITLES | {"Again"}
    assert found.fetched == []
    assert len(found.ids) == len(set(found.ids))
    text = (folder / "report.html").read_text(encoding="utf-8")
    assert text.count("<svg") == len(TITLES)
    assert text.count('role="img"') == len(TITLES)
    assert "prefers-color-scheme:dark" in text
    assert "width=device-width" in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_the_markdown_page_has_the_same_parts_with_figures(folder: Path) -> None:
    text = (folder / "report.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^## (.+)$", text, re.MULTILINE)) == TITLES | {"Again"}
    for name in re.findall(r"\]\((.+\.svg)\)", text):
        assert (folder / name).is_file()
    assert "| greedy | 8 | 8 | 100.0\N{NO-BREAK SPACE}% |" in text
    assert "$ viae arena greedy random --seed 1" in text
    for word in ("jupiter", "prefect-", "cloth houses", "colonists", "italia", "cyprus"):
        assert word in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert all(line.endswith("|") for line in rows)


def test_drawings_are_svg_in_the_colours_of_their_page(folder: Path) -> None:
    drawings = list(folder.glob("*.svg"))
    assert len(drawings) == len(TITLES)
    for path in drawings:
        text = path.read_text(encoding="utf-8")
        ET.fromstring(text)  # noqa: S314 - our own file
        assert "var(--ink)" in text
        assert "#0000" not in text
        assert "<style>" in text


def test_the_same_results_make_the_same_report(tmp_path: Path) -> None:
    found = [game(["a", "b"], [90, 80 + deal], deal) for deal in range(20)]
    one = write_report(found, tmp_path / "one").read_bytes()
    assert write_report(found, tmp_path / "two").read_bytes() == one


def test_a_report_of_teams(tmp_path: Path) -> None:
    plan = replace(SETTINGS, variant="venus-team", boards=("italia",), games=2, max_turns=8)
    page = write_report(results(plan), tmp_path)
    assert "Won by team" in outline(page).headings


def test_a_report_of_a_mirror_match(tmp_path: Path) -> None:
    plan = replace(SETTINGS, bots=("random",), players=3, boards=("italia",), control=False)
    found = outline(write_report(results(plan), tmp_path))
    assert found.headings[:2] == ["Mirror match of random", "Does the seat matter?"]


def test_a_report_of_many_bots(tmp_path: Path) -> None:
    names = [f"bot-{number}" for number in range(8)]
    found = [game([one, other], [90, 80]) for one in names for other in names if one != other]
    page = write_report(found, tmp_path)
    assert "bot-0, bot-1" in outline(page).headings[0]


def test_faults_and_odd_names_are_told_as_they_are(tmp_path: Path) -> None:
    name = "exec:./<b>$x_1$ | *bot*"
    fault = {"seat": 0, "name": name, "kind": "crash", "text": "line one\nline | two <i>"}
    page = write_report([game([name, "b"], [50, 90], faults=[fault])], tmp_path)
    text = page.read_text(encoding="utf-8")
    assert "<b>" not in text
    assert "<i>" not in text
    assert "Faults of bots" in outline(page).headings
    marked = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "line one line \\| two \\<i\\>" in marked


def test_the_time_limit_and_games_that_ran_on_are_told(tmp_path: Path) -> None:
    plan = game(["a", "b"], [90, 80]).plan | {"time": 0.5}
    found = [game(["a", "b"], [90, 80], deal, plan=plan, capped=deal < 2) for deal in range(3)]
    text = write_report(found, tmp_path).read_text(encoding="utf-8")
    assert "the time that was allowed, 0.5 s" in text
    assert "2 games reached the limit of turns" in text


def test_games_in_which_nothing_happened(tmp_path: Path) -> None:
    nothing = game(["a", "b"], [0, 0], cards=[[], []], gods=[[0] * 8] * 2)
    page = write_report([nothing._replace(microseconds=[[], []])], tmp_path)
    assert "What winners buy" in outline(page).headings


def test_no_games_no_sections(tmp_path: Path) -> None:
    assert list(sections([])) == []
    text = write_report([], tmp_path).read_text(encoding="utf-8")
    assert "No game has been played yet." in text


def test_without_matplotlib_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ViaeError, match=re.escape(command("arena"))):
        write_report([], tmp_path)
