"""Analysing a game: what is promised of the figures holds."""

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
from viae.analysis import analyse
from viae.errors import PositionError, RecordError, SetupError


def test_the_chances_of_all_sides_add_up_to_one() -> None:
    for analysis in analyses():
        for turn in analysis.turns:
            for moment in (turn.before, turn.after, turn.best.after):
                assert sum(moment.win) == pytest.approx(1)
                assert len(moment.win) == len(analysis.sides)
                assert len(moment.points) == len(analysis.players)


def test_what_was_lost_is_the_difference_to_the_best_turn() -> None:
    for analysis in analyses():
        for turn in analysis.turns:
            side = turn.seat % len(analysis.sides)
            won = turn.best.after.win[side] - turn.after.win[side]
            gained = sum(
                turn.best.after.points[seat] - turn.after.points[seat]
                for seat in analysis.sides[side]
            )
            assert turn.lost.win == pytest.approx(max(0, won))
            assert turn.lost.points == pytest.approx(max(0, gained))
            assert turn.found == (turn.entries == turn.best.entries)
            if turn.found:
                assert turn.lost.win == turn.lost.points == 0


def test_a_turn_begins_where_the_one_before_ended_unless_cards_came() -> None:
    for analysis in analyses():
        for one, other in pairwise(analysis.turns):
            assert other.at == one.at + len(one.entries) + len(one.revealed)
            if not one.revealed:
                assert one.after == other.before


def test_after_the_last_turn_stands_the_result() -> None:
    for analysis in (analysed_ending(), analysed_teams()):
        assert analysis.over
        last = analysis.turns[-1].after
        assert last.win == tuple(
            float(side == analysis.winner) for side in range(len(analysis.sides))
        )
        assert last.points == analysis.scores
        assert analysis.next is None


def test_the_turns_are_those_of_the_record() -> None:
    given = opening(json.loads(fresh()), 30)
    analysis = analysed_opening()
    texts: list[str] = []
    for turn in analysis.turns:
        texts += [f"{turn.seat}: {entry}" for entry in turn.entries]
        texts += [f"*: reveal {card}" for card in turn.revealed]
    assert analysis.next is not None
    texts += [f"{analysis.next.seat}: {entry}" for entry in analysis.next.entries]
    assert texts == given["entries"]


def test_the_best_turn_can_be_played() -> None:
    given = opening(json.loads(fresh()), 30)
    for turn in analysed_opening().turns:
        game = Game.from_record(given, upto=turn.at, chance="manual")
        for entry in turn.best.entries:
            game.play(f"{turn.seat}: {entry}")
        assert game.actor != turn.seat or game.turn != turn.seat


def test_players_are_summed_up() -> None:
    for analysis in analyses():
        assert sum(player.turns for player in analysis.players) == len(analysis.turns)
        for seat, player in enumerate(analysis.players):
            own = [turn for turn in analysis.turns if turn.seat == seat]
            assert player.found == sum(turn.found for turn in own)
            assert player.lost.win == pytest.approx(sum(turn.lost.win for turn in own))
            assert seat in analysis.sides[player.side]


def test_in_team_play_partners_are_one_side() -> None:
    analysis = analysed_teams()
    assert analysis.sides == ((0, 2), (1, 3))
    assert [player.side for player in analysis.players] == [0, 1, 0, 1]
    assert {turn.part for turn in analysis.turns} > {1}


@pytest.mark.parametrize("number", [3, 5, 9])
def test_every_variant_and_number_of_players_can_be_analysed(number: int) -> None:
    given = record("games", number)
    analysis = analyse(ending(given, 2), nodes=1, width=2)
    assert analysis.variant == given["variant"]
    assert analysis.board == given["board"]
    assert len(analysis.players) == len(given["players"])
    assert analysis.turns[-1].after.points == tuple(given["result"]["scores"])


def test_a_whole_game_is_as_good_as_its_record() -> None:
    given = opening(json.loads(fresh()), 6)
    one = analyse(given, nodes=1, width=2)
    assert analyse(json.dumps(given), nodes=1, width=2) == one
    assert analyse(Game.from_record(given, chance="manual"), nodes=1, width=2) == one


def test_processes_do_not_change_the_analysis() -> None:
    given = opening(json.loads(fresh()), 30)
    assert analyse(given, jobs=2, **QUICK) == analysed_opening()


def test_one_seat_alone_gets_the_same_figures() -> None:
    given = opening(json.loads(fresh()), 30)
    alone = analyse(given, seat=1, **QUICK)
    assert alone.turns == tuple(turn for turn in analysed_opening().turns if turn.seat == 1)
    assert alone.players[0].turns == 0
    assert alone.settings.seat == 1


