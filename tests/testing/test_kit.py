"""The kit's own behaviour: what it plays, what it reports, how a violation can be repeated."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from pathlib import Path

import pytest

import viae.progress
from viae import engine
from viae.data import board_names
from viae.errors import SetupError
from viae.options import PLAYERS, changed
from viae.rules import codes, turn
from viae.rules.state import State
from viae.testing import (
    LAWS,
    ConformanceError,
    Report,
    cases,
    check_game,
    check_many,
    combinations,
    option_sets,
)
from viae.testing.__main__ import _progress, main
from viae.testing.facts import roads_of
from viae.testing.scoring import awards

interpreted = pytest.mark.skipif(
    engine.status().kind == "compiled", reason="faults can be planted in interpreted rules only"
)


@pytest.fixture
def wrong_price(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sale that pays a coin too many."""
    right = turn.apply

    def wrong(state: State, code: int) -> None:
        seat = state.actor
        right(state, code)
        if code >> codes.SHIFT == codes.SELL:
            state.coins[seat] += 1

    monkeypatch.setattr(turn, "apply", wrong)
    monkeypatch.setattr(viae.progress, "apply", wrong)


def test_combinations_of_board_variant_and_players() -> None:
    found = combinations()
    assert len(found) == len(set(found)) == len(board_names()) * (4 + 4 + 2)
    assert {board for board, _, _ in found} == set(board_names())
    assert {(v, n) for _, v, n in found} == {(v, n) for v, some in PLAYERS.items() for n in some}


def test_eight_rounds_play_every_combination_with_every_choice_of_options() -> None:
    played = {
        (c["board"], c["variant"], c["players"], json.dumps(c["options"]))
        for c in cases(8 * len(combinations()))
    }
    wanted = {
        (*combination, json.dumps(changed(options)))
        for combination in combinations()
        for options in option_sets(combination[1])
    }
    assert played == wanted


def test_team_play_has_no_intermediate_scoring() -> None:
    """R1.3: it does not exist in team play."""
    assert len(option_sets("concordia")) == 8
    assert len(option_sets("venus-team")) == 4


def test_one_process_and_two_report_the_same() -> None:
    some = combinations(["cyprus"], ["concordia"], [2])
    alone = check_many(3, seed=5, some=some)
    told: list[tuple[int, int]] = []
    both = check_many(3, seed=5, jobs=2, some=some, progress=lambda *n: told.append(n))
    assert both == alone
    assert told[-1] == (3, 3)
    assert alone.games == 3
    assert alone.entries == alone.verbs.total()


def test_the_report_balances_coins_and_goods() -> None:
    report = check_game("italia", "venus", 2, seed=4, level="sampled")
    assert report.coins.total() >= 0
    assert report.coins["start"] == 5 + 6
    assert report.goods["start"] == 12
    assert report.endings.total() == 1
    assert str(report) == f"1 game, {report.entries} entries, 0 violations"


def test_a_game_can_be_cut_short() -> None:
    report = check_game(seed=1, level="sampled", limit=50)
    assert (report.entries, report.unfinished) == (50, 1)


def test_a_board_of_ones_own_can_be_checked(tmp_path: Path) -> None:
    source = Path(viae.__file__).parent / "data" / "boards" / "cyprus.json"
    board = tmp_path / "mine.json"
    board.write_text(source.read_text())
    assert check_game(board, players=2, seed=2, level="sampled").games == 1


def test_a_game_that_cannot_be_set_up_is_no_violation() -> None:
    with pytest.raises(SetupError):
        check_game(variant="venus-team", players=3)


