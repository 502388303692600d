"""Ladders: plans with every fault named, evenly played, continued, one table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import run
from viae.arena import ladder
from viae.arena.ladder import play_ladder, read_plan, shipped_plan, table
from viae.errors import SetupError, ViaeError


def test_the_plan_that_comes_with_viae_can_be_played() -> None:
    rungs = read_plan(shipped_plan())
    assert {rung.settings.players for rung in rungs} == {2, 3, 4, 5}
    assert len({rung.name for rung in rungs}) == len(rungs)
    assert all(rung.match.games >= 400 for rung in rungs)
    assert all(rung.settings.time is None for rung in rungs)  # fixed numbers of simulations


def test_every_fault_of_a_plan_is_named() -> None:
    with pytest.raises(SetupError) as caught:
        read_plan('seed = -1\nspeed = 2\n[[match]]\nfirst = "greedi"\nagainst = "random"\n')
    said = str(caught.value)
    assert "“speed” is no key of a plan" in said
    assert "a seed is a whole number from 0 on" in said
    assert "match 1: it lacks “players”" in said
    with pytest.raises(SetupError, match="match 1: there is no bot “greedi”"):
        read_plan('[[match]]\nfirst="greedi"\nagainst="random"\nplayers=2\ngames=2')
    with pytest.raises(ViaeError, match="the plan is not TOML"):
        read_plan("[[match]")


@pytest.mark.parametrize("wrong", ["nan", "inf", "60", "-0.1"])
def test_what_is_to_be_reached_is_a_share(wrong: str) -> None:
    plan = '[[match]]\nfirst="greedy"\nagainst="random"\nplayers=2\ngames=2\n'
    for key in ("rate", "bound"):
        with pytest.raises(SetupError, match=f"match 1: “{key}” is a share from 0 to 1, not"):
            read_plan(f"{plan}{key}={wrong}\n")


def test_two_matches_do_not_share_a_file() -> None:
    """Each would play the games of the other once more, and the file would hold them twice."""
    one = '[[match]]\nfirst="greedy"\nagainst="random"\nplayers=2\n'
    with pytest.raises(SetupError, match="match 2: its games would be in the file of match 1"):
        read_plan(f"{one}games=2\n{one}games=4\n")


def test_a_ladder_stops_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "FIRST_PASS", 2)
    plan = '[[match]]\nfirst="random"\nagainst="random"\nplayers=2\ngames=3\nboard="italia"\n'
    several = plan + plan.replace("players=2", "players=3")
    rungs = read_plan(several)
    played = play_ladder(rungs, tmp_path, 1)
    assert next(played) is rungs[0]
    assert [len(rung.results) for rung in rungs] == [2, 0]  # each has its first games in turn
    played.close()
    again = read_plan(several)
    list(play_ladder(again, tmp_path, 1))
    assert [len(rung.results) for rung in again] == [rung.match.games for rung in again]
    counted = sum(len(path.read_text().splitlines()) for path in tmp_path.glob("*.jsonl"))
    assert counted == sum(rung.match.games for rung in again)  # nothing was played twice
    assert list(play_ladder(read_plan(several), tmp_path, 1)) == []
    lines = table(again).splitlines()
    assert len(lines) == 2 + len(again)
    assert "3 players" in lines[3]


def test_showing_a_ladder_changes_nothing(tmp_path: Path) -> None:
    """Another process may be in the middle of a line."""
    plan = tmp_path / "plan.toml"
    plan.write_text(
        '[[match]]\nfirst="random"\nagainst="random"\nplayers=2\ngames=3\nboard="italia"\n'
    )
    folder = tmp_path / "games"
    said = run("ladder", folder, "--plan", plan, "--show", status=2).stderr
    assert "there is no such folder" in said
    assert not folder.exists()
    list(play_ladder(read_plan(plan.read_text()), folder, 1))
    (file,) = folder.glob("*.jsonl")
    whole = file.read_bytes()
    file.write_bytes(whole[:-50])
    (line,) = json.loads(run("ladder", folder, "--plan", plan, "--show", "--json").stdout)
    assert line["games"] == 2
    assert file.read_bytes() == whole[:-50]
    assert list(folder.iterdir()) == [file]
