"""Clocks: time within a part of a turn, lost turns, seats that a bot has, moves that are shown."""

from __future__ import annotations

from viae.table.clock import (
    LONGEST_SHOW,
    PAUSES,
    Clock,
    ClockState,
    begin,
    decided,
    from_json,
    lost_the_seat,
    move_on,
    run_out,
    show_until,
    shown,
    stop,
)
from viae.table.types.terms import StoredClock

TURN = Clock("turn", 60)
PLAYER = Clock("player", 600, 10)


def test_a_turn_has_its_time_and_the_next_one_too() -> None:
    hands = move_on(TURN, begin(TURN, 3), 0, 1, 100.0)
    assert hands.deadline == 160.0
    same = move_on(TURN, hands, 0, 1, 130.0)
    assert same.deadline == 160.0  # further decisions of the same turn share it
    other = move_on(TURN, same, 1, 2, 140.0)
    assert other.deadline == 200.0


def test_a_player_keeps_what_is_left_and_gets_the_increment() -> None:
    hands = move_on(PLAYER, begin(PLAYER, 2), 0, 1, 0.0)
    assert hands.deadline == 600.0
    hands = move_on(PLAYER, hands, 1, 2, 100.0)
    assert hands.banks == [510.0, 600.0]
    assert hands.deadline == 700.0
    hands = move_on(PLAYER, hands, 0, 3, 150.0)
    assert hands.deadline == 150.0 + 510.0


def test_an_undo_brings_neither_time_nor_increment() -> None:
    for clock, left in ((TURN, 10.0), (PLAYER, 550.0)):
        hands = move_on(clock, begin(clock, 2), 0, 1, 0.0)
        hands = move_on(clock, hands, 1, 2, 50.0)
        hands = move_on(clock, hands, 0, 1, 55.0, back=True)
        assert hands.left == left
        assert hands.deadline == 55.0 + left
        if clock is PLAYER:
            assert hands.banks == [550.0, 600.0]


def test_bots_and_chance_are_not_timed() -> None:
    hands = move_on(TURN, begin(TURN, 2), 0, 1, 0.0)
    hands = move_on(TURN, hands, None, 2, 10.0)
    assert hands.deadline is None
    assert move_on(TURN, hands, 0, 3, 20.0).deadline == 80.0
    none = Clock()
    assert move_on(none, begin(none, 2), 0, 1, 0.0).deadline is None


def test_a_clock_is_stored_and_shown() -> None:
    hands = move_on(PLAYER, begin(PLAYER, 2), 1, 1, 1000.0, number=7)
    again = from_json(hands.to_json())
    assert again == hands
    assert from_json(None) == ClockState()
    assert shown(PLAYER, hands, 1100.0) == {
        "kind": "player",
        "seconds": 600,
        "increment": 10,
        "seat": 1,
        "left": 500.0,
        "starts": 0.0,
        "pausing": False,
        "banks": [600.0, 600.0],
    }
    assert shown(PLAYER, hands, 2000.0)["left"] == 0.0
    assert shown(TURN, begin(TURN, 2), 5.0)["left"] is None


def test_a_clock_of_an_earlier_version_is_read() -> None:
    stored: StoredClock = {
        "seat": 1,
        "turn": 4,
        "since": 0.0,
        "left": 60.0,
        "banks": [],
        "before": None,
    }
    hands = from_json(stored)
    assert hands.deadline == 60.0
    assert not hands.is_lent(1, 4)
    assert decided(hands, 1) == hands
    assert run_out(TURN, hands).missed == [0, 1]


def test_who_runs_out_of_time_three_times_in_a_row_loses_the_seat() -> None:
    hands = begin(TURN, 2)
    for turn in (1, 3, 5):
        hands = move_on(TURN, hands, 0, turn, 100.0 * turn)
        assert not lost_the_seat(hands, 0)
        hands = run_out(TURN, hands)
        assert hands.is_lent(0, turn)
        assert not hands.is_lent(0, turn + 2)
        assert hands.deadline is None
    assert lost_the_seat(hands, 0)
    assert not lost_the_seat(hands, 1)
    assert not lost_the_seat(decided(hands, 0), 0)


def test_a_turn_played_in_between_makes_lost_turns_forgotten() -> None:
    hands = begin(TURN, 2)
    for turn in (1, 3):
        hands = run_out(TURN, move_on(TURN, hands, 0, turn, 100.0 * turn))
    hands = decided(hands, 0)
    for turn in (7, 9):
        hands = run_out(TURN, move_on(TURN, hands, 0, turn, 100.0 * turn))
    assert not lost_the_seat(hands, 0)


def test_the_game_waits_before_a_bot_plays_for_somebody_who_is_away() -> None:
    hands = begin(PLAYER, 2)
    hands = move_on(PLAYER, hands, 0, 9, 1000.0, pausing=True)
    assert hands.deadline == 1000.0 + PAUSES["live"]
    after = run_out(PLAYER, hands)
    assert after.missed == [0, 0]  # a pause is no lost turn
    assert after.is_lent(0, 9)
    # Who comes back in time has the usual time, and the pause took nothing of it.
    back = move_on(PLAYER, hands, 0, 9, 1005.0)
    assert back.deadline == 1005.0 + 600.0
    assert stop(PLAYER, hands, 1005.0).banks == [600.0, 600.0]


def test_whose_time_for_the_game_is_used_up_goes_on_with_a_reserve() -> None:
    hands = move_on(PLAYER, begin(PLAYER, 2), 0, 1, 0.0)
    hands = run_out(PLAYER, hands)
    assert move_on(PLAYER, hands, 0, 3, 700.0).deadline == 730.0
    short = Clock("player", 5)
    hands = run_out(short, move_on(short, begin(short, 2), 0, 1, 0.0))
    assert move_on(short, hands, 0, 3, 10.0).deadline == 15.0


def test_the_time_starts_when_the_moves_of_others_have_been_shown() -> None:
    hands = move_on(TURN, begin(TURN, 2), 0, 3, 100.0, number=12)
    later = show_until(hands, 12, 8.0, 101.0)
    assert later.deadline == 109.0 + 60.0
    assert shown(TURN, later, 105.0)["left"] == 60.0
    assert shown(TURN, later, 105.0)["starts"] == 4.0
    # The page has shown them sooner than it thought.
    assert show_until(later, 12, 0.0, 104.0).deadline == 164.0
    # Nobody can put the start off for ever, nor once something was decided.
    assert show_until(later, 12, 1000.0, 130.0).deadline == 100.0 + LONGEST_SHOW + 60.0
    assert show_until(later, 12, 5.0, 141.0) == later
    assert show_until(hands, 13, 5.0, 101.0) == hands
    assert show_until(begin(TURN, 2), 0, 5.0, 0.0) == begin(TURN, 2)