@interpreted
@pytest.mark.usefixtures("wrong_price")
def test_a_violation_names_what_repeats_it() -> None:
    with pytest.raises(ConformanceError) as caught:
        check_game("hellas", "venus", 4, {"display": "wine"}, seed=11, level="sampled")
    error = caught.value
    assert error.law == "coins"
    assert error.seed == 11
    assert error.entry.split()[1] == "sell"
    assert error.again == (
        "viae.testing.check_game(board='hellas', variant='venus', players=4,"
        " options={'display': 'wine'}, seed=11, level='sampled')"
    )
    for text in (LAWS["coins"], "by the books", "sold", f"after {error.at} entries", error.again):
        assert text in str(error)
    with pytest.raises(ConformanceError) as again:
        check_game(**error.game)
    assert str(again.value) == str(error)


@interpreted
@pytest.mark.usefixtures("wrong_price")
def test_many_games_stop_after_ten_violations() -> None:
    report = check_many(60)
    assert len(report.violations) == 10
    assert report.games < 60


def test_a_violation_travels_between_processes() -> None:
    error = ConformanceError("coins", "seat 0 has 3", 7, "0: cash", {"seed": 1})
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301  # our own bytes
    assert str(copy) == str(error)
    assert (copy.law, copy.at, copy.entry, copy.seed) == ("coins", 7, "0: cash", 1)


def test_reports_add_up() -> None:
    one = Report(games=1, entries=5, verbs=Counter(play=5))
    one.add(Report(games=2, entries=7, unfinished=1, verbs=Counter(done=2, play=5)))
    assert (one.games, one.entries, one.unfinished) == (3, 12, 1)
    assert one.verbs == Counter(play=10, done=2)


def test_awards_of_the_intermediate_scoring() -> None:
    """R7: 2 coins for the best, 1 for the next score, ties all alike."""
    assert awards([12, 9, 15]) == [1, 0, 2]
    assert awards([12, 12, 9, 9, 3]) == [2, 2, 1, 1, 0]
    assert awards([4, 4]) == [2, 2]


@pytest.mark.parametrize("name", board_names())
def test_distances_are_those_of_the_engine(name: str) -> None:
    """R5.2: two readings of how far it is, from every place to every path."""
    from viae.data import load_board
    from viae.rules.atlas import Atlas

    board = load_board(name)
    atlas, roads = Atlas(board), roads_of(board)
    for number, kind in enumerate(("land", "sea")):
        places = [*atlas.city_ids, *atlas.path_ids[number]]
        for place, start in enumerate(places):
            for path, goal in enumerate(atlas.path_ids[number]):
                steps = roads.steps(kind, start, goal) or 0
                assert atlas.distance[number][place][path] == steps


# The command


def test_the_command_tells_games_and_entries(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "2", "--players", "2", "--board", "cyprus", "--verbose"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[-1].startswith("2 games, ")
    assert "0 violations in" in out[-1]
    assert [line.split(":")[0] for line in out[:4]] == ["coins", "goods", "verbs", "endings"]


@interpreted
@pytest.mark.usefixtures("wrong_price")
def test_the_command_fails_on_a_violation(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--games", "1", "--variant", "venus", "--option", "display=wine"]
    assert main([*arguments, "--option", "intermediate_scoring=true"]) == 1
    out = capsys.readouterr().out
    assert "again: viae.testing.check_game(" in out
    assert "'intermediate_scoring': True" in out
    assert "1 violation in" in out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--games", "0"],
        ["--games", "many"],
        ["--jobs", "0"],
        ["--seed", "-1"],
        ["--players", "7"],
        ["--variant", "salsa"],
        ["--option", "display=gold"],
        ["--option", "nonsense"],
    ],
)
def test_the_command_refuses_wrong_arguments(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "error:" in capsys.readouterr().err


def test_the_command_names_an_unknown_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "1", "--board", "atlantis"]) == 2
    assert "atlantis" in capsys.readouterr().err


def test_the_command_shows_its_progress(capsys: pytest.CaptureFixture[str]) -> None:
    show = _progress()
    show(1, 4)
    show(4, 4)
    err = capsys.readouterr().err
    assert "1/4 games" in err
    assert "s left" in err
    assert err.endswith("\033[K")  # wiped at the end
