"""Reviewing a game: what is promised of the figures holds."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from tests.analysis.games import (
    QUICK,
    analysed_ending,
    analysed_opening,
    analysed_teams,
    analyses,
    ending,
    fresh,
    opening,
)
from tests.records import record
from viae import Game
from viae.analysis import analyse, review, run
from viae.analysis.jobs import task
from viae.errors import PositionError, RecordError, SetupError, ViaeError


def test_the_chances_of_all_sides_add_up_to_one() -> None:
    for analysis in analyses():
        for turn in analysis["turns"]:
            for moment in (turn["before"], turn["after"], turn["best"]["after"]):
                assert sum(moment["win"]) == pytest.approx(1, abs=1e-3)
                assert len(moment["win"]) == len(moment["win_spread"]) == len(analysis["sides"])
                assert len(moment["points"]) == len(analysis["players"])


def test_the_chance_before_a_turn_is_that_of_the_best_turn_found() -> None:
    for analysis in analyses():
        for turn in analysis["turns"]:
            side = turn["seat"] % len(analysis["sides"])
            assert turn["before"] == turn["best"]["after"]
            lost = turn["before"]["win"][side] - turn["after"]["win"][side]
            assert turn["lost"]["win"] == pytest.approx(max(0, lost), abs=2e-4)
            if turn["found"]:
                assert turn["best"]["entries"] == turn["entries"]
                assert turn["lost"]["win"] == turn["lost"]["points"] == turn["value_lost"] == 0
                assert (turn["accuracy"], turn["grade"], turn["mistake"]) == (100.0, "best", None)


def test_figures_of_few_simulations_have_a_spread() -> None:
    for turn in analysed_opening()["turns"]:
        assert not turn["after"]["exact"]
        assert min(turn["after"]["win_spread"]) > 0.01
        if not turn["found"]:
            assert turn["lost"]["win_spread"] > 0


def test_turns_follow_one_another() -> None:
    for analysis in analyses():
        assert [turn["index"] for turn in analysis["turns"]] == list(range(len(analysis["turns"])))
        for one, other in pairwise(analysis["turns"]):
            assert other["at"] == one["end"] + len(one["revealed"])


def test_after_the_last_turn_stands_the_result() -> None:
    for analysis in (analysed_ending(), analysed_teams()):
        assert analysis["over"]
        last = analysis["turns"][-1]["after"]
        sides = range(len(analysis["sides"]))
        assert last["win"] == [float(side == analysis["winner"]) for side in sides]
        assert last["points"] == analysis["scores"]
        assert last["exact"]
        assert set(last["win_spread"]) == {0.0}
        assert analysis["next"] is None


def test_the_turns_are_those_of_the_record() -> None:
    given = opening(json.loads(fresh()), 30)
    analysis = analysed_opening()
    texts: list[str] = []
    for turn in analysis["turns"]:
        texts += [f"{turn['seat']}: {entry}" for entry in turn["entries"]]
        texts += [f"*: reveal {card}" for card in turn["revealed"]]
    assert analysis["next"] is not None
    texts += [f"{analysis['next']['seat']}: {entry}" for entry in analysis["next"]["begun"]]
    assert texts == given["entries"]


def test_the_best_turn_can_be_played() -> None:
    given = opening(json.loads(fresh()), 30)
    for turn in analysed_opening()["turns"]:
        game = Game.from_record(given, upto=turn["at"], chance="manual")
        for entry in turn["best"]["entries"]:
            game.play(f"{turn['seat']}: {entry}")
        assert game.actor != turn["seat"] or game.turn != turn["seat"]


def test_players_are_summed_up() -> None:
    for analysis in analyses():
        for seat, player in enumerate(analysis["players"]):
            own = [one for one in analysis["turns"] if one["seat"] == seat and one["options"] > 1]
            assert player["turns"] == len(own)
            assert player["found"] == sum(turn["found"] for turn in own)
            lost = sum(turn["lost"]["win"] for turn in own)
            assert player["lost"]["win"] == pytest.approx(lost, abs=1e-3)
            assert seat in analysis["sides"][player["side"]]
            assert player["accuracy"] is None or 0 <= player["accuracy"] <= 100
            wrong = sum(turn["mistake"] is not None for turn in own)
            assert sum(one["count"] for one in player["mistakes"]) == wrong


def test_in_team_play_partners_are_one_side() -> None:
    analysis = analysed_teams()
    assert analysis["sides"] == [[0, 2], [1, 3]]
    assert [player["side"] for player in analysis["players"]] == [0, 1, 0, 1]
    assert {turn["part"] for turn in analysis["turns"]} > {1}


@pytest.mark.parametrize("number", [3, 5, 9])
def test_every_variant_and_number_of_players_can_be_analysed(number: int) -> None:
    given = record("games", number)
    analysis = analyse(ending(given, 2), nodes=3, width=2)
    assert analysis["variant"] == given["variant"]
    assert analysis["board"] == given["board"]
    assert len(analysis["players"]) == len(given["players"])
    assert analysis["turns"][-1]["after"]["points"] == given["result"]["scores"]


def test_a_whole_game_is_as_good_as_its_record() -> None:
    given = opening(json.loads(fresh()), 6)
    one = analyse(given, nodes=3, width=2)
    assert analyse(json.dumps(given), nodes=3, width=2) == one
    assert analyse(Game.from_record(given, chance="manual"), nodes=3, width=2) == one


def test_processes_do_not_change_the_analysis() -> None:
    given = opening(json.loads(fresh()), 30)
    assert analyse(given, jobs=2, **QUICK) == analysed_opening()


def test_one_seat_alone_gets_the_same_figures() -> None:
    given = opening(json.loads(fresh()), 30)
    alone = analyse(given, seat=1, **QUICK)
    own = [turn for turn in analysed_opening()["turns"] if turn["seat"] == 1]
    same = ("at", "before", "after", "best", "lost", "reasons")
    for one, other in zip(alone["turns"], own, strict=True):
        assert {key: one.get(key) for key in same} == {key: other.get(key) for key in same}
    assert alone["players"][0]["turns"] == 0
    assert alone["settings"]["seat"] == 1


def test_the_luck_of_an_analysis_can_be_another() -> None:
    given = opening(json.loads(fresh()), 6)
    one, other = (analyse(given, seed=seed, nodes=3, width=2) for seed in (0, 1))
    assert one["turns"][0]["before"] != other["turns"][0]["before"]


def test_a_review_gets_better_and_can_be_stopped() -> None:
    given = opening(json.loads(fresh()), 9)
    updates = list(review(given, nodes=16, width=2))
    reviews = [one["review"] for one in updates if one["kind"] == "review"]
    assert [one["nodes"] for one in reviews] == [0, 8, 16]
    assert [one["complete"] for one in reviews] == [False, False, True]
    shares = [one["done"] for one in updates]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    # Every stage judges each turn again, and says so.
    turns = [one["turn"]["index"] for one in updates if one["kind"] == "turn"]
    assert turns == list(range(len(reviews[0]["turns"]))) * 3
    # The work of a stage is done only when it is asked for.
    stopped = review(given, nodes=100_000)
    assert next(stopped)["kind"] == "turn"


def test_jobs_are_asked_for_by_name() -> None:
    given = opening(json.loads(fresh()), 9)
    (*_, last) = run("review", {"game": given, "nodes": 3, "width": 2})
    assert last["kind"] == "review"
    assert last["review"] == analyse(given, nodes=3, width=2)
    told: list[Any] = []
    assert task("review", {"game": given, "nodes": 3, "width": 2}, told.append) == last
    assert told[0]["kind"] == "turn"
    (hint,) = run("hint", {"game": given, "at": 0, "nodes": 8})
    assert hint["kind"] == "hint"
    assert [step["kind"] for step in hint["hint"]["steps"]] == ["look", "idea", "turn"]
    (*_, verdict) = run("verdict", {"game": given, "at": 0, "nodes": 3, "width": 2})
    assert verdict["kind"] == "verdict"
    assert verdict["turn"]["after"] == last["review"]["turns"][0]["after"]
    for name, arguments, said in (
        ("dance", {"game": given}, "there is no job"),
        ("hint", {}, "needs a game"),
        ("hint", {"game": given, "speed": 3}, "takes no"),
        ("evaluate", {"game": given, "at": "x"}, "a number of entries"),
        ("evaluate", {"game": given, "at": 999}, "999"),
    ):
        with pytest.raises(ViaeError, match=said):
            list(run(name, arguments))


# Games that are not over


def test_a_new_game_gets_advice_for_its_first_turn() -> None:
    game = Game.new("italia", players=2, seed=1)
    analysis = analyse(game, **QUICK)
    assert not analysis["over"]
    assert analysis["winner"] is None
    assert analysis["turns"] == []
    advice = analysis["next"]
    assert advice is not None
    assert (advice["number"], advice["part"], advice["at"], advice["seat"]) == (1, 1, 0, 0)
    assert advice["begun"] == []
    assert len(advice["turns"]) == 5
    assert advice["now"] == advice["turns"][0]["after"]
    assert advice["turns"][0]["line"]
    for choice in advice["turns"]:
        again = game.copy()
        for entry in choice["entries"]:
            again.play(f"0: {entry}")
        assert again.turn == 1


def test_advice_goes_on_with_a_turn_that_has_begun() -> None:
    game = Game.new("italia", players=2, seed=1)
    game.play("play prefect")
    advice = analyse(game, **QUICK)["next"]
    assert advice is not None
    assert advice["begun"] == ["play prefect"]
    assert (advice["number"], advice["at"]) == (1, 1)
    assert all(choice["entries"][0].split()[0] == "produce" for choice in advice["turns"])


def test_a_partner_who_decides_within_a_turn_gets_advice() -> None:
    game = Game.new("italia", "venus-team", 4, seed=1, chance="manual")
    game.play("play prefect")
    game.play(game.legal()[0])
    assert (game.actor, game.turn) == (2, 0)
    advice = analyse(game, nodes=3, width=2)["next"]
    assert advice is not None
    assert (advice["seat"], advice["number"], advice["part"]) == (2, 1, 2)


def test_while_cards_are_revealed_nobody_is_advised() -> None:
    given = record("games", 0)
    at = next(i for i, entry in enumerate(given["entries"]) if entry.startswith("*"))
    advice = analyse(opening(given, at), nodes=0)["next"]
    assert advice is not None
    assert advice["seat"] is None
    assert advice["turns"] == []


# What is refused


@pytest.mark.parametrize(
    "settings",
    [
        {"nodes": -1},
        {"nodes": 1.5},
        {"width": 1},
        {"seed": -1},
        {"top": -1},
        {"jobs": 0},
        {"seat": 2},
        {"seat": "x"},
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any]) -> None:
    (name,) = settings
    with pytest.raises(SetupError, match=f"{name} is a "):
        analyse(Game.new("italia", players=2, seed=1), **settings)


def test_what_is_no_game_is_refused() -> None:
    with pytest.raises(RecordError):
        analyse("nonsense")
    with pytest.raises(RecordError):
        analyse({"viae": 1})
    with pytest.raises(PositionError):
        analyse({"unseen": []})
