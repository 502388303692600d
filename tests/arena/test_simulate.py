"""Simulated games: right, repeatable, the same in any number of processes."""

import json
import os
from dataclasses import replace
from typing import Any

import pytest

from viae import Game, SetupError, ViaeError
from viae.arena import simulate as module
from viae.arena.replay import replay
from viae.arena.simulate import SimulationSettings, Simulator, Tally, simulate
from viae.progress import MOST_ENTRIES
from viae.seeds import derive

TABLES = [("concordia", 3), ("venus", 2), ("venus-team", 4)]


def records(settings: SimulationSettings, games: int, jobs: int = 1) -> list[dict[str, Any]]:
    return [json.loads(played.record) for played in simulate(settings, games, jobs)]


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_a_record_replays_with_its_legal_lists(variant: str, players: int) -> None:
    for record in records(
        SimulationSettings(variant=variant, players=players, legal=True, seed=3), 2
    ):
        assert replay(record) == (len(record["entries"]), [])
        assert len(record["legal"]) == len(record["entries"])
        assert all(entries == sorted(entries) for entries in record["legal"])


def test_chance_has_legal_lists_too() -> None:
    (record,) = records(SimulationSettings(legal=True, seed=3), 1)
    reveals = [at for at, entry in enumerate(record["entries"]) if entry.startswith("*")]
    assert reveals
    for at in reveals:
        assert record["entries"][at].removeprefix("*: ") in record["legal"][at]


def test_the_seed_of_a_record_sets_up_the_same_game_and_draws_the_same_cards() -> None:
    (record,) = records(SimulationSettings(seed=4), 1)
    game = Game.new(players=record["players"], seed=record["meta"]["seed"])
    for entry in record["entries"]:
        if not entry.startswith("*"):
            game.play(entry)
    again = game.record()
    assert {key: again[key] for key in again if key != "meta"} == {
        key: record[key] for key in record if key != "meta"
    }


def test_the_number_of_processes_changes_nothing() -> None:
    settings = SimulationSettings(variant="venus", players=2, seed=5, max_entries=120)
    assert list(simulate(settings, 9, jobs=1)) == list(simulate(settings, 9, jobs=2))


def die(_number: int) -> None:
    os._exit(9)


def test_a_process_that_dies_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_play_in_worker", die)
    with pytest.raises(ViaeError, match="a process that played games has died"):
        list(simulate(SimulationSettings(seed=1), 4, jobs=2))


def test_games_of_a_run_differ_and_so_do_runs() -> None:
    settings = SimulationSettings(seed=1, max_entries=40)
    one, two = records(settings, 2)
    assert one["entries"] != two["entries"]
    (other,) = records(SimulationSettings(seed=2, max_entries=40), 1)
    assert other["tokens"] != one["tokens"]


def test_a_longer_run_begins_with_the_games_of_a_shorter_one() -> None:
    settings = SimulationSettings(seed=1, max_entries=30)
    assert records(settings, 3)[:2] == records(settings, 2)


def test_derived_seeds_fit_into_the_numbers_of_every_json_reader() -> None:
    seeds = {derive(7, number) for number in range(1000)}
    assert len(seeds) == 1000
    assert max(seeds) < 1 << 53


def test_an_abandoned_game_has_no_result() -> None:
    """R8.3: whoever runs a game may abandon it; its record then has no result."""
    (played,) = simulate(SimulationSettings(seed=1, max_entries=25), 1)
    record = json.loads(played.record)
    assert played.winner is None
    assert len(record["entries"]) == 25
    assert "result" not in record
    assert record["meta"]["stopped"] == {"limit": 25}
    assert replay(record) == (25, [])


def test_a_game_that_ends_in_time_does_not_know_the_limit() -> None:
    settings = SimulationSettings(seed=1)
    assert settings.max_entries == MOST_ENTRIES
    (played,) = simulate(settings, 1)
    assert json.loads(played.record)["meta"].keys() == {"seed", "run"}
    for limit in (None, played.entries):
        assert list(simulate(replace(settings, max_entries=limit), 1)) == [played]
    (stopped,) = simulate(replace(settings, max_entries=played.entries - 1), 1)
    assert stopped.winner is None


def test_games_need_not_be_written_down() -> None:
    settings = SimulationSettings(seed=1, max_entries=25)
    (one,), (other,) = simulate(settings, 1), simulate(replace(settings, records=False), 1)
    assert other.record == ""
    assert other[1:] == one[1:]


def test_options_and_a_bot_for_each_seat_are_heard() -> None:
    options: dict[str, bool | str] = {"display": "wine", "intermediate_scoring": True}
    settings = SimulationSettings(
        players=2, bots=("random", "random"), options=options, max_entries=5
    )
    (record,) = records(settings, 1)
    assert record["options"] == options
    assert record["players"] == ["bot:random", "bot:random"]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (SimulationSettings(bots=("random", "random")), "2 bots for 3 players"),
        (SimulationSettings(bots=()), "0 bots for 3 players"),
        (SimulationSettings(bots=("oracle",)), "no bot “oracle”"),
        (SimulationSettings(players=9), "not 9"),
        (SimulationSettings(variant="chess"), "there is no variant"),
        (SimulationSettings(board="atlantis"), "no board"),
        (SimulationSettings(max_entries=0), "at least 1, or None for no limit, not 0"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: SimulationSettings, said: str) -> None:
    with pytest.raises(SetupError, match=said):
        Simulator(settings)


def test_a_tally_counts_finished_games_only_for_scores() -> None:
    tally = Tally(3, team=False)
    for played in simulate(SimulationSettings(seed=1), 3):
        tally.add(played)
    for played in simulate(SimulationSettings(seed=2, max_entries=10), 2):
        tally.add(played)
    summary = tally.summary(2.0)
    assert (summary["games"], summary["finished"], sum(summary["wins"])) == (5, 3, 3)
    assert summary["stopped"] == 2
    assert summary["games_per_second"] == 2.5
    assert sum(summary["win_rates"]) == pytest.approx(1, abs=0.001)
    assert len(summary["mean_scores"]) == 3


def test_a_tally_of_nothing_has_no_means() -> None:
    summary = Tally(4, team=True).summary(0.0)
    assert summary["games_per_second"] is None
    assert summary["mean_team_scores"] == [None, None]
    assert summary["turns"] == {"mean": None, "min": None, "max": None}


def test_teams_win_as_teams() -> None:
    tally = Tally(4, team=True)
    for played in simulate(SimulationSettings(variant="venus-team", players=4, seed=1), 2):
        tally.add(played)
        assert len(played.sides) == 2
        assert sum(played.sides) == sum(played.scores)
    assert sum(tally.wins) == 2
