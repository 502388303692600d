"""Clocks: time runs within a part of a turn, is put aside after it, and an undo brings none."""

from __future__ import annotations

from viae.table.clock import Clock, ClockState, begin, from_json, move_on, shift, shown

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


def test_hands_are_stored_and_moved_by_the_time_without_a_server() -> None:
    hands = move_on(PLAYER, begin(PLAYER, 2), 1, 1, 1000.0)
    again = from_json(hands.to_json())
    assert again == hands
    assert from_json(None) == ClockState()
    assert shift(again, 500.0).deadline == 2100.0
    assert shown(PLAYER, hands) == {
        "kind": "player",
        "seconds": 600,
        "increment": 10,
        "seat": 1,
        "since": 1000.0,
        "deadline": 1600.0,
        "banks": [600.0, 600.0],
    }