def test_the_luck_of_an_analysis_can_be_another() -> None:
    given = opening(json.loads(fresh()), 6)
    one, other = (analyse(given, seed=seed, nodes=1, width=2) for seed in (0, 1))
    assert one.turns[0].before != other.turns[0].before


def test_progress_is_told_turn_by_turn() -> None:
    told: list[tuple[int, int]] = []
    given = opening(json.loads(fresh()), 9)
    analysis = analyse(
        given, nodes=1, width=2, progress=lambda done, total: told.append((done, total))
    )
    total = len(analysis.turns) + 1  # and the advice
    assert told == [(done, total) for done in range(1, total + 1)]


def test_time_instead_of_simulations() -> None:
    analysis = analyse(opening(json.loads(fresh()), 6), time=0.01)
    assert analysis.settings.time == 0.01
    assert analysis.settings.nodes is None
    assert analysis.turns


# Games that are not over


def test_a_new_game_gets_advice_for_its_first_turn() -> None:
    game = Game.new("italia", players=2, seed=1)
    analysis = analyse(game, **QUICK)
    assert not analysis.over
    assert analysis.winner is None
    assert analysis.turns == ()
    advice = analysis.next
    assert advice is not None
    assert (advice.number, advice.part, advice.at, advice.seat) == (1, 1, 0, 0)
    assert advice.entries == ()
    assert sum(advice.now.win) == pytest.approx(1)
    for choice in advice.turns:
        again = game.copy()
        for entry in choice.entries:
            again.play(f"0: {entry}")
        assert again.turn == 1


def test_advice_goes_on_with_a_turn_that_has_begun() -> None:
    game = Game.new("italia", players=2, seed=1)
    game.play("play prefect")
    advice = analyse(game, **QUICK).next
    assert advice is not None
    assert advice.entries == ("play prefect",)
    assert advice.number == 1
    assert advice.at == 1
    assert all(choice.entries[0].split()[0] == "produce" for choice in advice.turns)


def test_a_partner_who_decides_within_a_turn_gets_advice() -> None:
    game = Game.new("italia", "venus-team", 4, seed=1, chance="manual")
    game.play("play prefect")
    game.play(game.legal()[0])
    assert (game.actor, game.turn) == (2, 0)
    advice = analyse(game, nodes=1, width=2).next
    assert advice is not None
    assert (advice.number, advice.part, advice.seat, advice.entries) == (1, 2, 2, ())


def test_a_position_gets_advice() -> None:
    game = Game.new("italia", players=2, seed=1)
    game.play("play mercator")
    advice = analyse(game.position(), **QUICK).next
    assert advice is not None
    assert advice.entries == ("play mercator",)


def test_while_a_card_is_revealed_there_is_nothing_to_advise() -> None:
    given = json.loads(fresh())
    at = next(i for i, entry in enumerate(given["entries"]) if entry.startswith("*"))
    analysis = analyse(opening(given, at), seat=0, nodes=1, width=2)
    assert analysis.next is None
    assert analyse(opening(given, 0), seat=1, nodes=1, width=2).next is None


# What cannot be analysed


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"nodes": 0}, "nodes is a whole number from 1 on, not 0"),
        ({"nodes": 1.5}, "nodes is a whole number"),
        ({"width": 1}, "width is a whole number from 2 on"),
        ({"time": 0}, "time is a number of seconds above 0, not 0"),
        ({"time": float("nan")}, "time is a number of seconds"),
        ({"time": "long"}, "time is a number of seconds"),
        ({"seed": -1}, "seed is a whole number from 0 on"),
        ({"top": -1}, "top is a whole number from 0 on"),
        ({"jobs": 0}, "jobs is a whole number from 1 on"),
        ({"seat": 2}, "seat is a number from 0 to 1, not 2"),
        ({"seat": True}, "seat is a number from 0 to 1"),
    ],
)
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(SetupError) as error:
        analyse(Game.new("italia", players=2, seed=1), **wrong)
    assert said in str(error.value.faults[0])


def test_a_record_with_faults_is_refused() -> None:
    given = record("games", 0)
    given["result"]["winner"] = 1 - given["result"]["winner"]
    with pytest.raises(RecordError, match="winner: it should be"):
        analyse(given)
    with pytest.raises(RecordError, match="not JSON"):
        analyse("no JSON")
    with pytest.raises(PositionError):
        analyse({"viae": 1, "unseen": []})
