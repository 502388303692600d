"""The plot of an analysis."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.analysis.games import analysed_ending, analysed_opening, analysed_teams
from viae import Game
from viae.analysis import Review, analyse
from viae.analysis.plot import check_plot, draw, side_names
from viae.errors import ViaeError
from viae.extras import command


def texts(file: Path) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", file.read_text(encoding="utf-8"))


def test_the_svg_names_sides_and_numbers_critical_moments(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "game.svg"
    found = analysed_opening().copy()
    found["critical"] = [{"turn": 1, "why": ["lost"]}, {"turn": 2, "why": ["shift"]}]
    draw(found, file)
    said = texts(file)
    assert {"greedy 0", "greedy 1", "1", "2", "turn", "chance to win, %"} <= set(said)
    again = tmp_path / "again.svg"
    draw(found, again)
    assert again.read_bytes() == file.read_bytes()


def test_a_png_is_one(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "game.PNG"
    draw(analysed_teams(), file)
    assert file.read_bytes().startswith(b"\x89PNG")


def test_names_of_any_kind_are_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    found: Review = analysed_ending().copy()
    odd = ("$x_1$ <b> & a very long name", "日本\x1b[31m\ud800")
    renamed = [player.copy() for player in found["players"]]
    for player, name in zip(renamed, odd, strict=True):
        player["name"] = name
    found["players"] = renamed
    file = tmp_path / "game.svg"
    draw(found, file)
    assert side_names(found) == ["$x_1$ <b> & a…", "日本 [31m"]
    assert "$x_1$ &lt;b&gt; &amp; a…" in texts(file)


def test_teams_are_named_with_both_partners() -> None:
    names = side_names(analysed_teams())
    assert [name.count(" & ") for name in names] == [1, 1]


def test_only_svg_and_png_are_written(tmp_path: Path) -> None:
    with pytest.raises(ViaeError, match=r"game\.pdf: a plot is an \.svg or a \.png file"):
        check_plot(tmp_path / "game.pdf")
    with pytest.raises(ViaeError, match="there is no such folder"):
        check_plot(tmp_path / "nowhere" / "game.svg")


def test_without_matplotlib_it_is_said_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ViaeError, match=re.escape(command("arena"))):
        check_plot(tmp_path / "game.svg")


def test_where_nothing_was_played_there_is_nothing_to_draw(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    new = analyse(Game.new("italia", players=2, seed=1), nodes=0)
    with pytest.raises(ViaeError, match="nothing to draw"):
        draw(new, tmp_path / "game.svg")
