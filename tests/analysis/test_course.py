"""The course of a game: entries put together to turns."""

from __future__ import annotations

from itertools import groupby

import pytest

from tests.analysis.games import KEEPERS, opening
from tests.records import numbered, record
from viae import Game
from viae.analysis.course import Part, course
from viae.rules import notation
from viae.rules.state import begins_turn


def parts_of(name: str, number: int) -> tuple[Game, list[Part]]:
    game = Game.from_record(record(name, number), chance="manual")
    return game, course(game)


@pytest.mark.parametrize(("name", "number"), numbered("games")[::3])
def test_every_entry_belongs_to_one_turn(name: str, number: int) -> None:
    game, parts = parts_of(name, number)
    again: list[str] = []
    for part in parts:
        assert part.at == len(again)
        again += [f"{part.seat}: {notation.show(part.before.setup, code)}" for code in part.codes]
        assert part.end == len(again)
        again += [f"*: {notation.show(part.before.setup, code)}" for code in part.revealed]
    assert again == game.entries


@pytest.mark.parametrize(("name", "number"), numbered("games")[::3])
def test_turns_follow_each_other(name: str, number: int) -> None:
    _, parts = parts_of(name, number)
    for _, same in groupby(parts, key=lambda part: part.number):
        shared = list(same)
        assert [part.part for part in shared] == list(range(1, len(shared) + 1))
        assert [begins_turn(part.before) for part in shared] == [True] + [False] * (len(shared) - 1)
        assert len({part.before.turn for part in shared}) == 1
    numbers = [part.number for part in parts if part.part == 1]
    assert numbers == list(range(1, len(numbers) + 1))
    assert all(part.finished for part in parts)


def test_in_team_play_the_partner_has_a_part_of_the_turn() -> None:
    """R10.1: the partner carries the card out too."""
    _, parts = parts_of("games", 8)
    second = [part for part in parts if part.part == 2]
    partners = [part for part in second if part.seat == (part.before.turn + 2) % 4]
    assert len(partners) > 20
    # The others keep goods that came to them.
    assert {len(part.codes) for part in second if part not in partners} == {1}


def test_who_keeps_goods_in_the_turn_of_another_has_a_part_of_it() -> None:
    """R3.3: everybody chooses what fits into the own store."""
    name, number, at = KEEPERS
    _, parts = parts_of(name, number)
    (part,) = [part for part in parts if part.at == at]
    assert part.seat != part.before.turn
    assert part.part == 2
    assert len(part.codes) == 1


def test_a_turn_that_was_broken_off_is_not_finished() -> None:
    given = opening(record("games", 0), 1)
    (part,) = course(Game.from_record(given, chance="manual"))
    assert not part.finished
    assert part.after.key() != part.before.key()


def test_the_state_after_a_turn_has_no_card_revealed() -> None:
    _, parts = parts_of("games", 0)
    refilled = [part for part in parts if part.revealed]
    assert refilled
    assert all(len(part.after.display) < 7 for part in refilled)
