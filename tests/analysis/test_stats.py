"""Statistics of many games."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import run
from viae.analysis.stats import count, read_counts, statistics, statistics_page, tab
from viae.analysis.stats.count import merge, prune, write_counts
from viae.analysis.stats.page import page
from viae.analysis.stats.summary import wilson
from viae.arena.simulate import SimulationSettings, simulate
from viae.errors import ViaeError


@cache
def games() -> tuple[dict[str, Any], ...]:
    settings = SimulationSettings(board="italia", players=2, bots=("random",), seed=3)
    return tuple(json.loads(one.record) for one in simulate(settings, 6))


def test_the_figures_are_those_of_the_records() -> None:
    found = statistics(count(games()), "test")
    assert found["games"] == 6
    (group,) = found["groups"]
    assert (group["board"], group["variant"], group["players"]) == ("italia", "concordia", 2)
    scores = [score for game in games() for score in game["result"]["scores"]]
    assert group["points"] == pytest.approx(sum(scores) / 12, abs=0.01)
    wins = [sum(game["result"]["winner"] == seat for game in games()) for seat in (0, 1)]
    assert [round(one["wins"] * 6) for one in group["seats"]] == wins
    assert group["seats"][0]["fair"] == 0.5
    assert sum(one["count"] for one in group["length"]) == 6
    assert sum(one["count"] for one in group["scores"]) == 12
    by_god = sum(one["points"] for one in group["gods"])
    assert by_god == pytest.approx(group["points"], abs=0.05)
    bought = {
        entry.split()[2] for game in games() for entry in game["entries"] if " purchase " in entry
    }
    assert {one["name"] for one in group["cards"]} == bought


def test_the_explorer_follows_what_was_played() -> None:
    (group,) = statistics(count(games()), "test")["groups"]
    firsts = [game["entries"][0].split()[2] for game in games()]
    mine = next(one for one in group["by_seat"] if one["seat"] == 0)["first_cards"]
    assert {one["name"]: one["games"] for one in mine} == {
        name: firsts.count(name) for name in firsts
    }
    for node in group["first_cards"]:
        assert sum(one["games"] for one in node["next"]) <= node["games"]
        assert node["win_low"] <= node["wins"] <= node["win_high"]


def test_prepared_files_can_be_added_up() -> None:
    together = count(games())
    parts = read_counts(write_counts(count(games()[:2])))
    merge(parts, count(games()[2:]))
    one, other = statistics(together, "x"), statistics(parts, "x")
    assert one["games"] == other["games"]
    assert one["groups"][0]["seats"] == other["groups"][0]["seats"]
    assert one["groups"][0]["gods"] == other["groups"][0]["gods"]


def test_rare_lines_are_left_out() -> None:
    counts = count(games())
    (group,) = counts.values()
    often = {key for key, one in group.first_cards.items() if one[0] >= 3}
    prune(counts, 0.5)
    assert set(group.first_cards) == often
    assert often
    prune(counts, 0.9, most=2.0)
    assert set(group.first_cards) == often


def test_games_without_a_result_are_left_out() -> None:
    open_game = {key: value for key, value in games()[0].items() if key != "result"}
    assert count([open_game]) == {}
    with pytest.raises(ViaeError, match="no record of a finished game"):
        count([{"result": {}}])
    with pytest.raises(ViaeError, match="no prepared file"):
        read_counts("{}")


def test_the_command_reads_records_and_prepared_files(tmp_path: Path) -> None:
    records, saved, html = (tmp_path / name for name in ("g.jsonl", "g.stats", "g.html"))
    records.write_text("".join(json.dumps(game) + "\n" for game in games()), encoding="utf-8")
    said = run("stats", records, "--save", saved, "--html", html).stdout
    assert said.startswith("6 games")
    assert "italia, concordia, 2 players: 6 games" in " ".join(said.split())
    again = json.loads(run("stats", saved, "--json").stdout)
    assert again["games"] == 6
    prepared = saved.read_text(encoding="utf-8")  # a browser shows its page at once
    assert json.loads(prepared)["page"] == statistics_page(read_counts(prepared))
    assert "<h2>italia, concordia, 2 players</h2>" in html.read_text(encoding="utf-8")
    assert "no finished game" in run("stats", _empty(tmp_path), status=2).stderr
    assert "nowhere" in run("stats", tmp_path / "nowhere", status=2).stderr


def _empty(folder: Path) -> Path:
    file = folder / "empty.jsonl"
    file.write_text("", encoding="utf-8")
    return file


def test_names_cannot_break_the_page() -> None:
    odd = {**games()[0], "board": {"name": "<script>alert(1)</script>"}}
    assert "<script>" not in page(statistics(count([odd]), "<b>"))


def test_an_interval_holds_the_share() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(5, 10)
    assert 0.2 < low < 0.5 < high < 0.8


def test_groups_are_put_together() -> None:
    settings = SimulationSettings(board="italia", players=3, bots=("random",), seed=4)
    three = [json.loads(one.record) for one in simulate(settings, 4)]
    counts = count([*games(), *three])
    page = statistics_page(counts)
    assert page["games"] == 10
    assert [(one["players"], one["games"]) for one in page["groups"]] == [(2, 6), (3, 4)]
    shown = page["shown"]
    assert shown is not None
    assert (shown["board"], shown["variant"], shown["players"]) == ("italia", "concordia", 0)
    results = [game["result"] for game in (*games(), *three)]
    points = [points for one in results for points in one["scores"]]
    assert shown["points"] == pytest.approx(sum(points) / len(points), abs=0.01)
    best = [one["scores"][one["winner"]] for one in results]
    assert shown["winner_points"] == pytest.approx(sum(best) / 10, abs=0.01)
    # Seats 0 and 1 sat in all games, seat 2 in those of three.
    assert [one["games"] for one in shown["seats"]] == [10, 10, 4]
    assert [one["fair"] for one in shown["seats"]] == [0.4333, 0.4333, 0.3333]
    assert shown["first_houses"]
    alone = statistics_page(counts, players=3)["shown"]
    assert alone is not None
    assert (alone["players"], alone["games"]) == (3, 4)
    assert statistics_page(counts, board="cyprus")["shown"] is None
    assert statistics_page({})["shown"] is None


def test_houses_of_several_boards_are_not_mixed() -> None:
    settings = SimulationSettings(board="cyprus", players=2, bots=("random",), seed=4)
    counts = count([*games(), *(json.loads(one.record) for one in simulate(settings, 2))])
    shown = statistics_page(counts)["shown"]
    assert shown is not None
    assert (shown["board"], shown["players"], shown["games"]) == ("", 2, 8)
    assert shown["first_houses"] == []
    assert shown["first_cards"]


def test_a_page_counts_files_in_parts() -> None:
    lines = [json.dumps(game) for game in games()]
    parts = [tab.counted("\n".join(lines[:2])), tab.counted(json.dumps(list(games()[2:5])))]
    parts.append(tab.counted(tab.counted(lines[5])))
    assert tab.told(parts) == statistics_page(count(games()))
    for odd in ("no", "[1]", "3"):
        with pytest.raises(ViaeError):
            tab.counted(odd)


def test_the_games_of_a_device_are_counted() -> None:
    row = {"status": "finished", "kind": "play", "plan": {"board_file": None}}
    saved = {
        "table": {"row": row},
        "game": {
            "start": {"document": {**games()[0], "entries": []}},
            "entries": [{"text": entry} for entry in games()[0]["entries"]],
        },
    }
    study = {**saved, "table": {"row": {**row, "kind": "study"}}}
    kept = {"format": tab.GAMES, "games": [saved, study], "boards": []}
    assert tab.told([tab.counted(json.dumps(kept))]) == statistics_page(count(games()[:1]))
