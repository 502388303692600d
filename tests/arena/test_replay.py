"""Checking records: every claim is looked at, and what is wrong is told."""

import copy
import json
from typing import Any

import pytest

from viae.arena.replay import replay
from viae.arena.simulate import SimulationSettings, simulate
from viae.rules import notation


@pytest.fixture(scope="module")
def finished() -> dict[str, Any]:
    (played,) = simulate(SimulationSettings(players=2, seed=6, legal=True), 1)
    record: dict[str, Any] = json.loads(played.record)
    return record


@pytest.fixture
def record(finished: dict[str, Any]) -> dict[str, Any]:
    return copy.deepcopy(finished)


def fault(record: object) -> str:
    faults = replay(record).faults
    assert len(faults) == 1
    return str(faults[0])


def test_a_right_record_has_no_faults(record: dict[str, Any]) -> None:
    assert replay(record) == (len(record["entries"]), [])


def test_a_record_may_be_given_as_text(record: dict[str, Any]) -> None:
    assert replay(json.dumps(record)).faults == []


def test_a_record_without_result_is_fine(record: dict[str, Any]) -> None:
    del record["result"]
    assert replay(record).faults == []


def test_entries_are_read_forgivingly(record: dict[str, Any]) -> None:
    record["entries"][0] = "  " + record["entries"][0].upper().replace(" ", "   ")
    assert replay(record).faults == []


def test_an_illegal_entry_is_told_with_its_rule(record: dict[str, Any]) -> None:
    record["entries"][0] = "0: play consul-2"
    assert replay(record).entries == 0
    assert "entries[0] (0: play consul-2)" in fault(record)
    assert "R4.1" in fault(record)


def test_an_entry_of_somebody_else_is_told(record: dict[str, Any]) -> None:
    record["entries"][0] = "1" + record["entries"][0][1:]
    assert "out of turn" in fault(record)


def test_an_entry_must_name_its_actor(record: dict[str, Any]) -> None:
    record["entries"][0] = record["entries"][0].removeprefix("0: ")
    assert "names its actor" in fault(record)


def test_nonsense_for_an_entry_is_told(record: dict[str, Any]) -> None:
    actor = record["entries"][3][0]
    record["entries"][3] = f"{actor}: fly to athens"
    assert replay(record).entries == 3
    assert "entries[3]" in fault(record)
    assert "unknown verb “fly”" in fault(record)


def test_an_entry_after_the_end_is_told(record: dict[str, Any]) -> None:
    record["entries"].append("0: play tribune")
    record["legal"].append(["play tribune"])
    assert "the game is over" in fault(record)


def test_a_wrong_score_is_told(record: dict[str, Any]) -> None:
    record["result"]["scores"][0] += 1
    assert "result.scores: it should be" in fault(record)


def test_a_wrong_winner_and_wrong_gods_are_both_told(record: dict[str, Any]) -> None:
    record["result"]["winner"] = 1 - record["result"]["winner"]
    record["result"]["gods"][1]["mars"] += 2
    faults = [str(one).partition(":")[0] for one in replay(record).faults]
    assert faults == ["result.winner", "result.gods[1].mars"]


def test_a_result_of_an_unfinished_game_is_told(record: dict[str, Any]) -> None:
    del record["entries"][-1], record["legal"][-1]
    assert "not finished" in fault(record)


def test_a_missing_and_a_wrong_legal_entry_are_told(record: dict[str, Any]) -> None:
    record["legal"][0] = [*record["legal"][0][1:], "play consul-2"]
    assert [str(one) for one in replay(record).faults] == [
        'legal[0]: the list of legal entries lacks 1 entry, such as "play architect"',
        'legal[0]: the list of legal entries has 1 entry not legal there, such as "play consul-2"',
    ]


def test_legal_entries_have_an_order(record: dict[str, Any]) -> None:
    record["legal"][0].reverse()
    assert "not in order" in fault(record)


def test_many_missing_entries_are_told_in_short(record: dict[str, Any]) -> None:
    record["legal"][0] = []
    assert "lacks 6 entries, such as" in fault(record)


@pytest.mark.parametrize("wrong", [None, "play tribune", [1, 2]])
def test_a_legal_list_that_is_none_is_told(record: dict[str, Any], wrong: object) -> None:
    record["legal"][0] = wrong
    assert "legal[0]: a list of legal entries is needed" in fault(record)


def test_there_is_a_legal_list_for_each_entry(record: dict[str, Any]) -> None:
    del record["legal"][-1]
    assert "lists of legal entries for" in fault(record)


def test_variations_are_replayed_too(record: dict[str, Any]) -> None:
    del record["legal"]
    entries = record["entries"]
    right = {"at": 2, "entries": entries[2:5], "tree": [{"at": 1, "entries": entries[3:4]}]}
    record["tree"] = [right]
    assert replay(record) == (len(entries), [])
    wrong = {"at": 1, "entries": [*entries[3:4], "0: fly"], "tree": [{"at": 2, "entries": []}]}
    record["tree"] = [right, {"at": 2, "entries": entries[2:4], "tree": [wrong]}]
    faults = [str(one) for one in replay(record).faults]
    where = "tree[1].tree[0].entries[1] (0: fly)"
    assert faults == [f"{where}: unknown verb “fly”; there are {', '.join(notation.USAGE)}"]


@pytest.mark.parametrize("wrong", [None, 7, [], "no JSON", {"viae": 2}])
def test_what_is_no_record_is_told(wrong: object) -> None:
    assert replay(wrong).entries == 0
    assert replay(wrong).faults
