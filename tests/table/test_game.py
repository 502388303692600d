"""A game at a table: rows become the game, undo is a row, and the same card comes again."""

from __future__ import annotations

import random

import pytest

from viae import Game
from viae.errors import IllegalEntry, InvalidEntry, OutOfTurn
from viae.table.game import TableGame, read_start, start_of
from viae.table.view import result

SECRET = b"0123456789abcdef"
TERMS = [("concordia", 2), ("concordia", 5), ("venus", 4), ("venus-team", 4), ("venus-team", 6)]


def new_desk(variant: str = "concordia", players: int = 3, seed: int = 5) -> TableGame:
    game = Game.new(variant=variant, players=players, seed=seed)
    return TableGame(read_start(start_of(game)))


def play_on(desk: TableGame, entries: int, seed: int = 0) -> list[str]:
    """Play random entries; the rows they make."""
    choose = random.Random(seed)
    rows: list[str] = []
    while len(rows) < entries and not desk.over:
        if desk.actor is None:
            rows.append(desk.draw(SECRET))
        else:
            rows.append(desk.play(choose.choice(desk.legal())))
    return rows


@pytest.mark.parametrize(("variant", "players"), TERMS)
def test_the_rows_of_a_game_rebuild_it_and_its_record_replays(variant: str, players: int) -> None:
    desk = new_desk(variant, players)
    rows = play_on(desk, 100_000)
    assert desk.over
    again = new_desk(variant, players)
    again.read_all(rows)
    assert again.state.key() == desk.state.key()
    assert (again.turns, again.builds, again.reveals) == (desk.turns, desk.builds, desk.reveals)
    replayed = Game.from_record(desk.record([f"p{seat}" for seat in range(players)]))
    assert replayed.result() == result(desk.state)


def test_the_start_of_a_game_tells_nothing_of_what_is_to_come() -> None:
    document = start_of(Game.new(seed=7))
    assert "meta" not in document
    assert "seed" not in str(document)


def test_an_undo_is_a_row_and_the_same_card_is_drawn_again() -> None:
    desk = new_desk()
    rows = play_on(desk, 400)
    first = next(
        number
        for number, row in enumerate(rows)
        if row.startswith("*") and rows[number - 1][0] != "*" and len(desk.at(number).legal()) > 3
    )
    before = desk.at(first - 1)
    drawn = rows[first]
    assert desk.undo(first - 1) == f"undo {first - 1}"
    assert desk.state.key() == before.state.key()
    assert desk.rows == len(rows) + 1
    words = rows[first - 1].partition(": ")[2]
    desk.play(desk.code_of(words, [desk.state.actor]))
    assert desk.draw(SECRET) == drawn
    other = desk.at(first)
    assert {other.copy().draw(bytes([n])) for n in range(60)} > {drawn}


def test_reading_rows_with_undo_gives_the_same_game() -> None:
    desk = new_desk()
    rows = play_on(desk, 60)
    rows.append(desk.undo(40))
    rows += play_on(desk, 20, seed=9)
    again = new_desk()
    again.read_all(rows)
    assert again.rows == desk.rows == 81
    assert again.entries == desk.entries
    assert again.state.key() == desk.state.key()


def test_one_goes_back_alone_past_no_reveal_and_no_decision_of_another() -> None:
    desk = new_desk()
    assert desk.undo_alone([0]) == 0
    for words in ("play prefect", "produce italia"):
        desk.play(desk.code_of(words, [0]))
    assert desk.actor == 1
    assert desk.undo_alone([0]) == 0  # the turn is over, but nobody has decided since
    assert desk.undo_alone([1]) == 2
    desk.play(desk.code_of("play mercator", [1]))
    assert desk.undo_alone([0]) == 3
    assert desk.undo_alone([1]) == 2
    assert desk.undo_alone([0, 1]) == 0  # both seats are one person's
    full = new_desk()
    rows = play_on(full, 400)
    at = next(number for number, row in enumerate(rows) if row.startswith("*"))
    past = full.at(at + 1)
    assert past.undo_alone([0, 1, 2]) == at + 1


def test_wrong_entries_are_told_apart() -> None:
    desk = new_desk()
    with pytest.raises(InvalidEntry):
        desk.code_of("jump", [0])
    with pytest.raises(InvalidEntry, match="unknown actor"):
        desk.code_of("9: play prefect", [0])
    with pytest.raises(OutOfTurn, match="seat 0 decides now"):
        desk.code_of("play prefect", [1, 2])
    with pytest.raises(OutOfTurn):
        desk.code_of("1: play prefect", [0])
    with pytest.raises(IllegalEntry, match=r"R4\.1") as caught:
        desk.code_of("play consul-2", [0])
    assert "play prefect" in caught.value.legal


def test_a_game_from_a_position_goes_on() -> None:
    game = Game.new(players=3, seed=3)
    game.play("play prefect")
    game.play("produce italia")
    desk = TableGame(read_start(game.position()))
    assert desk.actor == 1
    desk.play(desk.code_of("play mercator", [1]))
    assert desk.game().position()["entries"] == ["1: play mercator"]
